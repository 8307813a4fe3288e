/// A value that can be read from a log or from other JSON.
package protocol ReadableValue: ReadableField {
    /// Reads a value from `source`.
    /// - Throws: `CodingFailure` if the source contains no value of this type.
    static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self
}

/// A value that can be read from an object with named fields.
///
/// A type that is not also a `LogObject` is only read, never written. It reads a part of a line, or input from outside.
package protocol ReadableObject: ReadableValue {
    /// Reads the fields from `source`, in the log's order. A source may read an object more than once.
    /// - Throws: `CodingFailure` if the source does not contain the fields.
    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self
}

/// A value that the log can contain.
///
/// A type lists its fields in two adjacent functions. One function describes a value to a sink, and the other function reads a value from a
/// source. Both list the same fields in the same order.
package protocol LogValue: LogField, ReadableValue {
    /// Describes this value to `sink`.
    func describe<S: LogSink>(to sink: inout S)
}

/// A value that the log contains as an object with named fields.
package protocol LogObject: LogValue, ReadableObject {
    /// Describes the fields to `sink`, in the log's order.
    func describeFields<S: LogSink>(to sink: inout S)
}

extension LogObject {
    @inline(__always) package func describe<S: LogSink>(to sink: inout S) {
        sink.open()
        describeFields(to: &sink)
        sink.close()
    }
}

extension ReadableObject {
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        try source.object(Self.self)
    }
}

extension Int64: LogValue {
    /// Passes the nearest number within ±(2^53 - 1) to the sink, because JavaScript reads such numbers without rounding. Only an invalid
    /// answer contains a number outside these bounds, and no decision depends on such a number.
    @inline(__always) package func describe<S: LogSink>(to sink: inout S) {
        sink.integer(Swift.min(Swift.max(self, -Instant.bound), Instant.bound))
    }
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        try source.integer()
    }
}

extension Bool: LogValue {
    @inline(__always) package func describe<S: LogSink>(to sink: inout S) { sink.boolean(self) }
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        try source.boolean()
    }
}

extension String: LogValue {
    @inline(__always) package func describe<S: LogSink>(to sink: inout S) { sink.text(self) }
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        try source.text()
    }
}

extension UInt64: LogValue {
    @inline(__always) package func describe<S: LogSink>(to sink: inout S) { sink.hex64(self) }
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        try source.hex64()
    }
}

extension Array: ReadableField where Element: ReadableValue {}

extension Array: ReadableValue where Element: ReadableValue {
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        try source.list(Element.self)
    }
}

extension Array: LogField where Element: LogValue {}

extension Array: LogValue where Element: LogValue {
    package func describe<S: LogSink>(to sink: inout S) {
        sink.openList(count)
        for index in indices { self[index].describe(to: &sink) }
        sink.closeList()
    }
}
