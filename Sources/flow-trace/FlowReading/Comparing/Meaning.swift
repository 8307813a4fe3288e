import FlowMachine

/// Collects the parts of a log value that matter for its meaning.
///
/// It omits the numbers that identify requests, timers, presentations and secrets, and the ids by which Adobe's support finds an answer. Each time
/// is replaced by its distance from the event.
struct Meaning: LogSink {
    /// One part of a value.
    package enum Part: Equatable {
        case text(String)
        /// The word in a value's member `kind`.
        case kind(String)
        case truth(Bool)
        /// The resource that the viewer watches. Resources of two logs correspond if they have the same name or occur at corresponding places.
        case resource(SecretRef)
        /// A time, in milliseconds after the event; negative if it is before the event.
        case time(Int64)

        var isKind: Bool { if case .kind = self { true } else { false } }
        var isTruth: Bool { if case .truth = self { true } else { false } }
    }

    private(set) var leaves: [(path: String, part: Part)] = []
    private let time: Int64
    private var path: [Step] = []

    private enum Step {
        case key(StaticString)
        case place(Int)
    }

    /// The names of the omitted fields. Their values differ in every log, and do not affect the meaning.
    private static let left: Set<String> = ["serverTime", "trace", "jitter", "length"]

    private init(at time: Instant) { self.time = time.milliseconds }

    /// Returns the parts of a value that belongs to an event at `time`, each with its path.
    static func of<T: LogValue>(_ value: T, at time: Instant) -> [(path: String, part: Part)] {
        var meaning = Meaning(at: time)
        value.describe(to: &meaning)
        return meaning.leaves
    }

    private mutating func add(_ part: Part?) {
        defer { moveOn() }
        guard let part else { return }
        var text = ""
        for step in path {
            switch step {
            case .key(let key):
                let name = "\(key)"
                if Meaning.left.contains(name) { return }
                let word = CodeWords.name(name)
                if !name.isEmpty { text += text.isEmpty ? word : "." + word }
            case .place(let place): text += "[\(place)]"
            }
        }
        leaves.append((text, part))
    }

    /// Moves to the next position if the innermost container is a list.
    private mutating func moveOn() {
        if case .place(let place) = path.last { path[path.count - 1] = .place(place + 1) }
    }

    mutating func integer(_ value: Int64) { add(.text(String(value))) }
    mutating func instant(_ value: Int64) { add(.time(value - time)) }
    mutating func identifier(_ value: Int64, _ family: NumberedFamily) { add(nil) }
    mutating func counter(_ value: Int64) { add(nil) }
    mutating func boolean(_ value: Bool) { add(.truth(value)) }
    mutating func text(_ value: String) { add(.text(value)) }
    mutating func hex64(_ value: UInt64) { add(nil) }
    mutating func word<W: Word>(_ value: W) { word(spelled: value.rawValue) }

    @inline(never) private mutating func word(spelled spelling: String) {
        let isKind = if case .key(let key)? = path.last { "\(key)" == "kind" } else { false }
        let name = CodeWords.name(spelling)
        add(isKind ? .kind(name) : .text(name))
    }

    @inline(never) mutating func reference(_ value: SecretRef) {
        add(value.kind == .resource ? .resource(value) : .text(value.kind.rawValue))
    }

    @inline(never) mutating func open() { path.append(.key("")) }
    mutating func key(_ name: StaticString) { if case .key = path.last { path[path.count - 1] = .key(name) } }
    mutating func openList(_ count: Int) {
        if count == 0 { add(.text("none")) }
        path.append(.place(0))
    }
    mutating func close() { end() }
    mutating func closeList() { end() }
    mutating func absent() {}
    mutating func present() {}

    @inline(never) private mutating func end() {
        path.removeLast()
        moveOn()
    }
}
