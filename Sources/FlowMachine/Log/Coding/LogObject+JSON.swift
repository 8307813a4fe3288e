// Reads and writes an object on its own, not as a line of a log.
extension LogObject {
    /// The value as JSON on one line, without a newline.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// Reads a value from JSON. Skips fields that this build does not know.
    package static func decoded(from json: [UInt8]) throws(CodingFailure) -> Self {
        var reader = Reader(json)
        let value = try Self.read(from: &reader)
        try reader.finish()
        return value
    }
}
