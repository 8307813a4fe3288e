import FlowEffects
import Observation

/// A flow whose state SwiftUI views observe, on the main actor.
///
/// It follows `presentation`, `status` and `singleSignOn` of a `Flow` until the flow is shut down. A view that reads one of them is redrawn
/// when it changes. Share one per flow, for example through SwiftUI's environment.
///
/// For everything else use `flow` itself: `session.flow.play(resource)`. For earlier systems, see `PublishedFlow`.
@available(iOS 17, tvOS 17, macOS 14, *)
@MainActor @Observable public final class ObservableFlow {
    /// The flow that this object follows.
    public let flow: Flow
    /// The screen to show now, if any.
    public private(set) var presentation: ShownPresentation?
    /// The status of the flow, as `Flow.status` has it.
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
        following = [
            follow(flow.presentation, for: self) { if $0.presentation != $1 { $0.presentation = $1 } },
            follow(flow.status, for: self) { if $0.status != $1 { $0.status = $1 } },
            follow(flow.singleSignOn, for: self) { if $0.singleSignOn != $1 { $0.singleSignOn = $1 } },
        ]
    }

    deinit {
        for task in following { task.cancel() }
    }

    /// Reports what the viewer chose on a screen, for the action of a button. A choice for a screen that is no longer shown does nothing, so a
    /// late second tap does not answer the next question.
    /// - Returns: the task that reports the choice; its value is that of `Flow.send(_:)`.
    @discardableResult
    public func send(_ choice: ViewerChoice) -> Task<Bool, Never> {
        Task { [flow] in await flow.send(choice) }
    }
}
