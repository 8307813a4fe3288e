import FlowMachine

/// A value as the list of its parts, in the order in which the value describes them.
///
/// It is the only sink of this library: Embedded Swift compiles the descriptions of all types once for each type of sink, so everything else that reads
/// values, such as `Tree` and `Meaning`, reads these parts.
struct ValueTape: LogSink {
    /// A part of a value.
    enum Part {
        case number(Int64)
        /// A number that identifies a request, a timer, a presentation or a wish, or the next free one.
        case identifier(Int64)
        /// A point in time, in milliseconds since 1970.
        case instant(Int64)
        case truth(Bool)
        case text(String)
        /// A word of a closed set.
        case word(String)
        case bits(UInt64)
        case reference(SecretRef)
        case key(StaticString)
        case absent, present
        case open, close
        /// The beginning of a list with this number of elements.
        case openList(Int)
        case closeList
    }

    private(set) var parts: [Part] = []

    init<T: LogValue>(_ value: T) { value.describe(to: &self) }

    mutating func integer(_ value: Int64) { parts.append(.number(value)) }
    mutating func instant(_ value: Int64) { parts.append(.instant(value)) }
    mutating func identifier(_ value: Int64, _ family: NumberedFamily) { parts.append(.identifier(value)) }
    mutating func counter(_ value: Int64) { parts.append(.identifier(value)) }
    mutating func boolean(_ value: Bool) { parts.append(.truth(value)) }
    mutating func text(_ value: String) { parts.append(.text(value)) }
    mutating func hex64(_ value: UInt64) { parts.append(.bits(value)) }
    mutating func reference(_ value: SecretRef) { parts.append(.reference(value)) }
    mutating func word<W: Word>(_ value: W) { parts.append(.word(value.rawValue)) }
    mutating func open() { parts.append(.open) }
    mutating func close() { parts.append(.close) }
    mutating func key(_ name: StaticString) { parts.append(.key(name)) }
    mutating func absent() { parts.append(.absent) }
    mutating func present() { parts.append(.present) }
    mutating func openList(_ count: Int) { parts.append(.openList(count)) }
    mutating func closeList() { parts.append(.closeList) }
}
