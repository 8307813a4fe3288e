// The part of UIKit that the adapters for Apple's platforms use, with the names and shapes of its public documentation.
// The module is not called UIKit: Swift Testing would look for its own overlay next to a module of that name.

// Apple's module also exports Foundation.
@_exported import Foundation

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController {
    private let ownView = UIView()
    private var covering: UIViewController?

    public init() {}

    /// A view controller whose view is in a window from the start, as that of an app's root is.
    public init(inWindow window: UIWindow) { ownView.window = window }

    /// https://developer.apple.com/documentation/uikit/uiviewcontroller/viewifloaded
    open var viewIfLoaded: UIView? { ownView }

    /// https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller
    open var presentedViewController: UIViewController? { covering }

    /// https://developer.apple.com/documentation/uikit/uiviewcontroller/presentingviewcontroller
    open private(set) weak var presentingViewController: UIViewController?

    /// https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingdismissed
    open private(set) var isBeingDismissed = false

    /// https://developer.apple.com/documentation/uikit/uiviewcontroller/transitioncoordinator
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { transition }
    private var transition: StandInTransition?

    /// Starts to dismiss it, with an animation that lasts until the test ends it.
    public func beginDismissal() -> StandInTransition {
        let began = StandInTransition { [self] isCancelled in
            isBeingDismissed = false
            transition = nil
            if !isCancelled { presentingViewController?.dismiss(animated: false) }
        }
        transition = began
        isBeingDismissed = true
        return began
    }

    /// Drops a second presentation without an error, and a presentation over a view without a window, as UIKit does.
    ///
    /// https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
        guard covering == nil, let window = ownView.window else { return }
        covering = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        viewControllerToPresent.ownView.window = window
    }

    /// Dismisses the controller that it presents, or itself if it presents none, as UIKit does.
    ///
    /// https://developer.apple.com/documentation/uikit/uiviewcontroller/dismiss(animated:completion:)
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        guard let over = covering else {
            presentingViewController?.dismiss(animated: flag)
            return
        }
        if over.covering != nil { over.dismiss(animated: false) }
        over.presentingViewController = nil
        over.ownView.window = nil
        covering = nil
    }
}

/// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView {
    public init() {}

    /// https://developer.apple.com/documentation/uikit/uiview/window
    ///
    /// A test sets it, unlike in UIKit.
    open var window: UIWindow?
}

/// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {
    /// https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller
    public var rootViewController: UIViewController?
}

/// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinatorcontext
@MainActor public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
    /// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinatorcontext/iscancelled
    var isCancelled: Bool { get }
}

/// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator
@MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator/animate(alongsidetransition:completion:)
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

/// A transition that a test ends.
@MainActor public final class StandInTransition: UIViewControllerTransitionCoordinator {
    public private(set) var isCancelled = false
    private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private let ended: (Bool) -> Void

    init(ended: @escaping (Bool) -> Void) { self.ended = ended }

    public func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        if let completion { completions.append(completion) }
        return true
    }

    /// Ends it: the view controller is gone or, if the viewer changed their mind, still there.
    public func end(isCancelled: Bool = false) {
        self.isCancelled = isCancelled
        ended(isCancelled)
        for completion in completions { completion(self) }
        completions = []
    }
}
