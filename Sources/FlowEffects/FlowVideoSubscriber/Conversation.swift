#if VIDEO_SUBSCRIBER_STAND_IN || os(tvOS) || os(visionOS) || (os(iOS) && !targetEnvironment(macCatalyst))
    import FlowEffects
    import FlowMachine
    import VideoSubscriberAccount

    #if !VIDEO_SUBSCRIBER_STAND_IN
        import UIKit
    #endif

    /// One question to the framework, from the access check to the metadata. The conversation retains the framework's manager, which must exist as
    /// long as its request is outstanding (G-06). The conversation is also the manager's delegate, and the manager does not retain its delegate.
    @MainActor final class Conversation: NSObject {
        private let question: PartnerQuestion
        private let present: VideoSubscriberFramework.Presentation
        private let dismiss: VideoSubscriberFramework.Dismissal
        private let appearance: Interval
        private let clock: any FlowClock
        private let manager = VSAccountManager()
        private var permission = Permission.notDetermined
        private var request: VSAccountManagerResult?
        private var continuation: CheckedContinuation<PartnerOutcome, Never>?
        /// The outcome, if it arrived before the call of `outcome()`.
        private var early: PartnerOutcome?
        private var isOver = false
        private var shown: [UIViewController] = []
        /// The tasks that check whether a presented screen is in a window, one per screen.
        private var watches: [Task<Void, Never>] = []
        /// The number of checks before a screen is reported as not shown. A single check at the end would miss a screen that has been in a window
        /// and that another screen has covered since.
        private static let looks: Int64 = 10

        /// Creates a conversation about `question`; `outcome()` begins it.
        /// - Parameters:
        ///   - question: the question.
        ///   - present: presents one of the framework's screens.
        ///   - dismiss: dismisses one of the framework's screens.
        ///   - appearance: the time within which a screen must be in a window.
        ///   - clock: measures `appearance`.
        init(
            _ question: PartnerQuestion, present: @escaping VideoSubscriberFramework.Presentation,
            dismiss: @escaping VideoSubscriberFramework.Dismissal, appearance: Interval, clock: any FlowClock
        ) {
            self.question = question
            self.present = present
            self.dismiss = dismiss
            self.appearance = appearance
            self.clock = clock
        }

        /// Asks the question and waits for its outcome. Call this once.
        func outcome() async -> PartnerOutcome {
            await withCheckedContinuation { continuation in
                if let early { return continuation.resume(returning: early) }
                self.continuation = continuation
                manager.delegate = self
                checkAccess()
            }
        }

        /// Cancels the question, because its answer is no longer needed.
        func cancel() { end(with: .canceled) }

        /// Ends the question, because it timed out. The outcome's error says that the service is temporarily unavailable.
        func giveUp() { end(with: .other(code: Int64(VSError.Code.serviceTemporarilyUnavailable.rawValue))) }

        private func end(with error: PartnerError) {
            if isOver { return }
            request?.cancel()
            finish(PartnerOutcome(permission: permission, error: error))
        }

        /// Dismisses all screens and detaches the manager.
        func end() {
            isOver = true
            manager.delegate = nil
            stopWatching()
            let left = shown
            shown = []
            for screen in left { dismiss(screen) }
        }

        /// Finishes the question with `outcome`, unless the question has an outcome already.
        private func finish(_ outcome: PartnerOutcome) {
            if isOver { return }
            isOver = true
            stopWatching()
            guard let continuation else {
                early = outcome
                return
            }
            self.continuation = nil
            continuation.resume(returning: outcome)
        }

        private func checkAccess() {
            // The framework calls the completion handlers on a queue that it chooses, so they send their results to the main actor.
            manager.checkAccessStatus(options: [.prompt: question.isPromptAllowed]) { @Sendable [weak self] status, error in
                let permission = Permission(status)
                let failure = error.map { PartnerError($0) }
                Task { @MainActor [weak self] in self?.receivedPermission(permission, failure) }
            }
        }

        private func receivedPermission(_ permission: Permission, _ failure: PartnerError?) {
            if isOver || request != nil { return }
            self.permission = permission
            guard permission == .granted else { return finish(PartnerOutcome(permission: permission, error: failure)) }
            request = manager.enqueue(VSAccountMetadataRequest(question)) { @Sendable [weak self] metadata, error in
                let outcome = PartnerOutcome(metadata, error)
                Task { @MainActor [weak self] in self?.finish(outcome) }
            }
        }

        private func show(_ screen: UIViewController) {
            // For a question that forbids interruption, the framework should present no screen. If it does, the screen is not shown.
            if isOver || !question.isInterruptionAllowed { return }
            guard present(screen) else { return end(with: .notShown) }
            shown.append(screen)
            watch(screen)
        }

        /// Ends the question if `screen` is in no window within `appearance`. UIKit drops some presentations without an error, and the framework
        /// would then wait forever for a viewer who sees no screen.
        private func watch(_ screen: UIViewController) {
            let begin = clock.now
            watches.append(
                Task { [weak self, weak screen, clock, appearance] in
                    for look in 1...Self.looks {
                        let next = begin.advanced(by: Interval(milliseconds: appearance.milliseconds / Self.looks * look))
                        do { try await clock.sleep(until: next) } catch { return }
                        guard let self, let screen, self.isAwaited(screen) else { return }
                    }
                    self?.end(with: .notShown)
                })
        }

        /// Returns whether the question still needs `screen`, and neither `screen` nor a later screen, which may cover `screen`, is in a window.
        private func isAwaited(_ screen: UIViewController) -> Bool {
            guard !isOver, let index = shown.firstIndex(where: { $0 === screen }) else { return false }
            return !shown[index...].contains { $0.viewIfLoaded?.window != nil }
        }

        private func stopWatching() {
            for watch in watches { watch.cancel() }
            watches = []
        }

        private func takeDown(_ screen: UIViewController) {
            guard let index = shown.firstIndex(where: { $0 === screen }) else { return }
            shown.remove(at: index)
            dismiss(screen)
        }
    }

    extension Conversation: VSAccountManagerDelegate {
        nonisolated func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
            onMainQueue { self.show(viewController) }
        }

        nonisolated func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
            onMainQueue { self.takeDown(viewController) }
        }

        /// Rejects a provider that the app does not offer through the framework, so that the viewer does not sign in to it in vain. The framework
        /// then reports an unsupported provider.
        nonisolated func accountManager(
            _ accountManager: VSAccountManager, shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
        ) -> Bool {
            question.supportedMappings.isEmpty || question.supportedMappings.contains(accountProviderIdentifier)
        }
    }

    /// A key that is set on the main queue only, by which code recognizes that it runs on the main queue.
    private let mainQueueMark: DispatchSpecificKey<Void> = {
        let mark = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: mark, value: ())
        return mark
    }()

    /// Runs `work` on the main queue, and returns when `work` is done, as the framework requires. May be called on any thread.
    private func onMainQueue(_ work: @escaping @MainActor @Sendable () -> Void) {
        // Both checks are needed, because without a run loop on the main thread, the main queue may run on another thread.
        if DispatchQueue.getSpecific(key: mainQueueMark) != nil || Thread.isMainThread {
            MainActor.assumeIsolated(work)
        } else {
            DispatchQueue.main.sync { MainActor.assumeIsolated(work) }
        }
    }
#endif
