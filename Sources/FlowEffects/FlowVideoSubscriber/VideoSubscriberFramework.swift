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
    /// A person may take as long as they like (V2-C-07). A question that may ask nobody, and that the framework does not
    /// answer in time, ends as one that found the framework unavailable for the moment.
    public final class VideoSubscriberFramework: PartnerFramework {
        /// Shows or takes down one of the framework's screens.
        public typealias Screen = @MainActor @Sendable (UIViewController) -> Void

        private let present: Screen
        private let dismiss: Screen
        private let clock: any FlowClock
        private let patience: Interval

        /// The device's framework.
        /// - Parameters:
        ///   - present: shows a screen over the app's own; has to do it before it returns.
        ///   - dismiss: takes down a screen that `present` showed.
        ///   - patience: how long a question that may ask nobody waits for the framework.
        ///   - clock: by which that is measured.
        public init(
            present: @escaping Screen, dismiss: @escaping Screen, patience: Interval = .seconds(30), clock: any FlowClock = SystemClock()
        ) {
            self.present = present
            self.dismiss = dismiss
            self.patience = patience
            self.clock = clock
        }

        /// Asks for the permission and, where it is granted, for what `question` is about. Cancelling the task cancels the
        /// framework's request, takes down its screen, and ends this at once; whatever the framework says later is dropped.
        public func ask(_ question: PartnerQuestion) async -> PartnerOutcome {
            let conversation = await Conversation(question, present: present, dismiss: dismiss)
            let limit = limit(of: conversation, for: question)
            let outcome = await withTaskCancellationHandler {
                await conversation.outcome()
            } onCancel: {
                Task { @MainActor in conversation.cancel() }
            }
            limit?.cancel()
            await conversation.end()
            return outcome
        }

        /// What ends a conversation that takes too long; none where the person may be looking at a dialog or a screen.
        private func limit(of conversation: Conversation, for question: PartnerQuestion) -> Task<Void, Never>? {
            if question.prompt || question.interruption { return nil }
            let (clock, due) = (clock, clock.now.advanced(by: patience))
            return Task {
                do { try await clock.sleep(until: due) } catch { return }
                await conversation.giveUp()
            }
        }
    }
#endif
