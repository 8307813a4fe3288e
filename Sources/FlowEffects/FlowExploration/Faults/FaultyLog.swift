import FlowMachine
import FlowSimulation

/// The log of one launch: the end of a process takes what is not yet handed to the system, a power loss what is not durable.
struct FaultyLog {
    /// All bytes that were written.
    private(set) var bytes: [UInt8] = []
    /// The last record that was reported as durable.
    private(set) var acknowledged: Int64 = 0
    private var writtenBytes = 0
    private var durableBytes = 0

    /// Begins a segment. Its header is durable before anything else is.
    init(header: [UInt8]) {
        bytes = header
        writtenBytes = header.count
        durableBytes = header.count
    }

    mutating func append(_ line: [UInt8]) { bytes += line }

    /// So many bytes are handed to the system.
    mutating func write(_ count: Int) { writtenBytes = max(writtenBytes, count) }

    /// So many bytes, up to that record, are durable.
    mutating func sync(through record: Int64, bytes count: Int) {
        write(count)
        acknowledged = max(acknowledged, record)
        durableBytes = max(durableBytes, count)
    }

    /// What is left after the process ended.
    func survivors(_ tear: Mishap.Tear) -> [UInt8] {
        guard case .kept(let thousandths) = tear else { return Array(bytes[..<writtenBytes]) }
        return Array(bytes[..<(durableBytes + (writtenBytes - durableBytes) * min(thousandths, 1_000) / 1_000)])
    }

    /// What is wrong with what was left, if anything is; and how many records there are.
    func examine(_ left: [UInt8]) -> (complaint: String?, records: Int64) {
        var last: Int64 = 0
        do throws(LogFailure) {
            var replay = try Replay(left)
            do throws(ReplayFailure) {
                while let record = try replay.next() { last = record.number }
            } catch {
                switch error {
                case .divergence(let divergence): return ("the log decides differently at event \(divergence.thisBuild.number)", last)
                case .log(let failure): if failure.reason != .torn { return ("the log is damaged: \(failure.text)", last) }
                }
            }
        } catch {
            return ("the log cannot be opened: \(error.text)", last)
        }
        if last < acknowledged { return ("record \(acknowledged) was durable and is lost: \(last) are left", last) }
        return (nil, last)
    }
}
