import FlowReading

extension LogDifferences {
    /// Compares the log at `path` with this build's decisions. If all are as recorded, the log is read only in pieces; otherwise, it is read again as
    /// a whole.
    init(_ path: String, _ progress: Progress? = nil, _ clock: DisplayedClock = .utc) throws(UnreadableFile) {
        if path != "-", case .agrees(let agreement) = try StreamedReplay.result(path, progress) {
            self.init(LogFile.name(of: path), agreement)
        } else {
            let file = try LogFile.read(path)
            self.init(file.name, file.bytes, clock)
        }
    }
}
