import FlowEffects
import FlowMachine
import FlowSimulation
import Foundation

/// Writes captures for tests, as a proxy writes them.
struct HARText {
    private var entries: [[String: Any]] = []

    /// The capture.
    var bytes: [UInt8] { HARText.bytes(entries) }

    /// The capture with its entries in that order.
    func bytes(_ order: [Int]) -> [UInt8] { HARText.bytes(order.map { entries[$0] }) }

    var count: Int { entries.count }

    private static func bytes(_ entries: [[String: Any]]) -> [UInt8] {
        let log: [String: Any] = ["log": ["version": "1.2", "creator": ["name": "test", "version": "1"], "entries": entries]]
        return Array((try? JSONSerialization.data(withJSONObject: log, options: [.sortedKeys, .withoutEscapingSlashes])) ?? Data())
    }

    /// Adds a request that was sent this number of milliseconds after the beginning of 2026.
    mutating func add(
        _ method: String, _ url: String, at milliseconds: Int64, headers: [(String, String)] = [], body: String? = nil, status: Int = 200,
        answerHeaders: [(String, String)] = [], answer: String = "", time: Int64 = 100
    ) {
        add(
            HTTPRequest(
                method: method, url: url, headers: headers.map { HTTPRequest.Field($0.0, $0.1) }, body: body.map { Array($0.utf8) }),
            HTTPResponse(status: status, headers: answerHeaders.map { HTTPRequest.Field($0.0, $0.1) }, body: Array(answer.utf8)),
            at: Instant(milliseconds: 1_767_225_600_000 + milliseconds), time: time)
    }

    mutating func add(_ request: HTTPRequest, _ response: HTTPResponse, at sent: Instant, time: Int64 = 0) {
        func pairs(_ fields: [HTTPRequest.Field]) -> [[String: String]] { fields.map { ["name": $0.name, "value": $0.value] } }
        var sentPart: [String: Any] = ["method": request.method, "url": request.url, "headers": pairs(request.headers)]
        if let body = request.body { sentPart["postData"] = ["mimeType": "text/plain", "text": String(decoding: body, as: UTF8.self)] }
        let content: [String: Any] = [
            "size": response.body.count, "mimeType": "application/json", "text": String(decoding: response.body, as: UTF8.self),
        ]
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        entries.append([
            "startedDateTime": formatter.string(from: Date(timeIntervalSince1970: Double(sent.milliseconds) / 1000)), "time": time,
            "request": sentPart,
            "response": ["status": response.status, "headers": pairs(response.headers), "content": content] as [String: Any],
        ])
    }

    init() {}

    /// The traffic of a story.
    init(_ story: Scenario) {
        for exchange in story.run(keepsExchanges: true).adobe.exchanges { add(exchange.request, exchange.response, at: exchange.time) }
    }
}
