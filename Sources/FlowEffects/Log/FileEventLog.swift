import Dispatch
import FlowMachine

/// A log in a folder: one file a launch, `flow-<label>-NNNN.jsonl`, readable by this user only.
///
/// Appending hands bytes over and returns. One queue writes and syncs what is waiting, all of it at once, and reports
/// how far the disk is. After a failure nothing more is written into that segment, which may end in a torn line, and
/// everything counts as durable, so that the flow goes on. A segment is never opened again: a torn one stays as it is.
public final class FileEventLog: EventLog {
    /// When a record counts as durable.
    public enum Sync: Sendable, Equatable {
        /// When it is on the disk; what waits goes together.
        case every
        /// The same, but waits so long for more to go with it.
        case group(maxDelay: Interval)
        /// When it is handed to the system: it survives the process, not the device.
        case never
    }

    private struct State: Sendable {
        var pending: [UInt8] = []
        var last: Int64 = 0
        var isScheduled = false
        var segment: Segment?
        var report: (@Sendable (LogReport) -> Void)?
    }

    private struct Segment: Sendable {
        let file: CInt
        let lock: CInt
        let path: String
    }

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "flow.log", qos: .utility)
    private let calls: SystemCalls
    /// The folder of the segments.
    public let folder: String
    private let sync: Sync

    /// A log in `folder`, which is made when the first segment begins.
    public convenience init(folder: String, sync: Sync = .every) {
        self.init(folder: folder, sync: sync, calls: .system)
    }

    init(folder: String, sync: Sync, calls: SystemCalls) {
        self.folder = folder
        self.sync = sync
        self.calls = calls
    }

    deinit {
        state.withLock { state in
            if let segment = state.segment { FileEventLog.release(segment) }
        }
    }

    /// Anything in `label` but letters, digits and `.` becomes `_`.
    public func begin(_ header: [UInt8], label: String, report: @escaping @Sendable (LogReport) -> Void) {
        var failure: FileEventLogFailure?
        var segment: Segment?
        do throws(FileEventLogFailure) { segment = try openSegment(label) } catch { failure = error }
        state.withLock { [segment] state in
            if let old = state.segment { FileEventLog.release(old) }
            state.segment = segment
            state.report = report
            state.pending = header
            state.last = 0
        }
        if let failure { report(.failed(failure)) }
    }

    public func append(_ line: [UInt8], number: Int64) {
        let mustSchedule = state.withLock { state in
            if state.segment != nil { state.pending += line }
            state.last = number
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard mustSchedule else { return }
        if case .group(let delay) = sync, delay.milliseconds > 0 {
            queue.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: delay.milliseconds))) { self.drain() }
        } else {
            queue.async { self.drain() }
        }
    }

    public func flush() async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            queue.async {
                self.drain()
                done.resume()
            }
        }
    }

    public func close() async {
        await flush()
        state.withLock { state in
            if let segment = state.segment { FileEventLog.release(segment) }
            state.segment = nil
            state.report = nil
        }
    }

    public func segments() throws(FileEventLogFailure) -> [String] {
        do {
            return try SystemCalls.names(in: folder).filter { number(of: $0) != nil }.sorted { left, right in
                (number(of: left) ?? 0, left) < (number(of: right) ?? 0, right)
            }
        } catch {
            if error.isMissing { return [] }
            throw FileEventLogFailure(.reading, path: folder, cause: error.text)
        }
    }

    public func read(_ segment: String) throws(FileEventLogFailure) -> [UInt8] {
        let path = "\(folder)/\(segment)"
        guard number(of: segment) != nil else { throw FileEventLogFailure(.reading, path: path, cause: "not the name of a segment") }
        do { return try SystemCalls.read(path) } catch { throw FileEventLogFailure(.reading, path: path, cause: error.text) }
    }

    /// Writes and syncs until nothing waits. Runs on the queue alone, so that reports come in order.
    private func drain() {
        while true {
            let (bytes, last, segment, report) = state.withLock { state in
                defer { state.pending = [] }
                return (state.pending, state.last, state.segment, state.report)
            }
            if let segment, !bytes.isEmpty {
                do throws(SystemFailure) {
                    try calls.write(segment.file, bytes)
                    if sync != .never { try calls.sync(segment.file) }
                } catch {
                    giveUp(segment)
                    report?(.failed(FileEventLogFailure(.writing, path: segment.path, cause: error.text)))
                }
            }
            if last > 0 { report?(.durable(last)) }
            let isDone = state.withLock { state in
                guard state.pending.isEmpty && state.last == last else { return false }
                state.isScheduled = false
                return true
            }
            if isDone { return }
        }
    }

    private func giveUp(_ segment: Segment) {
        state.withLock { state in
            state.segment = nil
            state.pending = []
        }
        FileEventLog.release(segment)
    }

    private func openSegment(_ label: String) throws(FileEventLogFailure) -> Segment {
        do throws(SystemFailure) { try SystemCalls.makeFolder(folder) } catch {
            throw FileEventLogFailure(.folder, path: folder, cause: error.text)
        }
        let lock: CInt
        do throws(SystemFailure) { lock = try SystemCalls.lock("\(folder)/flow.lock") } catch {
            throw FileEventLogFailure(error.isLocked ? .alreadyOpen : .folder, path: folder, cause: error.text)
        }
        var last = 0
        for name in (try? segments()) ?? [] { last = max(last, number(of: name) ?? 0) }
        let path = "\(folder)/\(segmentName(label, last + 1))"
        do throws(SystemFailure) {
            let file = try SystemCalls.create(path, isNew: true)
            if sync != .never { try SystemCalls.syncFolder(folder) }
            return Segment(file: file, lock: lock, path: path)
        } catch {
            SystemCalls.close(lock)
            throw FileEventLogFailure(.writing, path: path, cause: error.text)
        }
    }

    private static func release(_ segment: Segment) {
        SystemCalls.close(segment.file)
        SystemCalls.close(segment.lock)
    }

    /// The number in a segment's name; `nil` for any other name.
    private func number(of name: String) -> Int? {
        guard name.hasPrefix("flow-"), name.hasSuffix(".jsonl"), !name.contains("/") else { return nil }
        return name.dropLast(6).split(separator: "-").last.flatMap { Int($0) }
    }
}

/// `text` with everything but letters, digits and `.` replaced, so that it can stand in a file's name.
func fileNamePart(_ text: String) -> String {
    String(
        decoding: text.utf8.map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E: byte
            case _: 0x5F
            }
        }, as: UTF8.self)
}
