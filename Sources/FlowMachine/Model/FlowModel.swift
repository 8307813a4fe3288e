/// Everything the machine knows after an event.
public struct FlowModel: Hashable, Sendable, LogValue {
    /// One of the seven states, with what is known in it.
    public internal(set) var state: FlowState
    var calls: Calls
    var context: Context

    /// The model before `launched`.
    public init() {
        self.init(state: .unregistered(Unregistered()), calls: Calls(), context: Context())
    }

    init(state: FlowState, calls: Calls, context: Context) {
        self.state = state
        self.calls = calls
        self.context = context
    }

    /// 64 bits that tell this model from others, the same on every machine.
    public var digest: UInt64 {
        var digester = Digester()
        // Digesting cannot fail: every word there is has a spelling.
        _ = try? FlowModel.pass(self, through: &digester)
        return digester.digest
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            FlowModel(
                state: try archive.field("state", old?.state),
                calls: try archive.field("calls", old?.calls),
                context: try archive.field("known", old?.context))
        }
    }
}
