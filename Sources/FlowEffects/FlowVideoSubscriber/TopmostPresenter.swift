#if VIDEO_SUBSCRIBER_STAND_IN || os(tvOS) || os(visionOS) || (os(iOS) && !targetEnvironment(macCatalyst))
    #if VIDEO_SUBSCRIBER_STAND_IN
        import VideoSubscriberAccount
    #else
        import UIKit
    #endif

    /// Shows screens over the topmost view controller of an app.
    @MainActor final class TopmostPresenter {
        private let root: @MainActor @Sendable () -> UIViewController?
        /// The screens that wait until the dismissal of one of the app's own view controllers has finished.
        private var waiting: [UIViewController] = []

        nonisolated init(over root: @escaping @MainActor @Sendable () -> UIViewController?) { self.root = root }

        /// Presents `screen`, or schedules its presentation. Returns `false` if there is no view controller over which it can be presented.
        func present(_ screen: UIViewController) -> Bool {
            guard let top = top() else { return false }
            guard let coordinator = top.presentedViewController?.transitionCoordinator else {
                top.present(screen, animated: true)
                return true
            }
            // The app is dismissing a view controller, as apps often do when they start a sign-in. Until the dismissal has finished, UIKit
            // drops any presentation over `top`.
            waiting.append(screen)
            coordinator.animate(alongsideTransition: nil) { [weak self] _ in self?.presentLate(screen) }
            return true
        }

        private func presentLate(_ screen: UIViewController) {
            // A screen that was dismissed in the meantime must not appear.
            guard let index = waiting.firstIndex(where: { $0 === screen }) else { return }
            waiting.remove(at: index)
            top()?.present(screen, animated: true)
        }

        func dismiss(_ screen: UIViewController) {
            waiting.removeAll { $0 === screen }
            // If `screen` presents another view controller, `screen.dismiss` dismisses only that view controller. The presenter of `screen`
            // dismisses both.
            (screen.presentingViewController ?? screen).dismiss(animated: true)
        }

        /// The topmost view controller that is not being dismissed.
        private func top() -> UIViewController? {
            guard var top = root() else { return nil }
            while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
            return top
        }
    }
#endif
