import FlowMachine

/// The result of checking a log by replay: verified, decided differently from some event on, or damaged at a line.
package struct LogVerdict {
    private enum Finding {
        case verified(events: Int, skipsDigests: Bool)
        case differs(Divergence)
        case damaged(LogFailure?)
        /// The file does not continue the previous file.
        case torn
    }

    private let header: LogHeader
    private let finding: Finding
    /// The name of the file that differs or is damaged; `nil` if the launch has only one file or is verified.
    private let file: String?
    /// The number of files.
    private let files: Int

    package init(_ log: JoinedLog) {
        header = log.content.header
        files = log.segments.count
        var events = 0
        var skipsDigests = false
        var before: StreamedReplay.Agreement?
        for segment in log.segments {
            let name = log.segments.count == 1 ? nil : segment.name
            switch StreamedReplay.result(segment.bytes) {
            case .agrees(let agreement):
                if let before, !LogVerdict.continues(before, segment.content.snapshot) {
                    (finding, file) = (.torn, name)
                    return
                }
                events += agreement.count
                skipsDigests = skipsDigests || agreement.skipsDigests
                before = agreement
            case .differs(let divergence):
                (finding, file) = (.differs(divergence), name)
                return
            case .damaged:
                (finding, file) = (.damaged(segment.content.failure), name)
                return
            }
        }
        (finding, file) = (.verified(events: events, skipsDigests: skipsDigests), nil)
    }

    /// Returns whether a file that begins with `snapshot` continues the end of the previous file.
    ///
    /// If the log reports missing events between the two files, they are not compared, and the result is `true`.
    private static func continues(_ before: StreamedReplay.Agreement, _ snapshot: Snapshot?) -> Bool {
        guard let snapshot, case .rotation = snapshot.reason, (before.lastNumber ?? before.snapshot?.number) == snapshot.number else {
            return true
        }
        return before.checksum == snapshot.follows && before.digest == snapshot.digest
    }

    /// The verdict in a sentence.
    package var text: String {
        let place = file.map { " of \($0)" } ?? ""
        switch finding {
        case .verified(let count, let skips):
            let events = "\(grouped(count)) event\(count == 1 ? "" : "s")\(files == 1 ? "" : " of \(files) files")"
            let digests = skips ? " Another revision of the model wrote the log, so digests were not compared." : ""
            return "Verified: this build decides all \(events) as recorded.\(digests)"
        case .differs(let divergence):
            return "Decided differently from event \(divergence.thisBuild.number) on: the log was written by library \(header.library), "
                + "this is \(LogHeader.library)."
        case .damaged(let failure):
            guard let failure else { return "This build cannot decide the log again from its first line." }
            return "Damaged at line \(failure.line)\(place): \(failure.text)."
        case .torn: return "\(file ?? "A file") does not continue the file before it: data was lost or changed."
        }
    }

    private var word: String {
        switch finding {
        case .verified: "verified"
        case .differs: "differs"
        case .damaged, .torn: "damaged"
        }
    }

    /// The verdict as a JSON object.
    package var object: Tree {
        var (event, line) = (Tree.null, Tree.null)
        switch finding {
        case .verified, .torn: break
        case .differs(let divergence):
            event = .number(divergence.thisBuild.number)
            line = .number(Int64(divergence.line))
        case .damaged(let failure): line = failure.map { .number(Int64($0.line)) } ?? .null
        }
        return .object([
            Tree.Member("verdict", .text(word)), Tree.Member("text", .text(text)), Tree.Member("event", event), Tree.Member("line", line),
            Tree.Member("file", file.map { .text($0) } ?? .null),
            Tree.Member("library", .text(header.library)), Tree.Member("build", .text(LogHeader.library)),
            Tree.Member("revision", .number(Int64(header.modelRevision))),
            Tree.Member("buildRevision", .number(Int64(LogHeader.modelRevision))),
        ])
    }
}
