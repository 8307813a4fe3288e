import FlowEffects
import FlowMachine
import Observation

/// A flow whose state SwiftUI views observe, on the main actor.
///
/// It follows `presentation`, `status` and `singleSignOn` of a `Flow` until the flow is shut down. A view that reads one of them is redrawn
/// when it changes. Share one per flow, for example through SwiftUI's environment.
///
/// For everything else use `flow` itself: `session.flow.play(resource)`.
@available(iOS 17, tvOS 17, macOS 14, *)
@MainActor @Observable public final class ObservableFlow {
    /// The flow that this object follows.
    public let flow: Flow
    /// The presentation to show now.
    public private(set) var presentation: ShownPresentation
    /// The flow's status.
    public private(set) var status: FlowStatus
    /// Whether the device's TV provider account signs the viewer in and, if not, why.
    public private(set) var singleSignOn: SingleSignOn

    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// Follows `flow`, starting from its current state.
    public init(_ flow: Flow) {
        self.flow = flow
        presentation = flow.presentation.value
        status = flow.status.value
        singleSignOn = flow.singleSignOn.value
        // An unchanged value is not set again, because that would redraw the views.
        follow(flow.presentation) { if $0.presentation != $1 { $0.presentation = $1 } }
        follow(flow.status) { if $0.status != $1 { $0.status = $1 } }
        follow(flow.singleSignOn) { if $0.singleSignOn != $1 { $0.singleSignOn = $1 } }
    }

    deinit {
        for task in following { task.cancel() }
    }

    /// Reports the viewer's choice for a presentation, for the action of a button. Does nothing if that presentation is no longer shown.
    /// - Parameters:
    ///   - choice: what the viewer chose.
    ///   - shown: the presentation that the button belongs to. Pass the one that was drawn rather than the current one, so that a late
    ///     second tap does not answer the next question.
    /// - Returns: the task that reports the choice, for a caller that waits.
    @discardableResult
    public func send(_ choice: Choice, for shown: ShownPresentation) -> Task<Void, Never> {
        Task { [flow] in await flow.send(choice, for: shown) }
    }

    private func follow<Value>(_ current: Current<Value>, _ set: @escaping @MainActor (ObservableFlow, Value) -> Void) {
        let values = current.values
        following.append(
            Task { [weak self] in
                for await value in values {
                    guard let self else { return }
                    set(self, value)
                }
            })
    }
}
