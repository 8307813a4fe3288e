import FlowEffects
import FlowMachine

/// The log of the app that uses the server, for pages that show the log while it grows. The lines come from a file that the app writes, or the app
/// sends them.
final class LogFeed: Sendable {
    /// The maximum size of a log, in bytes. An app that sends more is refused.
    static let bound = 1 << 26
    /// The size in bytes at which a message to a page is full. Further lines follow in the next message.
    private static let piece = 1 << 17
    /// The silence in milliseconds after which a comment is sent, because a proxy may close an idle connection.
    private static let silence: Int64 = 15_000

    /// A request to the simulated Adobe.
    struct Request: Sendable {
        let time: Instant
        let method: String
        /// The path as it was sent, without the query.
        let path: String
        /// The status of the answer; `nil` if the server sent no answer.
        let status: Int?
        /// The reason why the request was refused or not answered; otherwise empty.
        let text: String

        fileprivate var message: String {
            let status = status.map { ",\"status\":\($0)" } ?? ""
            return
                "event: request\ndata: {\"time\":\(time.milliseconds),\"method\":\(JSONText.quoted(method)),\"path\":\(JSONText.quoted(path))\(status),"
                + "\"text\":\(JSONText.quoted(text))}\n\n"
        }
    }

    /// The number of earlier requests that a page gets if it opens later.
    private static let requestsKept = 200

    private struct State: Sendable {
        /// The newest requests, and the number of older requests that were dropped.
        var requests: [Request] = []
        var requestsDropped = 0
        /// The name of the log that is shown; `nil` before the first log.
        var name: String?
        /// The number of the log that is shown. Every log has a different number, also after a restart of the server.
        var number: Int64
        var lines: [[UInt8]] = []
        var size = 0
        /// The number of bytes of the followed file that are already in `lines`.
        var taken = 0

        mutating func begin(_ name: String) {
            (self.name, lines, size, taken) = (name, [], 0, 0)
            number += 1
        }

        mutating func add(_ line: ArraySlice<UInt8>) {
            lines.append(Array(line))
            size += line.count
        }
    }

    private let path: String?
    private let state: Lock<State>
    private let follower: Lock<LogFollower?>

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - path: The file or folder to follow, which may be created later; `nil` if the app sends its lines.
    ///   - start: The time when the server starts, from which the numbers of logs are derived.
    init(path: String?, start: Instant) {
        self.path = path
        state = Lock(State(number: start.milliseconds))
        follower = Lock(nil)
    }

    /// Adds lines that an app has sent. A header line starts a new log.
    ///
    /// - Returns: The complaint if the lines cannot be added; otherwise `nil`.
    func append(_ body: [UInt8], name: String) -> String? {
        let lines = body.split(separator: 0x0A)
        guard !lines.isEmpty else { return "there is no line" }
        return state.withLock { state in
            guard state.name != nil || Self.isHeader(lines[0]) else { return "the first line must be the header of a log" }
            guard Self.isHeader(lines[0]) || state.size + body.count <= Self.bound else {
                return "the log is longer than \(Self.bound) bytes"
            }
            for line in lines {
                if Self.isHeader(line) { state.begin(name) }
                state.add(line)
            }
            return nil
        }
    }

    /// Keeps a request for the pages that show requests.
    func note(_ request: Request) {
        state.withLock { state in
            state.requests.append(request)
            if state.requests.count > Self.requestsKept {
                state.requests.removeFirst()
                state.requestsDropped += 1
            }
        }
    }

    private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: Array("{\"format\":".utf8)) }

    /// Reads the new lines of the followed file.
    private func refresh() {
        guard let path else { return }
        follower.withLock { follower in
            if follower == nil { follower = try? LogFollower(path) }
            guard let news = try? follower?.refresh(waiting: 0), let current = follower else { return }
            if case .anew(let name, _) = news { state.withLock { $0.begin(Self.fileName(name)) } }
            guard news != .none else { return }
            state.withLock { state in
                if state.name == nil { state.begin(Self.fileName(current.path ?? path)) }
                for line in current.lines.dropFirst(state.taken).split(separator: 0x0A) { state.add(line) }
                state.taken = current.lines.count
            }
        }
    }

    /// Returns a function for one page. Each call of the function returns the messages that were added since the previous call.
    ///
    /// - Parameter last: The id of the last message that the page received before it lost its connection; `nil` for a new page.
    func messages(after last: String?, now: @escaping @Sendable () -> Instant) -> @Sendable () -> [UInt8] {
        let halves = (last ?? "").split(separator: ".").compactMap { Int64($0) }
        // A page that lost its connection has already received the earlier requests.
        let requests = last == nil ? 0 : state.withLock { $0.requestsDropped + $0.requests.count }
        let position = Lock(
            (log: halves.first ?? -1, sent: halves.count == 2 ? Int(clamping: max(0, halves[1])) : 0, requests: requests, time: now()))
        return {
            self.refresh()
            let time = now()
            return position.withLock { position in
                let bytes = self.state.withLock { state in
                    let new = state.requests.dropFirst(max(0, position.requests - state.requestsDropped))
                    position.requests = state.requestsDropped + state.requests.count
                    return Array(new.map(\.message).joined().utf8) + Self.messages(state, &position.log, &position.sent)
                }
                if !bytes.isEmpty { position.time = time }
                guard time.milliseconds - position.time.milliseconds >= Self.silence else { return bytes }
                position.time = time
                return Array(": still here\n\n".utf8)
            }
        }
    }

    private static func messages(_ state: State, _ log: inout Int64, _ sent: inout Int) -> [UInt8] {
        guard let name = state.name, !state.lines.isEmpty else { return [] }
        var bytes: [UInt8] = []
        if log != state.number || sent > state.lines.count {
            (log, sent) = (state.number, 0)
            bytes += Array("event: begin\ndata: {\"name\":\(JSONText.quoted(name))}\n\n".utf8)
        }
        while sent < state.lines.count, bytes.count < piece {
            let line = state.lines[sent]
            sent += 1
            bytes += Array("id: \(log).\(sent)\ndata: ".utf8) + line + [0x0A, 0x0A]
        }
        return bytes
    }
}
