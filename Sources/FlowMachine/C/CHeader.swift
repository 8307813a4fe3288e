/// A header in JSON that may omit every field with a default. The header of a log, in contrast, contains every field.
struct CHeader: ReadableObject {
    private let header: LogHeader

    /// Reads a header, or the first line of a log.
    /// - Throws: `CFailure` if the bytes are neither a header nor a log's line, or if no viewer can sign in with the settings. The settings
    ///   of a log are not checked, because the log was written with them.
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

    /// Returns whether the bytes are a log's header, which contains the field `format`. `format` is the first field, unless a different
    /// program wrote the header.
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

/// The field by which a log's header is recognized.
private struct Format: ReadableObject {
    let format: Int64?

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { Format(format: try source.field("format")) }
}

/// A log's first line, including the checksum. Without the checksum, the reader would read the line a second time from its beginning.
private struct HeaderLine: ReadableObject {
    let header: LogHeader

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let header = try LogHeader.readFields(from: &source)
        let _: String? = try source.field("crc")
        return HeaderLine(header: header)
    }
}
