import FlowReading

extension StreamedReplay {
    /// Replays the log at `path`, which must not be the standard input.
    static func outcome(_ path: String, _ progress: Progress? = nil) throws(UnreadableFile) -> Outcome {
        let pieces = try LogPieces(path, progress)
        return try outcome(try RecordStream.beginning(pieces)) { () throws(UnreadableFile) in try pieces.next() }
    }
}
