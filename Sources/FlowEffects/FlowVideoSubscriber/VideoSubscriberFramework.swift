#if VIDEO_SUBSCRIBER_STAND_IN || os(tvOS) || os(visionOS) || (os(iOS) && !targetEnvironment(macCatalyst))
    import FlowEffects
    import FlowMachine
    import VideoSubscriberAccount

    #if !VIDEO_SUBSCRIBER_STAND_IN
        import UIKit
    #endif

    /// Apple's Video Subscriber Account framework as the device's partner framework.
    ///
    /// The app shows the framework's own screens: the provider picker and the provider's sign-in page. Nothing is shown for a
    /// question that forbids interruption, and the permission dialog appears only where a question allows it (G-02, G-03).
    /// The viewer may take as long as they like (V2-C-07). A question that may not ask the viewer, and that the framework does not answer
    /// in time, ends as if the framework were temporarily unavailable. A screen that never appears also ends its question, because nobody
    /// could answer it.
    public final class VideoSubscriberFramework: PartnerFramework {
        /// Shows one of the framework's screens and returns whether it did.
        public typealias Presentation = @MainActor @Sendable (UIViewController) -> Bool
        /// Takes down one of the framework's screens.
        public typealias Dismissal = @MainActor @Sendable (UIViewController) -> Void

        private let present: Presentation
        private let dismiss: Dismissal
        private let appearance: Interval
        private let timeout: Interval
        private let clock: any FlowClock

        /// Creates the device's framework, with closures that show and take down its screens.
        ///
        /// A screen that is not shown ends its question with `PartnerError.notShown`, after which the viewer signs in with the
        /// app's own provider picker: when `present` returns `false`, at once; when the screen is in no window, after
        /// `appearance`. UIKit drops a presentation over a view controller that already presents another one, without an error.
        /// - Parameters:
        ///   - present: shows a screen over the app's own, before it returns. Returns `false` if nothing can be shown now, for
        ///     example because there is no window.
        ///   - dismiss: takes down the screen that it is given, and no other. It is also called for a screen that `present`
        ///     reported as shown and that never appeared.
        ///   - appearance: how long a screen may take until it is in a window. How long the viewer looks at it is not limited.
        ///   - timeout: how long a question that may not ask the viewer waits for the framework. If the policy's `requestTimeout` is shorter, the
        ///     flow stops waiting before.
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

        /// Creates the device's framework, with its screens over whatever the app shows at that time.
        /// - Parameters:
        ///   - root: the root view controller of the app's window. The screens are shown over the topmost view controller that is presented
        ///     over it; while one of the app's is being dismissed, they wait for that. If `root` returns `nil`, they are not shown.
        ///   - appearance: how long a screen may take until it is in a window.
        ///   - timeout: how long a question that may not ask the viewer waits for the framework. If the policy's `requestTimeout` is shorter, the
        ///     flow stops waiting before.
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

        /// The URL of the system's settings for the TV provider, for `ShownPresentation.signOutInSettings(_:)` (V2-E-05): pass it to
        /// `UIApplication.open(_:options:completionHandler:)`. `nil` for an iPhone or iPad app on a Mac, which has no such settings.
        public static var settingsURL: URL? {
            #if !VIDEO_SUBSCRIBER_STAND_IN && os(iOS)
                // Before macOS 14.5, such an app crashes merely by naming the constant.
                if ProcessInfo.processInfo.isiOSAppOnMac { return nil }
            #endif
            return URL(string: VSOpenTVProviderSettingsURLString)
        }

        /// Asks for the permission and, if it is granted, for what `question` requests. Canceling the task cancels the framework's request,
        /// takes down its screen, and returns at once; any later answer of the framework is dropped.
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

        /// A task that ends a conversation that takes too long; `nil` if the viewer may be looking at a dialog or a screen.
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
