import FlowEffects

/// A simulated partner framework that a flow may ask, in place of the device's own. The viewer answers without delay.
public final class SharedPartnerFramework: PartnerFramework {
    private let framework: Lock<SimulatedPartnerFramework>

    /// Creates a framework that the flow and the viewer share; each may change it from any thread.
    public init(_ framework: SimulatedPartnerFramework = SimulatedPartnerFramework()) { self.framework = Lock(framework) }

    /// Reads or changes the framework with exclusive access.
    public func withFramework<Result: Sendable>(_ body: (inout SimulatedPartnerFramework) -> Result) -> Result {
        framework.withLock { body(&$0) }
    }

    public func ask(_ question: PartnerQuestion) async -> PartnerOutcome {
        framework.withLock { $0.answer(question).outcome }
    }
}
