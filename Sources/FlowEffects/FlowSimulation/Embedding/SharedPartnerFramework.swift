import FlowEffects

/// A simulated partner framework for a flow, in place of the device's own framework. Its viewer answers without delay.
public final class SharedPartnerFramework: PartnerFramework {
    private let framework: Lock<SimulatedPartnerFramework>

    /// Creates a framework that the flow and the simulated viewer share. Any thread may change it.
    public init(_ framework: SimulatedPartnerFramework = SimulatedPartnerFramework()) { self.framework = Lock(framework) }

    /// Reads or changes the framework with exclusive access.
    public func withFramework<Result: Sendable>(_ body: (inout SimulatedPartnerFramework) -> Result) -> Result {
        framework.withLock { body(&$0) }
    }

    public func ask(_ question: PartnerQuestion) async -> PartnerOutcome {
        framework.withLock { $0.answer(question).outcome }
    }
}
