import FlowMachine
import FlowSummary
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The summary that an app sends for each launch says in a few hundred bytes what triage says in words.
@Suite struct LaunchSummaryTests {
    /// The recorded logs, also damaged and malformed ones.
    private static let logs = Repository.files(under: "Specs").filter { $0.hasSuffix(".jsonl") }

    private struct Named: Hashable {
        let id: FlowCause.ID
        let owner: FlowCause.Owner
    }

    @Test func `a summary names the causes of triage, its requests and its outcomes, for every recorded log`() throws {
        var summaries = 0
        for path in Self.logs {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/\(path)")))
            guard let summary = try? LaunchSummary(segments: [bytes]), let report = try? LaunchReport(bytes, file: path) else { continue }
            summaries += 1
            // What only a comparison with this build's decisions shows is not in a summary.
            let found = (report.findings + report.requests.compactMap { $0.cause }).filter { $0.id != .decidedDifferently }
            #expect(
                Set(summary.causes.map { Named(id: $0.id, owner: $0.owner) }) == Set(found.map { Named(id: $0.id, owner: $0.owner) }),
                "\(path)")
            let explained = summary.causes.reduce(0) { $0 + $1.requests }
            #expect(explained == report.requests.count { $0.cause != nil }, "\(path)")
            let counted = summary.requests.reduce(0) { $0 + $1.count }
            #expect(counted == report.requests.count, "\(path)")
            for count in summary.requests { #expect(report.requests.count { $0.outcome == count.outcome } >= count.count, "\(path)") }
            #expect(summary.isUnfulfilled || !report.unfulfilled.contains { $0.cause?.isOrdinary != true }, "\(path)")
            #expect(try LaunchSummary(json: summary.json) == summary, "\(path)")
            // A launch of a viewer has a few requests; only the logs of tests have dozens of kinds of trouble.
            #expect(summary.json.count < 3000, "\(path) has \(summary.json.count) bytes")
        }
        #expect(summaries > 200)
    }

    @Test func `the summary of an ordinary launch takes a few hundred bytes`() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/Specs/scenarios/denied-second-screen/log.jsonl")))
        let summary = try #require(try LaunchSummary(segments: [bytes]))
        #expect(summary.json.count < 900)
        #expect(summary.provider == "Cablevision" && summary.ending == .foreground && summary.calls > 5 && summary.failedCalls == 0)
        #expect(summary.signIns.map(\.type) == ["regular"])
        #expect(summary.signIns.first?.took ?? 0 > 1000)
        #expect(summary.causes.first { $0.requests > 0 }?.error == "authorization_denied_by_mvpd")
    }

    @Test func `a summary has no reference to a secret and no name of a resource`() throws {
        for path in Self.logs {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/\(path)")))
            guard let summary = try? LaunchSummary(segments: [bytes]), let log = try? LogReader(bytes) else { continue }
            let text = String(decoding: summary.json, as: UTF8.self)
            #expect(!text.contains("#"), "\(path)")
            for name in log.header.names { #expect(!text.contains(name.name), "\(path)") }
        }
    }

    // MARK: Segments

    @Test func `segments of one launch have one summary, and each further launch has its own`() throws {
        let segments = Flows.segments([4, 5])
        #expect(segments.count == 3)
        let whole = try #require(try LaunchSummary(segments: segments))
        #expect(whole == (try LaunchSummary(segments: Flows.segments([]))), "the same launch in one segment")
        let launches = LaunchSummarizer()
        var ended: [LaunchSummary] = []
        for segment in segments + segments {
            if let summary = try launches.add(segment) { ended.append(summary) }
        }
        #expect(ended == [whole])
        #expect(launches.last == whole)
        #expect(whole.causes.isEmpty)
        #expect(LaunchSummarizer().last == nil)
        #expect(try LaunchSummary(segments: []) == nil)
        #expect(throws: LogFailure.self) { try LaunchSummarizer().add([]) }
    }

    // MARK: Which logs are uploaded

    private func summary(_ support: String, _ outcome: RequestOutcome, _ causes: [FlowCause.ID] = []) throws -> LaunchSummary {
        let causes = causes.map { #"{"id":"\#($0.rawValue)","owner":"app","requests":1,"isOrdinary":\#($0 == .nobodySignedIn)}"# }
        let json =
            #"{"version":1,"support":"\#(support)","app":"A/1","library":"1","platform":"tvOS","api":"restV2","serviceProvider":"R","start":0,"length":1,"events":1,"calls":0,"failedCalls":0,"ending":"background","requests":[{"kind":"play","outcome":"\#(outcome.rawValue)","count":1,"longest":5}],"signIns":[],"causes":[\#(causes.joined(separator: ","))],"columnOfALaterVersion":{"a":[1]}}"#
        return try LaunchSummary(json: Array(json.utf8))
    }

    @Test func `a log is uploaded if a request failed, if it was requested, or if it is sampled`() throws {
        let none = LogSampling(oneIn: 0)
        #expect(none.upload(try summary("a", .permitted)) == nil)
        #expect(none.upload(try summary("a", .permitted), isRequested: true) == LogUpload(reason: .requested, weight: 0))
        #expect(none.upload(try summary("a", .denied, [.denied]), isRequested: true) == LogUpload(reason: .unfulfilled, weight: 1))
        #expect(none.upload(try summary("a", .refused, [.nobodySignedIn])) == nil, "a look at who is signed in is no failure")
        #expect(LogSampling(oneIn: 1).upload(try summary("a", .permitted)) == LogUpload(reason: .sampled, weight: 1))
        #expect(LogSampling(oneIn: -5).upload(try summary("a", .permitted)) == nil)
    }

    @Test func `of many launches the given share is sampled, whatever their ids look like`() throws {
        let launch = try summary("x", .permitted)
        for prefix in ["", "K7PWQ3MX-", "0000000"] {
            var weights: Int64 = 0
            for number in 0..<1_000 {
                let sampled = LogSampling(oneIn: 10).upload(try summary("\(prefix)\(number)", .permitted))
                weights += sampled?.weight ?? 0
            }
            // 100 are expected; the standard deviation is 9.5.
            #expect(abs(weights - 1_000) < 400, "\(prefix): the sample stands for \(weights) launches")
        }
        #expect(LogSampling(oneIn: 50).upload(launch) == LogSampling(oneIn: 50).upload(launch))
    }

    @Test func `a cause that only a later build knows is refused, and a member that it added is ignored`() throws {
        let known = try summary("a", .denied, [.denied])
        let json = String(decoding: known.json, as: UTF8.self)
        #expect(throws: CodingFailure.self) {
            try LaunchSummary(json: Array(json.replacingOccurrences(of: "\"denied\",\"owner\"", with: "\"of-later\",\"owner\"").utf8))
        }
        #expect(throws: CodingFailure.self) { try LaunchSummary(json: Array("{}".utf8)) }
    }
}
