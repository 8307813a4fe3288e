import FlowMachine
import FlowReading

/// `watch`: prints the events of a growing log.
enum WatchCommand {
    static let syntax = CommandSyntax(
        name: "watch",
        summary: "Follow a log that is being written, and print its events, one per line.",
        operands: "LOG",
        examples: [
            Example("watch logs", "Follow the newest log of a folder."),
            Example("watch --only refusals logs", "One line for each request that is denied or refused."),
        ],
        options: [
            Option("--until-idle", "SECONDS", "Stop when nothing was written for SECONDS. Default: stop at Ctrl-C."),
            Option("--phase", "A|B|C|D|E|F", "Print only what happened in this phase, or in the state of that name; several with commas."),
            .only("Print"),
            Option("--grep", "TEXT", "Print only events in whose text TEXT appears."),
            .json(per: "event"), .ascii, .timeZone,
        ],
        notes: [
            "LOG is a file, - for standard input, or a folder: its newest segment is followed, and then the\nnext one.",
            "Columns: number, time of day in UTC or in the ZONE, state, step, event, rule, effects, as in replay. The events are\n"
                + "printed as recorded; verify decides them again.",
            "On a terminal, repeated polls and retries are counted on one line, which is updated in place.",
            "An incomplete line is printed once it is complete. A file that was truncated or replaced is read\nfrom its beginning.",
            JSONHelp.text("With --json, one object per event as soon as it is written", shape),
        ])

    /// The members of the JSON object for an event or for a gap in the log.
    static let shape = JSONShape(
        EventObjects.shape.title, EventObjects.shape.fields + [.init("gap", "instead of the others: what the log lacks here")])

    /// The time between two checks of the file, in milliseconds.
    private static let interval: Int32 = 100

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let idle = try arguments.number("--until-idle", in: 0...86_400)
        let filter = try arguments.filter()
        guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageFailure(
                arguments.operands.isEmpty ? "no log given: name a file, a folder, or -" : "watch follows one log: name one file or folder")
        }
        let look = Look(
            width: max(Look.narrowest, console.columns ?? 170), glyphs: arguments.has("--ascii") ? .ascii : .unicode,
            clock: try arguments.clock() ?? .utc, color: console.usesColor)
        do throws(UnreadableFile) {
            var watch = Watch(console, look, filter, writesJSON: arguments.has("--json"))
            var follower = try LogFollower(operand)
            var waited = ContinuousClock.now
            while true {
                let news = try follower.refresh(waiting: interval)
                switch news {
                case .none: break
                case .more:
                    watch.take(follower)
                    waited = .now
                case .anew(let name, let because):
                    watch.begin(name, because)
                    watch.take(follower)
                    waited = .now
                case .end: return watch.end(follower, operand)
                }
                if let idle, waited.duration(to: .now) >= .seconds(idle) { return watch.end(follower, operand) }
                if news == .none, operand != "-" { pause(milliseconds: interval) }
            }
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
    }
}

/// Prints the events of the followed log, and remembers the printed events.
private struct Watch {
    private let console: Console
    private let look: Look
    private let filter: EventFilter
    private let writesJSON: Bool
    private var objects: EventObjects?
    private var table: WatchTable?
    private var events = 0
    private var code = ExitCode.fine

    init(_ console: Console, _ look: Look, _ filter: EventFilter, writesJSON: Bool) {
        self.writesJSON = writesJSON
        self.console = console
        self.look = look
        self.filter = filter
    }

    /// Starts over, with another file or with the same file from its beginning.
    mutating func begin(_ name: String, _ because: String) {
        if !because.isEmpty { console.complain(Printable.text("\(name): \(because); reading it from its beginning", ascii: false)) }
        if events > 0, !writesJSON { console.write("\n") }
        (objects, table, events) = (nil, nil, 0)
    }

    /// Prints the events of the new complete lines.
    mutating func take(_ follower: LogFollower) {
        let name = LogFile.name(of: follower.path ?? "")
        guard !follower.lines.isEmpty else { return }
        let content: LogContent
        do throws(LogFailure) {
            content = try LogContent(Array(follower.lines), pastDamage: true)
        } catch {
            if code == .fine { console.complain(complaint(error, in: name)) }
            code = .logFails
            return
        }
        if writesJSON { writeObjects(content) } else { writeTable(content, name) }
        events = content.records.count
        if let failure = content.failure {
            if code == .fine { console.complain(complaint(failure, in: name)) }
            code = .logFails
        }
    }

    private mutating func writeTable(_ content: LogContent, _ name: String) {
        var table: WatchTable
        if let begun = self.table {
            table = begun
        } else {
            look.note(content.header, of: name, console)
            table = WatchTable(content.header, look, filter, folds: console.columns != nil)
            console.write((Title.lines(name, nil, content.header, look) + ["", table.head]).joined(separator: "\n"))
        }
        let gaps = Dictionary(grouping: content.gaps, by: \.index)
        for index in events..<content.records.count {
            for gap in gaps[index] ?? [] { console.write(table.text(gap)) }
            console.write(table.text(content.records[index]))
        }
        self.table = table
    }

    private mutating func writeObjects(_ content: LogContent) {
        var objects = self.objects ?? EventObjects(content.header)
        let gaps = Dictionary(grouping: content.gaps, by: \.index)
        for index in events..<content.records.count {
            for gap in gaps[index] ?? [] { console.write(Tree.object([Tree.Member("gap", .text(gap.text))]).json + "\n") }
            let record = content.records[index]
            if objects.shows(record, filter) { console.write(objects.object(record).json + "\n") }
            objects.note(record)
        }
        self.objects = objects
    }

    /// Ends the output. Reports an incomplete last line, or that nothing was written at all.
    mutating func end(_ follower: LogFollower, _ operand: String) -> ExitCode {
        if table == nil, objects == nil, code == .fine, !follower.hasHalfLine {
            console.complain(Printable.text("\(LogFile.name(of: operand)): no log was written here", ascii: false))
        }
        if follower.hasHalfLine {
            console.complain(Printable.text("\(LogFile.name(of: follower.path ?? "")): the last line is not finished yet", ascii: false))
        }
        return code
    }
}
