/// Everything that the flow knows after an event.
public struct FlowModel: Hashable, Sendable {
    /// The current state, with the data that the flow has only in that state.
    package internal(set) var state: FlowState
    package internal(set) var calls: Calls
    package internal(set) var context: Context

    /// The name of the current state.
    public var stateName: FlowStateName { state.kind }
    /// The access under which decisions are requested; `nil` in a state without access.
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

    /// Removes the state from the model and returns it. `putBack` restores it.
    mutating func takeState() -> FlowState {
        var taken = FlowState.registered(Registered())
        swap(&taken, &state)
        return taken
    }

    /// Restores the state that `takeState` removed from the model.
    mutating func putBack(_ taken: inout FlowState) { swap(&taken, &state) }

    /// Adds the references that the calls and the context contain. The references of the state are not included.
    func collect(_ list: inout [SecretRef]) {
        calls.collect(&list)
        context.collect(&list)
    }

    /// A 64-bit digest of the model, to distinguish different models. It is the same on every machine.
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
