import FlowMachine

/// What a verified replay of a log finds, as data: verified, decided differently from an event on, or damaged at a line.
package struct LogVerdict {
    private let header: LogHeader
    private let result: StreamedReplay.Result
    /// The first line that cannot be trusted or read, and what is wrong with it.
    private let failure: LogFailure?

    package init(_ content: LogContent, _ bytes: [UInt8]) {
        header = content.header
        failure = content.failure
        result = StreamedReplay.result(bytes)
    }

    /// The verdict in a sentence.
    package var text: String {
        switch result {
        case .agrees(let agreement):
            let events = "\(grouped(agreement.count)) event\(agreement.count == 1 ? "" : "s")"
            let digests =
                agreement.skipsDigests ? " Another revision of the model wrote the log, so digests were not compared." : ""
            return "Verified: this build decides all \(events) as recorded.\(digests)"
        case .differs(let divergence):
            return "Decided differently from event \(divergence.thisBuild.number) on: the log was written by library \(header.library), "
                + "this is \(LogHeader.library)."
        case .damaged:
            guard let failure else { return "This build cannot decide the log again from its first line." }
            return "Damaged at line \(failure.line): \(failure.text)."
        }
    }

    private var word: String {
        switch result {
        case .agrees: "verified"
        case .differs: "differs"
        case .damaged: "damaged"
        }
    }

    /// The verdict as a JSON object.
    package var object: Tree {
        var event = Tree.null
        var line = failure.map { Tree.number(Int64($0.line)) } ?? .null
        if case .differs(let divergence) = result {
            event = .number(divergence.thisBuild.number)
            line = .number(Int64(divergence.line))
        }
        return .object([
            Tree.Member("verdict", .text(word)), Tree.Member("text", .text(text)), Tree.Member("event", event), Tree.Member("line", line),
            Tree.Member("library", .text(header.library)), Tree.Member("build", .text(LogHeader.library)),
            Tree.Member("revision", .number(Int64(header.modelRevision))),
            Tree.Member("buildRevision", .number(Int64(LogHeader.modelRevision))),
        ])
    }
}
