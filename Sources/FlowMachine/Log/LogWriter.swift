/// Writes existing records as the lines of a segment: the counterpart of `LogReader`. A live flow has a `FlowRecorder` instead, which decides
/// and writes.
@_spi(Testing) public struct LogWriter: Sendable {
    private var writer = LineWriter()
    /// The header's line, with its newline.
    public let headerLine: [UInt8]

    /// Creates a writer that begins a segment with `header`.
    public init(header: LogHeader) { headerLine = writer.line(header) }

    /// The snapshot's line, with its newline: the second of a segment.
    public mutating func line(_ snapshot: Snapshot) -> [UInt8] { writer.line(snapshot) }

    /// The record's line, with its newline. Its checksum continues that of the line before.
    public mutating func line(_ record: LogRecord) -> [UInt8] { writer.line(record) }
}
