import FlowMachine
import FlowReading

extension ImportedLog {
    private static let listed = 12

    /// Describes the contents of the log, and the entries that it does not cover.
    package func text(_ path: String, of verdict: Verdict, _ look: Look) -> String {
        var sentences = [
            "\(path): \(counted(events, "event")) of what FlowMachine would have done on these answers. The answers are the capture's; the app's "
                + "wishes, the viewer's choices and the partner framework's answers are inferred from the requests, as the log's header says.",
            "\(Set(covered.map(\.entry)).count) of \(counted(verdict.coverage.adobe, "answer")) are in the log.",
        ]
        if !repeated.isEmpty {
            let names = repeated.prefix(ImportedLog.listed).map { "\($0)" }.joined(separator: ", ")
            sentences.append("Given more than once, because FlowMachine checked again what the app checked once: entries \(names).")
        }
        if !unasked.isEmpty {
            let names = unasked.prefix(ImportedLog.listed).map { "\($0.entry) (\($0.title))" }.joined(separator: ", ")
            let more = unasked.count - min(unasked.count, ImportedLog.listed)
            sentences.append("Not covered, because FlowMachine did not ask: entries \(names)\(more > 0 ? " and \(more) more" : "").")
        }
        if !unanswered.isEmpty {
            let names = questions.map { $0.count > 1 ? "\($0.name) (\($0.count) times)" : $0.name }.joined(separator: ", ")
            sentences.append("Asked by FlowMachine, and not in the capture: \(names). These requests stay unanswered in the log.")
        }
        return sentences.map { wrapped($0, to: look.width, ascii: look.glyphs.isASCII).joined(separator: "\n") }.joined(separator: "\n")
            + "\n"
    }

    /// The unanswered requests and how often each occurs, in the order of their first occurrence.
    private var questions: [(name: String, count: Int)] {
        var names: [String] = []
        for name in unanswered where !names.contains(name) { names.append(name) }
        return names.map { name in (name, unanswered.count { $0 == name }) }
    }

    /// Returns the contents of the log, and the entries that it does not cover, as JSON.
    func tree(_ path: String) -> Tree {
        .object([
            Tree.Member("path", .text(path)), Tree.Member("events", .number(Int64(events))),
            Tree.Member(
                "covered",
                .list(
                    covered.map {
                        .object([Tree.Member("entry", .number(Int64($0.entry))), Tree.Member("event", .number($0.event))])
                    })),
            Tree.Member("repeated", .list(repeated.map { .number(Int64($0)) })),
            Tree.Member("notAsked", .list(unasked.map { .number(Int64($0.entry)) })),
            Tree.Member("unanswered", .list(unanswered.map { .text($0) })),
        ])
    }
}
