import FlowMachine

/// Finds the launches of other devices that failed while one app repeated its requests in a loop.
struct Storms {
    private struct Storm {
        let loop: RequestLoops.Loop
        let file: String
        let app: String
        let support: String
        /// The places of the loop's first and last request.
        let sightings: Sightings
    }

    private let clock: DisplayedClock
    private var storms: [Storm] = []
    /// The times at which requests were not fulfilled, with the index of their launch in `supports`.
    private var failures: [(time: Instant, launch: Int)] = []
    private var supports: [String] = []

    private static let mostStorms = 100
    private static let mostFailures = 100_000

    init(_ clock: DisplayedClock = .utc) { self.clock = clock }

    mutating func add(_ report: LaunchReport) {
        if let loop = report.loop, storms.count < Storms.mostStorms {
            var sightings = Sightings(loop.start, event: loop.first.number, in: report)
            sightings.add(Sightings(loop.end, event: loop.last.number, in: report))
            storms.append(
                Storm(loop: loop, file: report.file, app: report.header.app, support: report.header.support, sightings: sightings))
        }
        var times: [Instant] = []
        for request in report.requests where !request.outcome.isFulfilled && request.cause?.isOrdinary == false {
            times.append(request.answerTime ?? request.time)
        }
        guard failures.count + times.count <= Storms.mostFailures, !times.isEmpty else { return }
        for time in times { failures.append((time, supports.count)) }
        supports.append(report.header.support)
    }

    /// The pattern about the loop with the most requests and the failures of other launches at the same time; `nil` if there was no loop.
    var pattern: TriagePattern? {
        guard let worst = storms.max(by: { ($0.loop.count, $1.file) < ($1.loop.count, $0.file) }) else { return nil }
        let loop = worst.loop
        let (first, last) = (loop.start.milliseconds - Storms.margin, loop.end.milliseconds + Storms.margin)
        var victims: Set<Int> = []
        var requests = 0
        for failure in failures where (first...last).contains(failure.time.milliseconds) && supports[failure.launch] != worst.support {
            victims.insert(failure.launch)
            requests += 1
        }
        return TriagePattern(
            .requestStorm, .app, sentence(worst, requests: requests, launches: victims.count), whose: "Owner: the app.",
            advice: "Find the loop in the app: after a denial or a failure, wait for the viewer, or at least longer each time.",
            [
                TriagePattern.Parameter("app", worst.app), TriagePattern.Parameter("requests", loop.count),
                TriagePattern.Parameter("from", .time(loop.start)), TriagePattern.Parameter("to", .time(loop.end)),
                TriagePattern.Parameter("requestsOfOthers", requests), TriagePattern.Parameter("launchesOfOthers", victims.count),
                TriagePattern.Parameter("loops", storms.count),
            ], [TriagePattern.Sighting(.first, worst.sightings.first), TriagePattern.Sighting(.last, worst.sightings.last)])
    }

    /// Returns the pattern in words.
    ///
    /// - Parameters:
    ///   - requests: The number of other launches' requests that failed at the same time.
    ///   - launches: The number of these other launches.
    private func sentence(_ worst: Storm, requests: Int, launches: Int) -> String {
        let loop = worst.loop
        let others =
            requests == 0
            ? ""
            : " In the same minutes \(counted(requests, "request")) in \(launches) other \(launches == 1 ? "launch" : "launches") failed."
        let more = storms.count > 1 ? " \(storms.count) launches have such a loop." : ""
        return
            "\(worst.app) repeated a request \(loop.count) times from \(TimeWords.second(loop.start, clock)) on\(loop.rate), each within a second of the failure before (\(worst.file)): a loop in the app.\(others)\(more)"
    }

    /// The time before and after a loop, in milliseconds, in which failures are attributed to the loop. A throttled host also rejects requests of
    /// other launches.
    private static let margin: Int64 = 60_000
}
