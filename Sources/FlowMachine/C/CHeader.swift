/// A header from JSON that leaves out what has a default. A log's own header has every field.
struct CHeader: ReadableObject {
    private let header: LogHeader

    /// - Throws: `CFailure` if the bytes are not such JSON, or if no viewer can sign in with the settings. Those of a log are not checked: it
    ///   was written with them.
    static func read(_ bytes: [UInt8]) throws(CFailure) -> LogHeader {
        let header: LogHeader
        do throws(CodingFailure) {
            if try isLogHeader(bytes) {
                var reader = Reader(bytes)
                let header = try HeaderLine.read(from: &reader).header
                try reader.finish()
                return header.asWrittenNow
            }
            var reader = Reader(strict: bytes)
            header = try CHeader.read(from: &reader).header
            try reader.finish()
        } catch {
            throw CFailure(error, in: "the settings", bytes, hint: "flowmachine.h lists their fields at flow_begin")
        }
        do throws(SettingsFailure) {
            try header.settings.validate()
        } catch {
            throw CFailure(.unreadable, "the settings: \(error.plainText)")
        }
        return header
    }

    /// Whether the bytes are a log's header. Such a header begins with its format, unless another program wrote it.
    private static func isLogHeader(_ bytes: [UInt8]) throws(CodingFailure) -> Bool {
        var reader = Reader(bytes)
        if try reader.beginning(Format.self).format != nil { return true }
        reader = Reader(bytes)
        return try Format.read(from: &reader).format != nil
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        CHeader(header: try LogHeader.readLaunch(from: &source))
    }
}

/// Whether an object is a log's header.
private struct Format: ReadableObject {
    let format: Int64?

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { Format(format: try source.field("format")) }
}

/// A log's first line, with its checksum: a field that is left over would make the reader begin again.
private struct HeaderLine: ReadableObject {
    let header: LogHeader

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let header = try LogHeader.readFields(from: &source)
        let _: String? = try source.field("crc")
        return HeaderLine(header: header)
    }
}
