import FlowMachine

/// `explain`: why was this decided, and what would have changed it?
enum ExplainCommand {
    static let syntax = CommandSyntax(
        name: "explain",
        summary: "Say what was decided at an event, by which rule and why, and what would have changed it.",
        operands: "LOG ...",
        examples: [
            Example("explain app.jsonl", "Why was this viewer not let in?"),
            Example("explain --at 9 app.jsonl", "Why was this decided at event 9?"),
        ],
        options: [
            Option("--at", "N", "Explain event N. If not given: the answer that refused or denied the last\nwish, or the last event."),
            Option("--wish", "N", "Explain the answer to wish N."),
            .width, .ascii, .utc,
        ],
        notes: [
            "What would have changed it is not looked up but decided: this build is given the same model with\n"
                + "another answer, choice, moment or setting. The rules are those of Specs/rules.",
            "Of several logs, each answer stands below the name of its log.",
            "Why was this viewer not let in? flow-trace explain LOG",
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let number = try arguments.number("--at", in: 1...Int64.max)
        let wish = try arguments.number("--wish", in: 0...Int64.max)
        if number != nil, wish != nil { throw UsageFailure("--at and --wish: one of them") }
        let look = try Look(arguments, console)
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, listing in
            let verification = Verification(file.bytes)
            for line in verification.complaints(file.name, look) { console.complain(line) }
            let records = verification.decided
            guard verification.header != nil, let last = records.last else {
                if verification.header != nil { console.complain("\(Printable.text(file.name, ascii: false)): there is no event in it") }
                return verification.exitCode.and(.logFails)
            }
            let asked = wish.map { answer(to: WishID($0), in: records) } ?? number ?? unmet(records) ?? last.number
            guard let asked, let scene = Scene(asked, verification, file.bytes) else {
                let what = wish.map { "no answer to wish \($0)" } ?? "no event \(number ?? 0)"
                console.complain(Printable.text("\(file.name): there is \(what): the last event is \(last.number)", ascii: false))
                return verification.exitCode.and(.usage)
            }
            if !isFirst { console.write("\n") }
            isFirst = false
            // Whole, however long: its end alone is often that of the others.
            let name = listing.count > 1 ? [Printable.text(file.name, ascii: look.glyphs.isASCII), ""] : []
            let title = wishTitle(scene).map { [$0, ""] } ?? []
            console.write((name + title + Explanation.lines(scene, look)).joined(separator: "\n") + "\n")
            return verification.exitCode
        }
    }

    /// The event with the last answer to a wish, if that answer refused or denied it.
    static func unmet(_ records: [Record]) -> Int64? {
        for record in records.reversed() {
            for effect in record.effects.reversed() {
                guard case .answer(_, let answer) = effect else { continue }
                switch answer {
                case .denied, .refused: return record.number
                case .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .dropped: return nil
                }
            }
        }
        return nil
    }

    private static func answer(to wish: WishID, in records: [Record]) -> Int64? {
        records.last { record in
            record.effects.contains { if case .answer(wish, _) = $0 { true } else { false } }
        }?.number
    }

    /// Which wishes got their answer at the event.
    private static func wishTitle(_ scene: Scene) -> String? {
        let words = Words(scene.header)
        let told = scene.record.effects.compactMap { effect -> String? in
            guard case .answer(let id, let answer) = effect else { return nil }
            var what = "wish \(id.number)"
            if let opening = scene.opening(of: id), case .user(let user) = opening.event.origin {
                what = "\(words.user(user).main) (wish \(id.number), event \(opening.number))"
            }
            return "\(what): \(words.answer(answer, at: scene.record.event.time).sentence)"
        }
        return told.isEmpty ? nil : told.map { Printable.text($0, ascii: false) }.joined(separator: "\n")
    }
}
