import FlowReading

extension StreamedReplay {
    /// Replays the log at `path`, which must not be the standard input.
    static func result(_ path: String, _ progress: Progress? = nil) throws(UnreadableFile) -> Result {
        let pieces = try LogPieces(path, progress)
        return try result(try RecordStream.beginning(pieces)) { () throws(UnreadableFile) in try pieces.next() }
    }
}
