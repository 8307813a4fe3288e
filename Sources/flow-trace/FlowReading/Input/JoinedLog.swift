import FlowMachine

/// The files of one launch, read as one log. Reading continues after damaged lines.
package struct JoinedLog {
    /// One file of the launch.
    package struct Segment {
        package let name: String
        package let bytes: [UInt8]
        package let content: LogContent
        /// The number of the launch's records in earlier files.
        package let start: Int
    }

    /// The files in the order in which they were written.
    package let segments: [Segment]
    package let content: LogContent

    /// Reads `first` and the files of `others` that continue its launch. Reading stops at the first file that belongs to another launch or cannot be
    /// read.
    ///
    /// - Throws: `LogFailure` if not even the beginning of `first` can be read.
    package init(
        _ first: (name: String, bytes: [UInt8]), _ others: ArraySlice<(name: String, bytes: [UInt8])>
    ) throws(LogFailure) {
        let content = try LogContent(first.bytes, pastDamage: true)
        var segments = [Segment(name: first.name, bytes: first.bytes, content: content, start: 0)]
        var count = content.records.count
        var last = content.records.last?.number ?? content.snapshot?.number ?? 0
        for file in others {
            guard let next = try? LogContent(file.bytes, pastDamage: true), next.header.support == content.header.support,
                let snapshot = next.snapshot, snapshot.number >= last
            else { break }
            segments.append(Segment(name: file.name, bytes: file.bytes, content: next, start: count))
            count += next.records.count
            last = next.records.last?.number ?? snapshot.number
        }
        self.segments = segments
        self.content = segments.count == 1 ? content : LogContent(joining: content, segments.dropFirst().map { $0.content })
    }

    /// Returns the file that contains an event; the first file if none does.
    package func segment(of event: Int64) -> Segment? {
        segments.first { $0.content.records.contains { $0.number == event } } ?? segments.first
    }

    /// The entire launch as one file. If there are several files, this build decides all events again, so that the checksum of each line continues
    /// the line before it.
    package var bytes: [UInt8] {
        guard segments.count > 1, let run = EditedRun(content, []) else { return segments.first?.bytes ?? [] }
        return run.bytes
    }
}
