/// Writes existing records as the lines of a segment, as the counterpart of `LogReader`. A live flow uses a `FlowRecorder` instead, which
/// decides and writes.
@_spi(Testing) public struct LogWriter: Sendable {
    private var writer = LineWriter()
    /// The header's line, with its newline.
    public let headerLine: [UInt8]

    /// Creates a writer that begins a segment with `header`.
    public init(header: LogHeader) { headerLine = writer.line(header) }

    /// Returns the line of the snapshot, which is the second line of a segment, with its newline.
    public mutating func line(_ snapshot: Snapshot) -> [UInt8] { writer.line(snapshot) }

    /// Returns the line of the record, with its newline. The line's checksum continues the checksum of the previous line.
    public mutating func line(_ record: LogRecord) -> [UInt8] { writer.line(record) }
}
