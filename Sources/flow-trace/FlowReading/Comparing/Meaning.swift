import FlowMachine

/// Collects the parts of a log value that matter for its meaning.
///
/// It omits the numbers that identify requests, timers, presentations and secrets, and the ids by which Adobe's support finds an answer. Each time
/// is replaced by its distance from the event.
struct Meaning {
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
        for part in ValueTape(value).parts { meaning.take(part) }
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

    private mutating func take(_ part: ValueTape.Part) {
        switch part {
        case .number(let value): add(.text(String(value)))
        case .instant(let value): add(.time(value - time))
        case .identifier, .bits: add(nil)
        case .truth(let value): add(.truth(value))
        case .text(let value): add(.text(value))
        case .word(let word):
            let isKind = if case .key(let key)? = path.last { "\(key)" == "kind" } else { false }
            add(isKind ? .kind(CodeWords.name(word)) : .text(CodeWords.name(word)))
        case .reference(let value): add(value.kind == .resource ? .resource(value) : .text(value.kind.rawValue))
        case .open: path.append(.key(""))
        case .key(let name): if case .key = path.last { path[path.count - 1] = .key(name) }
        case .openList(let count):
            if count == 0 { add(.text("none")) }
            path.append(.place(0))
        case .close, .closeList:
            path.removeLast()
            moveOn()
        case .absent, .present: break
        }
    }
}
