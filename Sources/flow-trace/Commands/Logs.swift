import FlowMachine

/// What all commands that read logs have in common.
enum Logs {
    /// What is known of the logs of a command before the first is read.
    struct Listing {
        /// How many there are.
        let count: Int
        /// The columns of the longest name.
        let widest: Int
    }

    /// Runs `body` for every log that the operands name, in order. A file that cannot be read is reported, and the next is read.
    static func forEach(
        _ arguments: Arguments, _ console: Console, _ body: (LogFile, Listing) -> ExitCode
    ) throws(UsageFailure) -> ExitCode {
        if arguments.operands.isEmpty { throw UsageFailure("no log: name a file, a folder, or - for the standard input") }
        var code = ExitCode.fine
        var paths: [String] = []
        for operand in arguments.operands {
            do throws(UnreadableFile) {
                paths += try LogFile.all(operand)
            } catch {
                console.complain(Printable.text(error.text, ascii: false))
                code = .unreadable
            }
        }
        let listing = Listing(count: paths.count, widest: paths.reduce(0) { max($0, DisplayedWidth.of(LogFile.name(of: $1))) })
        for path in paths {
            do throws(UnreadableFile) {
                code = code.and(body(try LogFile.read(path), listing))
            } catch {
                console.complain(Printable.text(error.text, ascii: false))
                code = code.and(.unreadable)
            }
        }
        return code
    }

    /// `file:line:column: what is wrong and what to do`.
    static func complaint(_ failure: LogFailure, in name: String) -> String {
        var text = "\(name):\(failure.line):\(failure.column): \(failure.text)."
        let good = failure.line - 1
        if good > 1 {
            text += "\n  \(good) lines before it are good: flow-trace render \(shellWord(name))"
        } else if failure.line == 1 {
            text += "\n  Is it a log of FlowMachine? Its first line is a header."
        }
        return Printable.lines(text)
    }

    /// `name` as a shell takes it.
    static func shellWord(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2E, 0x2F, 0x5F, 0x2D, 0x2B, 0x2C, 0x3A, 0x3D, 0x40: true
            case _: false
            }
        }
        if isPlain, !name.isEmpty { return name }
        return "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

/// The readable part of a log.
struct LogContent {
    let header: LogHeader
    /// Where it goes on from, if it does not begin with a launch.
    let snapshot: Snapshot?
    let records: [Record]
    /// What stopped the reading.
    let failure: LogFailure?

    /// Reads up to the end or the first damage; past it, too, if that is wanted.
    /// - Throws: `LogFailure` when not even the beginning can be read.
    init(_ bytes: [UInt8], pastDamage: Bool = false) throws(LogFailure) {
        var reader = try LogReader(bytes)
        header = reader.header
        snapshot = reader.snapshot
        var records: [Record] = []
        var failure: LogFailure?
        var isDone = false
        while !isDone {
            do throws(LogFailure) {
                while let record = try reader.next() { records.append(record) }
                isDone = true
            } catch {
                failure = failure ?? error
                isDone = !pastDamage || !reader.pickUp()
            }
        }
        self.records = records
        self.failure = failure
    }
}
