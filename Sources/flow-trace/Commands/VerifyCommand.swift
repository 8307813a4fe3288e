import FlowMachine

/// `verify`: are logs whole, and does this build decide as they say?
enum VerifyCommand {
    static let syntax = CommandSyntax(
        name: "verify",
        summary: "Check that logs are undamaged, and that this build decides every event the same way.",
        operands: "LOG ...",
        examples: [Example("verify logs", "Is every log whole, and does this build decide the same?")],
        options: [.json(per: "log")],
        notes: [
            "Every event is decided again; rule, state, every field of every effect and the digest of the model\n"
                + "must be those recorded. The first difference is told on the standard error.",
            "The segments of a launch must go on from each other: the snapshot with which one begins must be the\n"
                + "model with which the one before it ends. Events that a failing disk did not keep are named.",
            "With --json: file, events, result (verified, damaged or differs), skipsDigests, for a segment that\n"
                + "does not begin with a launch beginning, and breach if it does not go on from the one before, and\n"
                + "for a failure line, column, text and untrusted (first and last lines), or line, event and\n"
                + "differences (field, recorded, thisBuild).",
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        var sequence = SegmentSequence()
        let look = try Look(arguments, console, isTable: true)
        let writesJSON = arguments.has("--json")
        let work: @Sendable (LogFile) -> VerifiedLog = { file in
            var verification = Verification(file.bytes)
            let complaints = writesJSON ? [] : verification.complaints(file.name, look)
            verification.dropRecords()
            return VerifiedLog(name: file.name, verification: verification, complaints: complaints)
        }
        return try Logs.forEachInParallel(arguments, console, work) { log, listing in
            let verification = log.verification
            let link = sequence.add(verification, log.name)
            if writesJSON {
                console.write(json(verification, link, log.name).json + "\n")
            } else {
                let summary = summary(verification, padded(Printable.text(log.name, ascii: false), to: listing.widest))
                console.write(summary + (link.note.map { ", \($0)" } ?? "") + "\n")
                if let complaint = link.complaint { console.complain(Printable.text("\(log.name):2: \(complaint)", ascii: false)) }
                for line in log.complaints { console.complain(line) }
            }
            return link.complaint == nil ? verification.exitCode : verification.exitCode.and(.logFails)
        }
    }

    /// What remains of a log once it is verified.
    private struct VerifiedLog: Sendable {
        let name: String
        let verification: Verification
        let complaints: [String]
    }

    private static func summary(_ verification: Verification, _ name: String) -> String {
        let count = padded("\(verification.count)", to: 6, right: true)
        switch verification.outcome {
        case .verified:
            let note = verification.skipsDigests ? ", without digests: another revision of the model wrote it" : ""
            return "\(name)  \(count) events  verified\(note)"
        case .damaged(let failure): return "\(name)  \(count) events  damaged at line \(failure.line)"
        case .differs(let divergence): return "\(name)  \(count) events  differs at event \(divergence.thisBuild.number)"
        }
    }

    private static func json(_ verification: Verification, _ link: SegmentSequence.Link, _ name: String) -> Tree {
        var members = [Tree.Member("file", .text(name)), Tree.Member("events", .number(Int64(verification.count)))]
        func add(_ name: String, _ value: Tree) { members.append(Tree.Member(name, value)) }
        switch verification.outcome {
        case .verified: add("result", .text("verified"))
        case .damaged: add("result", .text("damaged"))
        case .differs: add("result", .text("differs"))
        }
        add("skipsDigests", .truth(verification.skipsDigests))
        if let note = link.note { add("beginning", .text(note)) }
        if let complaint = link.complaint { add("breach", .text(complaint)) }
        switch verification.outcome {
        case .verified: break
        case .damaged(let failure):
            add("line", .number(Int64(failure.line)))
            add("column", .number(Int64(failure.column)))
            add("text", .text(failure.text))
            let lines = verification.damages.map { [Int64($0.lines.lowerBound), Int64($0.lines.upperBound)] }
            add("untrusted", .list(lines.map { .list($0.map { .number($0) }) }))
        case .differs(let divergence):
            add("line", .number(Int64(divergence.line)))
            add("event", .number(divergence.thisBuild.number))
            add("differences", .list(divergence.differences.map(difference)))
        }
        return .object(members)
    }

    private static func difference(_ difference: Divergence.Difference) -> Tree {
        .object([
            Tree.Member("field", .text(difference.field)),
            Tree.Member("recorded", difference.recorded.map { .text($0) } ?? .null),
            Tree.Member("thisBuild", difference.thisBuild.map { .text($0) } ?? .null),
        ])
    }
}
