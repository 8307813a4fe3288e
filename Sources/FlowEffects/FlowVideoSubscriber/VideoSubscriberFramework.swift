#if VIDEO_SUBSCRIBER_STAND_IN || os(tvOS) || os(visionOS) || (os(iOS) && !targetEnvironment(macCatalyst))
    import FlowEffects
    import FlowMachine
    import VideoSubscriberAccount

    #if !VIDEO_SUBSCRIBER_STAND_IN
        import UIKit
    #endif

    /// Apple's Video Subscriber Account framework as the device's partner framework.
    ///
    /// The app presents the framework's own screens: the provider picker and the provider's sign-in page. No screen is shown for a question that
    /// forbids interruption, and the permission dialog appears only for a question that allows it (G-02, G-03).
    ///
    /// A question that may ask the viewer has no time limit (V2-C-07). A question that may not ask the viewer ends after a timeout, as if the
    /// framework were temporarily unavailable. If a screen never appears, its question ends, because no viewer could answer it.
    public final class VideoSubscriberFramework: PartnerFramework {
        /// Presents one of the framework's screens. Returns whether the screen was presented.
        public typealias Presentation = @MainActor @Sendable (UIViewController) -> Bool
        /// Dismisses one of the framework's screens.
        public typealias Dismissal = @MainActor @Sendable (UIViewController) -> Void

        private let present: Presentation
        private let dismiss: Dismissal
        private let appearance: Interval
        private let timeout: Interval
        private let clock: any FlowClock

        /// Creates the device's framework, with closures that present and dismiss its screens.
        ///
        /// A screen that is not shown ends its question with `PartnerError.notShown`, and the viewer then signs in with the app's own provider
        /// picker. The question ends at once if `present` returns `false`, and after `appearance` if the screen is in no window by then. UIKit drops
        /// a presentation, without an error, if the view controller already presents another view controller.
        /// - Parameters:
        ///   - present: presents a screen over the app's own screens before it returns. Returns `false` if no screen can be presented now, for
        ///     example because there is no window.
        ///   - dismiss: dismisses the given screen, and no other. Also called for a screen that never appeared although `present` returned
        ///     `true`.
        ///   - appearance: the time within which a screen must be in a window. The viewer may then take any time.
        ///   - timeout: the time limit for a question that may not ask the viewer. If the policy's `requestTimeout` is shorter, the flow stops
        ///     waiting earlier.
        ///   - clock: measures both durations.
        public init(
            present: @escaping Presentation, dismiss: @escaping Dismissal, appearance: Duration = .seconds(3),
            timeout: Duration = .seconds(30), clock: any FlowClock = SystemClock()
        ) {
            self.present = present
            self.dismiss = dismiss
            self.appearance = Interval(appearance)
            self.timeout = Interval(timeout)
            self.clock = clock
        }

        /// Creates the device's framework, which presents its screens over the app's topmost view controller.
        /// - Parameters:
        ///   - root: returns the root view controller of the app's window. The framework's screens are presented over the topmost view controller
        ///     above the root that is not being dismissed. If the app is dismissing a view controller there, the screens wait for the end of the
        ///     dismissal. If `root` returns `nil`, no screen is presented.
        ///   - appearance: the time within which a screen must be in a window.
        ///   - timeout: the time limit for a question that may not ask the viewer. If the policy's `requestTimeout` is shorter, the flow stops
        ///     waiting earlier.
        ///   - clock: measures both durations.
        public convenience init(
            over root: @escaping @MainActor @Sendable () -> UIViewController?, appearance: Duration = .seconds(3),
            timeout: Duration = .seconds(30), clock: any FlowClock = SystemClock()
        ) {
            let presenter = TopmostPresenter(over: root)
            self.init(
                present: { presenter.present($0) }, dismiss: { presenter.dismiss($0) }, appearance: appearance, timeout: timeout,
                clock: clock)
        }

        /// The URL of the system's settings for the TV provider, for `ShownPresentation.signOutInSettings(_:)` (V2-E-05). Pass the URL to
        /// `UIApplication.open(_:options:completionHandler:)`. `nil` for an iPhone or iPad app on a Mac, which has no such settings.
        public static var settingsURL: URL? {
            #if !VIDEO_SUBSCRIBER_STAND_IN && os(iOS)
                // Before macOS 14.5, an iOS app on a Mac crashes if it merely refers to the constant below.
                if ProcessInfo.processInfo.isiOSAppOnMac { return nil }
            #endif
            return URL(string: VSOpenTVProviderSettingsURLString)
        }

        /// Checks the permission and, if it is granted, sends the request of `question` to the framework. Canceling the task cancels the framework's
        /// request and dismisses its screen. This function then returns at once, and drops any later answer of the framework.
        public func ask(_ question: PartnerQuestion) async -> PartnerOutcome {
            let conversation = await Conversation(question, present: present, dismiss: dismiss, appearance: appearance, clock: clock)
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

        /// Starts a task that ends the conversation after the timeout; returns `nil` for a question that may ask the viewer, which has no limit.
        private func limit(of conversation: Conversation, for question: PartnerQuestion) -> Task<Void, Never>? {
            if question.isPromptAllowed || question.isInterruptionAllowed { return nil }
            let (clock, due) = (clock, clock.now.advanced(by: timeout))
            return Task {
                do { try await clock.sleep(until: due) } catch { return }
                await conversation.giveUp()
            }
        }
    }
#endif
