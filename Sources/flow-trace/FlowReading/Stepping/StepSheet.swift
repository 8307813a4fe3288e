import FlowMachine

/// Everything that is known about one event: its content, its rule, its effects, the states before and after it, the outstanding requests, and the
/// contents of the vault.
package struct StepSheet {
    private let content: LogContent
    private let index: Int
    private let record: LogRecord
    private let before: StepReader.Position
    private let after: StepReader.Position
    private let words: Wording

    init(_ content: LogContent, _ index: Int, _ before: StepReader.Position, _ after: StepReader.Position, _ words: Wording) {
        (self.content, self.index, self.before, self.after, self.words) = (content, index, before, after, words)
        record = content.records[index]
    }

    /// The sheet as a JSON object.
    package var object: Tree {
        let asked = before.questions.question(record.event)
        let previous = index > 0 ? content.records[index - 1] : nil
        let start = content.records.first?.event.time.milliseconds ?? 0
        let time = record.event.time
        return .object(
            [
                Tree.Member("event", .number(record.number)), Tree.Member("by", record.by.map { .number($0) } ?? .null),
                Tree.Member("at", .instant(time)), Tree.Member("since", .number(time.milliseconds - start)),
                Tree.Member("day", .text(TimeWords.second(time, words.clock))),
                Tree.Member("clock", .text(TimeWords.clock(time, words.clock))),
                Tree.Member("text", .text(words.sentence(record.event, asked: asked, shown: before.questions.shown?.presentation))),
                Tree.Member("rule", .text(record.rule)), Tree.Member("ruleText", ruleText),
                Tree.Member("before", previous.map { .text("\($0.state).\($0.step)") } ?? .null),
                Tree.Member("state", .text("\(record.state).\(record.step)")),
                Tree.Member("trace", record.trace.map { .text($0) } ?? .null),
                Tree.Member("ignored", .truth(record.isIgnored(after: previous))),
                Tree.Member(
                    "effects",
                    .list(record.effects.map { effect in StepSheet.said(words.effect(effect, at: time), Trouble.isIn(effect)) })),
                Tree.Member(
                    "memory",
                    .list(
                        words.memory(record, asked: asked, owed: before.questions.owed).map {
                            StepSheet.said($0.label.sentence, $0.isTrouble)
                        })),
            ] + surroundings + [Tree.Member("fields", fields(Tree(record.event))), Tree.Member("json", Tree(record.event))])
    }

    private static func said(_ text: String, _ isTrouble: Bool) -> Tree {
        .object([Tree.Member("text", .text(text)), Tree.Member("trouble", .truth(isTrouble))])
    }

    private var ruleText: Tree {
        guard let rule = RuleWords.of(record.rule) else { return .null }
        return .object([
            Tree.Member("when", .text(rule.when)), Tree.Member("then", .text(rule.then)),
            Tree.Member("documentation", .text(DocumentationAnchor.rule(rule.id))),
        ])
    }

    /// Returns the parts of a value as a list of names and values in words.
    private func fields(_ tree: Tree) -> Tree {
        .list(tree.leaves.map { StepSheet.pair($0.path, $0.text(words.clock)) })
    }

    private static func pair(_ name: String, _ text: String) -> Tree {
        .object([Tree.Member("name", .text(name)), Tree.Member("text", .text(text))])
    }

    // MARK: Around the event

    private var surroundings: [Tree.Member] {
        [
            Tree.Member("unknown", after.replay == nil ? .text(after.unknown) : .null), Tree.Member("model", model),
            Tree.Member("outstanding", outstanding),
            Tree.Member("vault", .list(after.vault.values.map { StepSheet.pair(words.fact($0.kind), $0.text) })),
        ]
    }

    /// The values of the model after the event. A value that the event changed also has its value before the event.
    private var model: Tree {
        guard let after = after.replay?.model else { return .list([]) }
        var old: [String: Tree] = [:]
        let earlier = before.replay?.model
        for leaf in earlier.map({ Tree($0).leaves }) ?? [] { old[leaf.path] = leaf.value }
        var rows: [Tree] = []
        for leaf in Tree(after).leaves {
            var members = [Tree.Member("name", .text(leaf.path)), Tree.Member("text", .text(leaf.text(words.clock)))]
            let known = old.removeValue(forKey: leaf.path)
            if earlier != nil, known != leaf.value {
                members.append(
                    Tree.Member("was", .text(known.map { Tree.Leaf(path: leaf.path, value: $0).text(words.clock) } ?? "not there")))
            }
            rows.append(.object(members))
        }
        for leaf in earlier.map({ Tree($0).leaves }) ?? [] where old[leaf.path] != nil {
            rows.append(
                .object([
                    Tree.Member("name", .text(leaf.path)), Tree.Member("text", .text("gone")),
                    Tree.Member("was", .text(leaf.text(words.clock))),
                ]))
        }
        return .list(rows)
    }

    /// The calls, timers and screens, and the requests of the app and the viewer, that are outstanding after the event.
    private var outstanding: Tree {
        let now = record.event.time
        func due(_ instant: Instant?) -> String {
            guard let instant else { return "" }
            let length = instant.milliseconds - now.milliseconds
            return length < 0 ? "overdue" : "within \(TimeWords.length(length))"
        }
        let waits = after.outstanding
        var rows: [Tree] = []
        for request in waits.requests {
            let text = after.questions.question(of: request.id).map { words.asked($0) } ?? "an answer"
            rows.append(StepSheet.pair("request \(request.id.number)", words.joined([text, due(request.due)])))
        }
        for timer in waits.timers {
            rows.append(StepSheet.pair("timer \(timer.id.number)", words.joined([words.timer(timer.purpose), due(timer.due)])))
        }
        if let shown = waits.shown, let what = shown.what {
            rows.append(StepSheet.pair("screen \(shown.id.number)", words.presentation(what, at: now).sentence))
        }
        for wish in waits.wishes { rows.append(StepSheet.pair("wish \(wish.id.number)", words.wish(wish.kind))) }
        return .list(rows)
    }
}

extension Wording {
    /// Returns a request of the app or the viewer in words.
    fileprivate func wish(_ kind: Wish.Kind) -> String {
        switch kind {
        case .signIn: "sign in"
        case .otherProvider: "sign in, other provider"
        case .play(let resource, _): "play \(ref(resource))"
        case .preview(let resources): "preview \(count(resources.count, "resource"))"
        case .userMetadata: "user metadata"
        case .signOut: "sign out"
        }
    }
}
