/// An enum whose cases are a closed set of words. The raw value is the word in the log.
package protocol Word: RawRepresentable<String>, CaseIterable, Hashable, Sendable, LogValue {
    /// The table that finds a word by its bytes.
    static var table: WordTable<Self> { get }
}

extension Word {
    @inline(__always) package func describe<S: LogSink>(to sink: inout S) { sink.word(self) }
    @inline(__always) package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        try source.word(Self.self)
    }
}

extension Word {
    /// Returns the word with this spelling, compared byte by byte. The compiler's `init(rawValue:)` compares by Unicode's rules. The tables
    /// for these rules would take a tenth of the code in wasm.
    package static func spelled(_ spelling: String) -> Self? { allCases.first { haveSameBytes($0.rawValue, spelling) } }
}
