// The condition is not `canImport(Combine)`, because on Linux the tests build a stand-in for Combine, which no other module may import.
#if COMBINE_STAND_IN || canImport(Darwin)
    import Combine
    import FlowEffects

    /// A flow whose state SwiftUI views observe on every system that the library supports. Unlike `ObservableFlow`, it is an `ObservableObject` of
    /// Combine.
    ///
    /// A published flow follows `presentation`, `status` and `singleSignOn` of a `Flow` until the flow is shut down. When one of these properties
    /// changes, SwiftUI redraws the views that have the published flow as an `@ObservedObject` or `@StateObject`.
    @MainActor public final class PublishedFlow: ObservableObject {
        /// The flow that this object follows.
        public let flow: Flow
        /// The screen to show now; `nil` for the app's own screen.
        @Published public private(set) var presentation: ShownPresentation?
        /// The current value of `Flow.status`.
        @Published public private(set) var status: FlowStatus
        /// Whether the device's TV provider account signs the viewer in, with the reason if it does not.
        @Published public private(set) var singleSignOn: SingleSignOn

        private var following: [Task<Void, Never>] = []

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

        /// Reports the viewer's choice on a screen, for the action of a button. A choice on a screen that is no longer shown has no effect, so a
        /// late second tap does not answer the next screen.
        /// - Returns: the task that reports the choice. Its value is the result of `Flow.send(_:)`.
        @discardableResult
        public func send(_ choice: ViewerChoice) -> Task<Bool, Never> {
            Task { [flow] in await flow.send(choice) }
        }
    }
#endif
