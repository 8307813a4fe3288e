import FlowMachine

extension LaunchReport {
    /// The most requests of a launch for which a point of no return is looked for.
    static let mostSearched = 4
    /// How many decisions are tried for each of them.
    private static let bounds = PointOfNoReturn.Bounds(each: 500, all: 1500)

    /// Finds the point of no return of the first few requests that failed.
    /// - Parameters:
    ///   - snapshot: what the log begins with, unless it begins with the launch.
    ///   - records: its events.
    package mutating func findPointsOfNoReturn(_ snapshot: Snapshot?, _ records: [LogRecord]) {
        let failed = requests.indices.filter { requests[$0].hasFailed }
        unsearched = max(0, failed.count - LaunchReport.mostSearched)
        for index in failed.prefix(LaunchReport.mostSearched) {
            requests[index].pointOfNoReturn = PointOfNoReturn(requests[index].wish, header.settings, snapshot, records, LaunchReport.bounds)
        }
    }

    /// Whether there is a request for which a point of no return can be looked for.
    package var hasFailedRequest: Bool { requests.contains { $0.hasFailed } }
}

extension TriagedRequest {
    /// Whether the request failed, and neither the viewer nor the app gave it up.
    fileprivate var hasFailed: Bool {
        switch outcome {
        case .denied, .refused, .unanswered: event != nil
        case .permitted, .previewed, .signedIn, .signedOut, .signedOutHere, .userMetadata, .canceled, .givenUp: false
        }
    }
}
