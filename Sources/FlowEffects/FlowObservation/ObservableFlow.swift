import FlowEffects
import Observation

/// A flow whose state SwiftUI views observe, on the main actor.
///
/// An observable flow follows `presentation`, `status` and `singleSignOn` of a `Flow` until the flow is shut down. When one of these properties
/// changes, SwiftUI redraws the views that read it. Create one observable flow per flow and share it, for example through SwiftUI's environment.
///
/// For everything else, use the property `flow`: `session.flow.play(resource)`. For earlier systems, see `PublishedFlow`.
@available(iOS 17, tvOS 17, macOS 14, *)
@MainActor @Observable public final class ObservableFlow {
    /// The flow that this object follows.
    public let flow: Flow
    /// The screen to show now; `nil` for the app's own screen.
    public private(set) var presentation: ShownPresentation?
    /// The current value of `Flow.status`.
    public private(set) var status: FlowStatus
    /// Whether the device's TV provider account signs the viewer in, with the reason if it does not.
    public private(set) var singleSignOn: SingleSignOn

    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// Follows `flow`, starting from its current state.
    public init(_ flow: Flow) {
        self.flow = flow
        presentation = flow.presentation.value
        status = flow.status.value
        singleSignOn = flow.singleSignOn.value
        // Does not set an unchanged value again, because that would redraw the views.
        following = [
            follow(flow.presentation, for: self) { if $0.presentation != $1 { $0.presentation = $1 } },
            follow(flow.status, for: self) { if $0.status != $1 { $0.status = $1 } },
            follow(flow.singleSignOn, for: self) { if $0.singleSignOn != $1 { $0.singleSignOn = $1 } },
        ]
    }

    deinit {
        for task in following { task.cancel() }
    }

    /// Reports the viewer's choice on a screen, for the action of a button. A choice on a screen that is no longer shown has no effect, so a late
    /// second tap does not answer the next screen.
    /// - Returns: the task that reports the choice. Its value is the result of `Flow.send(_:)`.
    @discardableResult
    public func send(_ choice: ViewerChoice) -> Task<Bool, Never> {
        Task { [flow] in await flow.send(choice) }
    }
}
