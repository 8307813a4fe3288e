/// Writes the lines of one segment. Each line ends with a checksum that continues the checksum of the previous line.
struct LineWriter {
    private var writer = JSONWriter()
    private(set) var checksum: UInt32 = 0

    /// The bytes between a line's content and its checksum: `,"crc":"`.
    static let seal: StaticString = ",\"crc\":\""
    /// The number of bytes from the seal to the end of the line, without the newline: `,"crc":"xxxxxxxx"}`.
    static let sealLength = 18

    init(checksum: UInt32 = 0) { self.checksum = checksum }

    /// Returns the line for `value`, with its newline. `value` must be an object.
    mutating func line<T: LogValue>(_ value: T) -> [UInt8] {
        writer.write(value)
        return sealed()
    }

    /// Returns the line for an event and the decision of `engine` about it, with its newline.
    mutating func line(_ entry: EventEntry, _ engine: borrowing FlowEngine, _ rule: Rule) -> [UInt8] {
        writer.write(entry, engine, rule)
        return sealed()
    }

    private mutating func sealed() -> [UInt8] {
        checksum = writer.seal(after: checksum)
        return writer.bytes
    }
}
