import FlowMachine
import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads the recorded events of one log in pieces, on request also after damage.
struct RecordStream {
    /// The next part of a stream.
    enum Element {
        case record(LogRecord)
        /// Lines that cannot be trusted or read.
        case damage(DamagedLines)
    }

    private var reader: LogReader
    private var pieces: LogPieces
    private let path: String
    private let readsPastDamage: Bool
    /// The damaged parts of the log; `nil` until the first damaged part is found. From then on, the whole log is in memory.
    private var damages: [LogSurvey.Damage]?
    /// The number of damaged parts before the current line.
    private var passed = 0
    private var isDone = false
    /// The bytes of the whole log. For standard input, they are in memory from the beginning; for a file, only after the first damage is found.
    private(set) var bytes: [UInt8] = []
    /// The first problem with the log.
    private(set) var failure: LogFailure?

    var name: String { pieces.name }
    var header: LogHeader { reader.header }
    /// The snapshot from which the log continues; `nil` if the log begins with a launch.
    var snapshot: Snapshot? { reader.snapshot }

    /// The reason why no part of a log can be read.
    enum OpeningFailure: Error {
        case unreadable(UnreadableFile)
        /// Not even the beginning of the log can be read.
        case damaged(LogFailure)
    }

    init(_ path: String, pastDamage: Bool, _ progress: Progress? = nil) throws(OpeningFailure) {
        self.path = path
        readsPastDamage = pastDamage
        do throws(UnreadableFile) {
            pieces = try LogPieces(path, progress)
        } catch { throw .unreadable(error) }
        let first: [UInt8]
        do throws(UnreadableFile) {
            // Standard input cannot be read a second time after damage.
            first = path == "-" ? try pieces.rest() : try RecordStream.beginning(pieces)
        } catch { throw .unreadable(error) }
        do throws(LogFailure) { reader = try LogReader(first) } catch { throw .damaged(error) }
        if path == "-" { bytes = first }
    }

    /// Returns the first piece of a log. It contains both the header and the second line, which may be a snapshot.
    static func beginning(_ pieces: LogPieces) throws(UnreadableFile) -> [UInt8] {
        var first = try pieces.next() ?? []
        while isOneLine(first), let more = try pieces.next() { first += more }
        return first
    }

    /// Returns whether the bytes are a single line with its end.
    private static func isOneLine(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let newline = memchr(base, 0x0A, bytes.count) else { return false }
            return UnsafeRawPointer(newline) - base == bytes.count - 1
        }
    }

    /// Returns the next record or the next damage. `nil` at the end of the log, or after the first damage if reading stops there.
    mutating func next() throws(UnreadableFile) -> Element? {
        while !isDone {
            do throws(LogFailure) {
                if let record = try reader.next() { return .record(record) }
            } catch {
                return try damage(error)
            }
            if damages != nil { break }
            guard let more = try pieces.next() else { break }
            reader.append(more)
        }
        isDone = true
        return nil
    }

    private mutating func damage(_ error: LogFailure) throws(UnreadableFile) -> Element? {
        if damages == nil { try readWhole(upTo: error) }
        failure = failure ?? error
        let damage = survey(error)
        isDone = !readsPastDamage || !reader.resumeAfterDamage()
        return .damage(DamagedLines(lines: damage?.lines ?? error.line...error.line, failure: error, damage: damage))
    }

    /// Returns the damaged part that begins with `error`; `nil` if the line's checksum matches. Damages arrive in order, so `passed` only grows.
    private mutating func survey(_ error: LogFailure) -> LogSurvey.Damage? {
        guard let damages else { return nil }
        while passed < damages.count, damages[passed].lines.lowerBound < error.line { passed += 1 }
        guard passed < damages.count, damages[passed].failure == error else { return nil }
        return damages[passed]
    }

    /// Reads the whole log into memory, finds its damaged parts, and advances to the first of them.
    private mutating func readWhole(upTo error: LogFailure) throws(UnreadableFile) {
        if path != "-" { bytes = try LogPieces(path).rest() }
        damages = LogSurvey(bytes).damages
        guard var whole = try? LogReader(bytes) else { return }
        while (try? whole.next()) != nil { continue }
        reader = whole
    }
}
