#if VIDEO_SUBSCRIBER_STAND_IN || os(tvOS) || os(visionOS) || (os(iOS) && !targetEnvironment(macCatalyst))
    import FlowEffects
    import FlowMachine
    import VideoSubscriberAccount

    #if canImport(UIKit)
        import UIKit
    #endif

    /// Apple's Video Subscriber Account framework as the device's partner framework.
    ///
    /// The app shows the framework's own screens: the provider picker and the provider's sign-in page. Nothing is shown for a
    /// question that forbids interruption, and the permission dialog appears only where a question allows it (G-02, G-03).
    /// There is no time limit here: a person may take as long as they like (V2-C-07), and a question that asks nobody is
    /// given up by the machine.
    public final class VideoSubscriberFramework: PartnerFramework {
        /// Shows or takes down one of the framework's screens.
        public typealias Screen = @MainActor @Sendable (UIViewController) -> Void

        private let present: Screen
        private let dismiss: Screen

        /// The device's framework.
        /// - Parameters:
        ///   - present: shows a screen over the app's own; has to do it before it returns.
        ///   - dismiss: takes down a screen that `present` showed.
        public init(present: @escaping Screen, dismiss: @escaping Screen) {
            self.present = present
            self.dismiss = dismiss
        }

        /// Asks for the permission and, where it is granted, for what `question` is about. Cancelling the task cancels the
        /// framework's request, takes down its screen, and ends this at once; whatever the framework says later is dropped.
        public func ask(_ question: PartnerQuestion) async -> PartnerOutcome {
            let conversation = await Conversation(question, present: present, dismiss: dismiss)
            let outcome = await withTaskCancellationHandler {
                await conversation.outcome()
            } onCancel: {
                Task { @MainActor in conversation.cancel() }
            }
            await conversation.end()
            return outcome
        }
    }
#endif
