/// Writes the lines of one segment, each with a checksum that continues that of the line before.
struct LineWriter {
    private var writer = JSONWriter()
    private(set) var checksum: UInt32 = 0

    /// The bytes between a line's content and its checksum: `,"crc":"`.
    static let seal: StaticString = ",\"crc\":\""
    /// From the seal to the end of the line, without the newline: `,"crc":"xxxxxxxx"}`.
    static let sealLength = 18

    init(checksum: UInt32 = 0) { self.checksum = checksum }

    /// The line for `value`, an object, with its newline.
    mutating func line<T: LogValue>(_ value: T) -> [UInt8] {
        writer.write(value)
        return sealed()
    }

    /// The line for the record of an event and what `engine` decided about it, with its newline.
    mutating func line(_ entry: EventEntry, _ engine: borrowing FlowEngine, _ rule: Rule) -> [UInt8] {
        writer.write(entry, engine, rule)
        return sealed()
    }

    private mutating func sealed() -> [UInt8] {
        checksum = writer.seal(after: checksum)
        return writer.bytes
    }
}
