import FlowMachine
import FlowReading

/// `verify`: checks that logs are undamaged, and that this build makes the same decisions.
enum VerifyCommand {
    static let syntax = CommandSyntax(
        name: "verify",
        summary: "Check that logs are undamaged, and that this build decides every event the same way.",
        operands: "LOG ...",
        examples: [
            Example("verify logs", "Is every log complete, and does this build decide the same?"),
            Example("verify --all logs", "What does this build decide differently, in all logs?"),
            Example("verify --repair-to repaired.jsonl app.jsonl", "Repair the flipped bit that damaged a log, in a copy."),
        ],
        options: [
            Option(
                "--all", nil,
                "Count every difference between this build and the logs, by rule and by field, instead of reporting only the first in each log."
            ),
            Option(
                "--repair-to", "FILE",
                "Write a copy of one damaged log to FILE, with every flipped bit repaired that alone explains damage. FILE must not exist.",
                values: .file),
            Option(
                "--json", nil,
                "Print JSON, one object per line: one per log, or with --all one per kind of difference and one with the totals."),
            .timeZone,
        ],
        notes: [
            "Every event is decided again. The rule, the state, every field of every effect and the model's digest\n"
                + "must match the log. The first difference in each log is printed below its line.",
            "The segments of a launch must continue each other: the snapshot at the start of a segment must match\n"
                + "the model at the end of the previous one. Events that a failing disk lost are listed.",
            "With --all, the comparison continues after the first difference in a log with the recorded events,\n"
                + "not with those that this build's decisions would have caused. Numbers that this build assigns\n"
                + "differently are matched to the recorded ones. From there on, digests are not compared.\n"
                + "An event is not compared while the recorded state and this build's state differ, if it answers a\n"
                + "request that this build did not send, or if it is after damage. The most frequent difference comes\n"
                + "first, each with one example. Use it to check a change of rules against logs from production.",
            JSONHelp.text("With --json, one object per log", shape),
            JSONHelp.text("With --all --json, one object per kind of difference, then one with the totals", CorpusText.shape),
            "Checksums and digests have no key. They show accidental damage, not forgery: anybody can write a log\n"
                + "that verifies.",
        ])

    /// The members of the JSON object for a log.
    static let shape = JSONShape(
        "A log",
        [
            .init("file", "the log"), .init("events", "how many events agree"), .init("result", "verified, damaged or differs"),
            .init("library", "the version of the library that wrote the log; absent if the first line cannot be read"),
            .init("skipsDigests", "whether another revision of the model wrote the log: digests are not compared"),
            .init("beginning", "how a segment starts that does not start with a launch; else absent"),
            .init("breach", "why the segment does not continue the previous one; else absent"),
            .init("line", "damaged: where, absent for a compressed log that cannot be decompressed to its end; differs: line alone"),
            .init("column", "damaged: where, absent as above; differs: line alone"),
            .init("text", "damaged: what is wrong"),
            .init("untrusted", "damaged: the first and last line of each range that cannot be trusted; the first 20"),
            .init("moreUntrusted", "damaged: how many more ranges there are; absent if none"),
            .init("total", "differs: how many events the log has"),
            .init("event", "differs: the number of the first event that differs"),
            .init("differences", "differs: the first 100 differences", .objects([differenceShape])),
            .init("moreDifferences", "differs: how many more fields differ; absent if none"),
        ])

