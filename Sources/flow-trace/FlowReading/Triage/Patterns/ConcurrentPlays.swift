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

    /// The plays while at least a number of other devices played, and all others.
    private struct Division {
        let others: Int
        let with: [Play]
        let without: [Play]
        let probability: Double
    }

    private var plays: [Play] = []
    private var playing: [Playing] = []
    private var launches = 0
    private var devices = 0

    /// The highest number of devices of a household. With more devices, they belong to different households.
    private static let mostDevices = 8
    /// The highest number of other devices that is tried as a limit.
    private static let mostOthers = 4
    private static let mostPlays = 20_000

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - isFirst: Whether the launch is the first of its device.
    mutating func add(_ report: LaunchReport, isFirst: Bool) {
        if isFirst { devices += 1 }
        launches += 1
        guard devices <= ConcurrentPlays.mostDevices, plays.count < ConcurrentPlays.mostPlays else { return }
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
    func pattern(_ clock: DisplayedClock) -> TriagePattern? {
        guard (2...ConcurrentPlays.mostDevices).contains(devices), let best else { return nil }
        let (denied, others) = (best.with.filter { $0.isDenied }, best.without.filter { $0.isDenied })
        guard let first = denied.min(by: { $0.time < $1.time }), let last = denied.max(by: { $0.time < $1.time }) else { return nil }
        let affected = Set(denied.map { $0.device }).count
        let number = ["one other device plays", "two other devices play", "three other devices play", "four other devices play"]
        let later = Set(denied.map { $0.launch }).filter { launch in
            plays.contains { play in
                play.launch == launch && !play.isDenied && denied.contains { $0.launch == launch && $0.time < play.time }
            }
        }
        let permitted =
            later.isEmpty ? "" : " In \(later.count) of \(Set(denied.map { $0.launch }).count) launches, a later play was permitted."
        return TriagePattern(
            .concurrentPlays, .viewer,
            "Plays are denied while at least \(number[best.others - 1]): \(denied.count) of \(best.with.count) then, \(others.count) of \(best.without.count) otherwise, on \(affected) of the \(devices) devices.\(permitted) So the provider probably lets \(best.others) \(best.others == 1 ? "device" : "devices") of an account play at the same time.",
            whose: "Owner: the viewers of the household, or the TV provider, which sets the limit.",
            example: "\(first.sightings.first.segment), event \(first.sightings.first.event ?? 0).",
            advice:
                "Tell the household how many devices of one account the provider lets play at the same time. A package with more devices, or one device less, helps; a reinstallation does not.",
            [
                TriagePattern.Parameter("others", best.others), TriagePattern.Parameter("denied", denied.count),
                TriagePattern.Parameter("of", best.with.count), TriagePattern.Parameter("otherDenied", others.count),
                TriagePattern.Parameter("otherOf", best.without.count), TriagePattern.Parameter("devices", affected),
            ], [TriagePattern.Sighting(.first, first.sightings.first), TriagePattern.Sighting(.last, last.sightings.first)])
    }

    /// The number of other devices that separates denied plays from permitted plays best; `nil` if chance may explain the difference.
    private var best: Division? {
        let counted = plays.map { (play: $0, others: others($0)) }
        return (1...ConcurrentPlays.mostOthers).compactMap { least -> Division? in
            let (with, without) = (counted.filter { $0.others >= least }, counted.filter { $0.others < least })
            // A viewer who tries again and again is counted once.
            let (some, rest) = (ConcurrentPlays.once(with.map { $0.play }), ConcurrentPlays.once(without.map { $0.play }))
            let (hit, otherHit) = (some.count { $0 }, rest.count { $0 })
            guard hit >= CorrelationFinder.fewest, hit * 4 >= some.count * 3, otherHit * 4 <= rest.count else { return nil }
            let chance = FishersTest.probability(hit: hit, with: some.count, affected: hit + otherHit, total: some.count + rest.count)
            return Division(
                others: least, with: with.map { $0.play }, without: without.map { $0.play },
                probability: chance * Double(ConcurrentPlays.mostOthers))
        }
        .filter { $0.probability <= CorrelationFinder.significance }
        .min { $0.probability < $1.probability }
    }

    /// Returns the number of other devices that play at the time of `play`.
    private func others(_ play: Play) -> Int {
        Set(playing.filter { $0.device != play.device && $0.times.contains(play.time) }.map { $0.device }).count
    }

    /// Returns whether each play was denied, without plays that a launch repeats with the same result.
    private static func once(_ plays: [Play]) -> [Bool] {
        var results: [Int: Set<Bool>] = [:]
        for play in plays { results[play.launch, default: []].insert(play.isDenied) }
        return results.values.flatMap { $0 }
    }
}
