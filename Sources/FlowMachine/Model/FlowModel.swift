/// Everything the machine knows after an event.
public struct FlowModel: Hashable, Sendable {
    /// The current state, with the data that the flow has only in that state.
    package internal(set) var state: FlowState
    package internal(set) var calls: Calls
    package internal(set) var context: Context

    /// The name of the current state.
    public var stateName: FlowStateName { state.kind }
    /// The access that decisions are made under; `nil` in a state without one.
    public var access: Access? { state.access }

    /// Creates the model before `launched`.
    public init() {
        self.init(state: .unregistered(Unregistered()), calls: Calls(), context: Context())
    }

    init(state: FlowState, calls: Calls, context: Context) {
        self.state = state
        self.calls = calls
        self.context = context
    }

    /// Takes the state out of the model, until `putBack` puts it back.
    mutating func takeState() -> FlowState {
        var taken = FlowState.registered(Registered())
        swap(&taken, &state)
        return taken
    }

    /// Puts the state back into the model.
    mutating func putBack(_ taken: inout FlowState) { swap(&taken, &state) }

    /// Adds the references that the calls and the context hold. The references of the state are not included.
    func collect(_ list: inout [SecretRef]) {
        calls.collect(&list)
        context.collect(&list)
    }

    /// A 64-bit digest that distinguishes this model from others. It is the same on every machine.
    public var digest: UInt64 { Digester.digest(of: self) }
}

// MARK: Log

extension FlowModel: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("state", state)
        sink.field("calls", calls)
        sink.field("known", context)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        FlowModel(
            state: try source.field("state"),
            calls: try source.field("calls"),
            context: try source.field("known"))
    }
}
