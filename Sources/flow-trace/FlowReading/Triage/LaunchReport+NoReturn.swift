import FlowMachine

extension LaunchReport {
    /// The most requests of a launch for which a point of no return is looked for.
    static let mostSearched = 4
    /// How many decisions are tried for each of them.
    private static let bounds = PointOfNoReturn.Bounds(each: 500, all: 1500)

    /// The most bytes of a file of a launch whose points of no return are looked for.
    package static let mostSearchedBytes = 1 << 20

    /// Finds the points of no return of a launch, if it has a failed request and its files are small and whole.
    /// - Parameter files: the files of the launch.
    package mutating func findPointsOfNoReturn(in files: [[UInt8]]) {
        guard hasFailedRequest else { return }
        var snapshot: Snapshot?
        var records: [LogRecord] = []
        for (index, bytes) in files.enumerated() {
            guard bytes.count <= LaunchReport.mostSearchedBytes, let content = try? LogContent(bytes), content.failure == nil else {
                return
            }
            if index == 0 { snapshot = content.snapshot }
            records += content.records
        }
        findPointsOfNoReturn(snapshot, records)
    }

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
