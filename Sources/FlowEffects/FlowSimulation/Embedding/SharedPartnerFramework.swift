import FlowEffects

/// A simulated partner framework that a flow may ask, in the place of the device's own. Nobody takes any time.
public final class SharedPartnerFramework: PartnerFramework {
    private let framework: Lock<SimulatedPartnerFramework>

    /// Shares `framework`.
    public init(_ framework: SimulatedPartnerFramework = SimulatedPartnerFramework()) { self.framework = Lock(framework) }

    /// Reads or changes it while nothing else does.
    public func withFramework<Result: Sendable>(_ body: (inout SimulatedPartnerFramework) -> Result) -> Result {
        framework.withLock { body(&$0) }
    }

    public func ask(_ question: PartnerQuestion) async -> PartnerOutcome {
        framework.withLock { $0.answer(question).outcome }
    }
}
