import FlowMachine

/// Finds a limit on how many devices of a household may play at the same time: plays are denied while other devices play, and permitted otherwise.
struct ConcurrentPlays {
    /// A play that was permitted or denied.
    private struct Play {
        let launch: Int
        let device: Int
        let time: Instant
        let isDenied: Bool
        let sightings: Sightings
    }

    /// The time in which a device plays: from its first permitted play to the end of the launch.
    private struct Playing {
        let device: Int
        let times: ClosedRange<Instant>
    }

    private var plays: [Play] = []
    private var playing: [Playing] = []
    private var launches = 0
    private var devices = 0

    private static let mostPlays = 20_000

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - isFirst: Whether the launch is the first of its device.
    mutating func add(_ report: LaunchReport, isFirst: Bool) {
        if isFirst { devices += 1 }
        launches += 1
        guard devices <= HouseholdLimit.mostDevices, plays.count < ConcurrentPlays.mostPlays else { return }
        var first: Instant?
        for request in report.requests where request.asked.kind == .play {
            guard request.outcome == .permitted || request.outcome == .denied, let time = request.answerTime else { continue }
            if request.outcome == .permitted { first = min(first ?? time, time) }
            plays.append(
                Play(
                    launch: launches, device: devices, time: time, isDenied: request.outcome == .denied,
                    sightings: Sightings(time, event: request.answerEvent, in: report)))
        }
        if let first, first <= report.end { playing.append(Playing(device: devices, times: first...report.end)) }
    }

    /// The pattern of a limit; `nil` if there is none, or if the devices are too many for one household.
    var pattern: TriagePattern? {
        guard HouseholdLimit.isHousehold(devices) else { return nil }
        let cases = plays.map {
            HouseholdLimit.Case(launch: $0.launch, device: $0.device, others: others($0), fails: $0.isDenied, place: $0.sightings.first)
        }
        guard let limit = HouseholdLimit(cases) else { return nil }
        let denied = Set(limit.failures.map { $0.launch })
        let later = denied.filter { launch in
            plays.contains { play in
                play.launch == launch && !play.isDenied
                    && limit.failures.contains { $0.launch == launch && $0.place.time < play.time }
            }
        }
        let permitted = later.isEmpty ? "" : " In \(later.count) of \(denied.count) launches, a later play was permitted."
        return limit.pattern(
            .concurrentPlays,
            "Plays are denied while at least \(limit.otherDevices) \(limit.others == 1 ? "plays" : "play"): \(limit.counts(of: devices))\(permitted) So the provider probably lets \(limit.devices) of an account play at the same time.",
            advice:
                "Tell the household how many devices of one account the provider lets play at the same time. A package with more devices, or one device less, helps; a reinstallation does not.",
            ("denied", "otherDenied"), of: devices)
    }

    /// Returns the number of other devices that play at the time of `play`.
    private func others(_ play: Play) -> Int {
        Set(playing.filter { $0.device != play.device && $0.times.contains(play.time) }.map { $0.device }).count
    }
}
