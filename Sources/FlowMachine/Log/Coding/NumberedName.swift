/// A number that identifies a request, a timer, a presentation or a wish. Such numbers are compared only for equality.
package protocol NumberedName: LogValue {
    /// The number, starting at 1.
    var number: Int64 { get }
    /// Creates the identifier with this number.
    init(_ number: Int64)
    /// The kind of thing that the number identifies.
    static var family: NumberedFamily { get }
}

/// The kinds of things that a number can identify.
package enum NumberedFamily: UInt8, Sendable {
    case request, timer, presentation, wish
}

extension NumberedName {
    @inline(__always) package func describe<S: LogSink>(to sink: inout S) { sink.identifier(number, Self.family) }
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Self(try source.identifier())
    }
}
