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
        guard (2...HouseholdLimit.mostDevices).contains(devices) else { return nil }
        let cases = plays.map { HouseholdLimit.Case(launch: $0.launch, others: others($0), fails: $0.isDenied) }
        guard let limit = HouseholdLimit(cases) else { return nil }
        let denied = limit.failures.map { plays[$0] }
        guard let first = denied.min(by: { $0.time < $1.time }), let last = denied.max(by: { $0.time < $1.time }) else { return nil }
        let affected = Set(denied.map { $0.device }).count
        let playing = limit.others == 1 ? "plays" : "play"
        let later = Set(denied.map { $0.launch }).filter { launch in
            plays.contains { play in
                play.launch == launch && !play.isDenied && denied.contains { $0.launch == launch && $0.time < play.time }
            }
        }
        let permitted =
            later.isEmpty ? "" : " In \(later.count) of \(Set(denied.map { $0.launch }).count) launches, a later play was permitted."
        return TriagePattern(
            .concurrentPlays, .viewer,
            "Plays are denied while at least \(HouseholdLimit.words(limit.others)) \(playing): \(denied.count) of \(limit.count) then, \(limit.otherwise.failures) of \(limit.otherwise.count) otherwise, on \(affected) of the \(devices) devices.\(permitted) So the provider probably lets \(limit.others) \(limit.others == 1 ? "device" : "devices") of an account play at the same time.",
            whose: "Owner: the viewers of the household, or the TV provider, which sets the limit.",
            example: "\(first.sightings.first.segment), event \(first.sightings.first.event ?? 0).",
            advice:
                "Tell the household how many devices of one account the provider lets play at the same time. A package with more devices, or one device less, helps; a reinstallation does not.",
            [
                TriagePattern.Parameter("others", limit.others), TriagePattern.Parameter("denied", denied.count),
                TriagePattern.Parameter("of", limit.count), TriagePattern.Parameter("otherDenied", limit.otherwise.failures),
                TriagePattern.Parameter("otherOf", limit.otherwise.count), TriagePattern.Parameter("devices", affected),
            ], [TriagePattern.Sighting(.first, first.sightings.first), TriagePattern.Sighting(.last, last.sightings.first)])
    }

    /// Returns the number of other devices that play at the time of `play`.
    private func others(_ play: Play) -> Int {
        Set(playing.filter { $0.device != play.device && $0.times.contains(play.time) }.map { $0.device }).count
    }
}
