import FlowMachine

extension LaunchReport {
    /// The highest number of failed requests per launch for which the point of no return is determined.
    static let mostSearched = 4
    /// The highest number of decisions that are tried to find a point of no return: from each event, and in total for a request.
    private static let bounds = PointOfNoReturn.Bounds(each: 500, all: 1500)

    /// The highest size of a file, in bytes. For a launch with a larger file, no point of no return is determined.
    package static let mostSearchedBytes = 1 << 20

    /// Determines the points of no return of a launch, if it has a failed request and its files are small and not damaged.
    ///
    /// - Parameter files: The bytes of the launch's files.
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

    /// Determines the points of no return of the first few failed requests.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot with which the log begins; `nil` if it begins with the launch.
    ///   - records: The events of the launch.
    package mutating func findPointsOfNoReturn(_ snapshot: Snapshot?, _ records: [LogRecord]) {
        let failed = requests.indices.filter { requests[$0].hasFailed }
        unsearched = max(0, failed.count - LaunchReport.mostSearched)
        for index in failed.prefix(LaunchReport.mostSearched) {
            requests[index].pointOfNoReturn = PointOfNoReturn(requests[index].wish, header.settings, snapshot, records, LaunchReport.bounds)
        }
    }

    /// Whether the launch has a failed request, whose point of no return can be determined.
    package var hasFailedRequest: Bool { requests.contains { $0.hasFailed } }
}

extension TriagedRequest {
    /// Whether the request failed although neither the viewer nor the app had given it up.
    fileprivate var hasFailed: Bool {
        switch outcome {
        case .denied, .refused, .unanswered: event != nil
        case .permitted, .previewed, .signedIn, .signedOut, .signedOutHere, .userMetadata, .canceled, .givenUp: false
        }
    }
}