    private static let differenceShape = JSONShape(
        "A difference",
        [
            .init("field", "what differs"), .init("recorded", "the value in words; null: no such field"),
            .init("thisBuild", "the value in words; null: no such field"),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        if let target = arguments.text("--repair-to") { return try RepairCommand.run(arguments, to: target, console) }
        if arguments.has("--all") { return try compareAll(arguments, console) }
        var sequence = SegmentSequence()
        let look = try Look(arguments, console, isTable: true)
        let writesJSON = arguments.has("--json")
        return try Logs.forEachPath(arguments, console, { verified($0, $1, look) }) { log, listing in
            let verification = log.verification
            let link = sequence.add(verification, log.name)
            if writesJSON {
                console.write(json(log, link).json + "\n")
            } else {
                // A path that is too long for this column shifts only the rest of its own row.
                let column = min(listing.widest, look.width - widestResult)
                let summary = summary(log, padded(Printable.text(log.name, ascii: false), to: column))
                console.write(summary + (link.note.map { "; \(Printable.text($0, ascii: false))" } ?? "") + "\n")
            }
            if let complaint = link.complaint { console.complain(Printable.text("\(log.name):2: \(complaint)", ascii: false)) }
            if !log.complaints.isEmpty, let header = verification.header { look.note(header, of: log.name, console) }
            verification.tell(log.complaints, console, writesJSON: writesJSON)
            if let rest = log.rest { console.complain(Printable.text(rest.text, ascii: false)) }
            let code: ExitCode = log.rest == nil ? verification.exitCode : .unreadable
            return link.complaint == nil ? code : code.and(.logFails)
        }
    }

    /// The columns that a row needs beside the name of its log.
    private static let widestResult = 44

    /// Verifies a log in pieces. Reads the log as a whole only if it is damaged or this build decides it differently.
    private static func verified(_ path: String, _ progress: Progress?, _ look: Look) -> Result<VerifiedLog, UnreadableFile> {
        do throws(UnreadableFile) {
            if path != "-", case .agrees(let agreement) = try StreamedReplay.result(path, progress) {
                let verification = Verification(agreement)
                return .success(VerifiedLog(name: path, verification: verification, total: agreement.count, complaints: []))
            }
            let file = try LogFile.read(path)
            var verification = Verification(file.bytes)
            let complaints = verification.complaints(file.name, look)
            verification.dropRecords()
            let total = total(verification, file.bytes)
            return .success(VerifiedLog(name: file.name, verification: verification, total: total, complaints: complaints))
        } catch {
            return error.isCutOff ? .success(cutOff(path, error)) : .failure(error)
        }
    }

    /// Verifies the beginning of a compressed log whose content is damaged or cut off.
    private static func cutOff(_ path: String, _ rest: UnreadableFile) -> VerifiedLog {
        let file = LogFile.beginning(of: path)
        var verification = Verification(file.bytes)
        verification.dropRecords()
        return VerifiedLog(
            name: file.name, verification: verification, total: verification.count, complaints: [], rest: rest)
    }

    private static func compareAll(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        var corpus = CorpusDifferences()
        let clock = arguments.has("--json") ? .utc : try arguments.clock() ?? .utc
        let work: @Sendable (String, Progress?) -> Result<LogDifferences, UnreadableFile> = { path, progress in
            do throws(UnreadableFile) { return .success(try LogDifferences(path, progress, clock)) } catch { return .failure(error) }
        }
        let code = try Logs.forEachPath(arguments, console, work) { log, _ in
            corpus.add(log)
            guard let failure = log.failure else { return log.differing > 0 ? .logFails : .fine }
            console.complain(complaint(failure, in: log.name))
            return .logFails
        }
        if arguments.has("--json") {
            for object in CorpusText.json(corpus) { console.write(object.json + "\n") }
        } else if corpus.logs > 0 {
            let look = Look(width: max(Look.narrowest, console.columns ?? 100), color: console.usesColor)
            console.write(CorpusText(corpus, look).lines.joined(separator: "\n") + "\n")
        }
        return code
    }

    /// The part of a verification that is kept until the result for the log is printed. It is a class because threads pass it on several times,
    /// and each copy of a structure with a header would take longer than a small event.
    private final class VerifiedLog: Sendable {
        let name: String
        let verification: Verification
        /// The number of events that the log contains, including events that this build decides differently.
        let total: Int
        let complaints: [String]
        /// Why the rest of a compressed log cannot be read; `nil` if it can.
        let rest: UnreadableFile?

        init(name: String, verification: Verification, total: Int, complaints: [String], rest: UnreadableFile? = nil) {
            self.name = name
            self.verification = verification
            self.total = total
            self.complaints = complaints
            self.rest = rest
        }
    }

    /// Returns the number of events in the log, including events after a difference, but without events after damage.
    private static func total(_ verification: Verification, _ bytes: [UInt8]) -> Int {
        guard case .differs = verification.verdict else { return verification.count }
        return LogSurvey(bytes).wholeLines - (verification.snapshot == nil ? 1 : 2)
    }

    private static func summary(_ log: VerifiedLog, _ name: String) -> String {
        let origin = log.verification.header?.derivation.map { "; no recording: \(Printable.text($0, ascii: false))" } ?? ""
        return result(log, name) + origin
    }

    private static func result(_ log: VerifiedLog, _ name: String) -> String {
        let verification = log.verification
        let count = padded("\(log.total)", to: 6, right: true) + (log.total == 1 ? " event " : " events")
        if log.rest != nil { return "\(name)  \(count)  damaged: cannot be decompressed to its end" }
        switch verification.verdict {
        case .verified:
            let note = verification.skipsDigests ? ", without digests: another revision of the model wrote it" : ""
            return "\(name)  \(count)  verified\(note)"
        case .damaged(let failure): return "\(name)  \(count)  damaged at line \(failure.line)"
        case .differs(let divergence): return "\(name)  \(count); first difference at event \(divergence.thisBuild.number)"
        }
    }

    /// Returns the results for the files of one launch as JSON.
    static func objects(_ files: [LogFile]) -> [Tree] {
        var sequence = SegmentSequence()
        return files.map { file in
            let verification = Verification(file.bytes)
            let log = VerifiedLog(
                name: file.name, verification: verification, total: total(verification, file.bytes), complaints: [])
            return json(log, sequence.add(verification, file.name))
        }
    }

    private static func json(_ log: VerifiedLog, _ link: SegmentSequence.Link) -> Tree {
        let verification = log.verification
        let name = log.name
        var members = [Tree.Member("file", .text(name)), Tree.Member("events", .number(Int64(verification.count)))]
        func add(_ name: String, _ value: Tree) { members.append(Tree.Member(name, value)) }
        add("result", .text(log.rest == nil ? word(verification.verdict) : "damaged"))
        if let library = verification.header?.library { add("library", .text(library)) }
        add("skipsDigests", .truth(verification.skipsDigests))
        if let derivation = verification.header?.derivation { add("derivation", .text(derivation)) }
        if let note = link.note { add("beginning", .text(note)) }
        if let complaint = link.complaint { add("breach", .text(complaint)) }
        if let rest = log.rest {
            add("text", .text(rest.reason))
            return .object(members)
        }
        switch verification.verdict {
        case .verified: break
        case .damaged(let failure):
            add("line", .number(Int64(failure.line)))
            add("column", .number(Int64(failure.column)))
            add("text", .text(failure.text))
            let lines = verification.damages.prefix(DamageReport.most).map { [Int64($0.lines.lowerBound), Int64($0.lines.upperBound)] }
            add("untrusted", .list(lines.map { .list($0.map { .number($0) }) }))
            let more = verification.damages.count - lines.count
            if more > 0 { add("moreUntrusted", .number(Int64(more))) }
        case .differs(let divergence):
            add("line", .number(Int64(divergence.line)))
            add("total", .number(Int64(log.total)))
            add("event", .number(divergence.thisBuild.number))
            add("differences", .list(divergence.differences.map(difference)))
            if divergence.moreDifferences > 0 { add("moreDifferences", .number(Int64(divergence.moreDifferences))) }
        }
        return .object(members)
    }

    private static func word(_ verdict: Verification.Verdict) -> String {
        switch verdict {
        case .verified: "verified"
        case .damaged: "damaged"
        case .differs: "differs"
        }
    }

    private static func difference(_ difference: Divergence.Difference) -> Tree {
        .object([
            Tree.Member("field", .text(difference.field)),
            Tree.Member("recorded", difference.recorded.map { .text($0) } ?? .null),
            Tree.Member("thisBuild", difference.thisBuild.map { .text($0) } ?? .null),
        ])
    }
}
