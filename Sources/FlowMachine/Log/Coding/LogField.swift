/// A type that can be read from a field of an object: a value, or an optional value. An absent field is read as `nil`.
package protocol ReadableField {
    /// Reads the field `name` from `source`.
    /// - Throws: `CodingFailure` if the source has no readable field `name`.
    static func read<S: LogSource>(_ name: StaticString, from source: inout S) throws(CodingFailure) -> Self
}

/// The value of an object's field: a value, or an optional value. A field whose value is `nil` is absent.
package protocol LogField: ReadableField {
    /// Passes the field `name` with this value to `sink`.
    func describe<S: LogSink>(as name: StaticString, to sink: inout S)
}

extension ReadableValue {
    @inline(__always)
    package static func read<S: LogSource>(_ name: StaticString, from source: inout S) throws(CodingFailure) -> Self {
        try source.required(name)
    }
}

extension LogValue {
    @inline(__always) package func describe<S: LogSink>(as name: StaticString, to sink: inout S) {
        sink.key(name)
        describe(to: &sink)
    }
}

extension Optional: ReadableField where Wrapped: ReadableValue {
    @inline(__always)
    package static func read<S: LogSource>(_ name: StaticString, from source: inout S) throws(CodingFailure) -> Self {
        try source.optional(name)
    }
}

extension Optional: LogField where Wrapped: LogValue {
    @inline(__always) package func describe<S: LogSink>(as name: StaticString, to sink: inout S) {
        guard let value = self else { return sink.absent() }
        sink.present()
        value.describe(as: name, to: &sink)
    }
}
