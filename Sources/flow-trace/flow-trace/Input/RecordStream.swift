import FlowMachine
import FlowReading

/// The records of one log as they stand there, read in pieces; behind damage, too, if that is wanted.
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
    /// The damages, once the first was met: from then on the whole log is in memory.
    private var damages: [LogSurvey.Damage]?
    /// The damages before this place lie before the line that is read.
    private var passed = 0
    private var isDone = false
    /// The whole log, once it is in memory: the standard input from the beginning, a file from its first damage on.
    private(set) var bytes: [UInt8] = []
    /// The first problem with the log.
    private(set) var failure: LogFailure?

    var name: String { pieces.name }
    var header: LogHeader { reader.header }
    /// The snapshot from which it continues, if it does not begin with a launch.
    var snapshot: Snapshot? { reader.snapshot }

    /// Why a log cannot be read at all.
    enum OpeningFailure: Error {
        case unreadable(UnreadableFile)
        /// Not even its beginning can be read.
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
            // The standard input cannot be read again behind damage.
            first = path == "-" ? try pieces.rest() : try RecordStream.beginning(pieces)
        } catch { throw .unreadable(error) }
        do throws(LogFailure) { reader = try LogReader(first) } catch { throw .damaged(error) }
        if path == "-" { bytes = first }
    }

    /// The first piece of a log. A snapshot is the second line, and must be there with the first.
    static func beginning(_ pieces: LogPieces) throws(UnreadableFile) -> [UInt8] {
        var first = try pieces.next() ?? []
        while first.firstIndex(of: 0x0A) == first.count - 1, let more = try pieces.next() { first += more }
        return first
    }

    /// The next record or damage; `nil` at the end, or at damage that nothing is read behind.
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

    /// The damage that begins with `error`, if its checksum does not match. Damages are met in order, so each is passed once.
    private mutating func survey(_ error: LogFailure) -> LogSurvey.Damage? {
        guard let damages else { return nil }
        while passed < damages.count, damages[passed].lines.lowerBound < error.line { passed += 1 }
        guard passed < damages.count, damages[passed].failure == error else { return nil }
        return damages[passed]
    }

    /// Takes the whole log into memory, and goes to where it is damaged.
    private mutating func readWhole(upTo error: LogFailure) throws(UnreadableFile) {
        if path != "-" { bytes = try LogPieces(path).rest() }
        damages = LogSurvey(bytes).damages
        guard var whole = try? LogReader(bytes) else { return }
        while (try? whole.next()) != nil { continue }
        reader = whole
    }
}
