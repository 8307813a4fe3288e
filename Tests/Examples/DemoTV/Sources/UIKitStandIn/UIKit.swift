// The part of UIKit that this app's view controller uses, with the names and shapes of its public documentation.

/// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView {
    public init() {}
}

/// https://developer.apple.com/documentation/uikit/nslayoutconstraint/axis
public enum NSLayoutConstraintAxis { case horizontal, vertical }

/// https://developer.apple.com/documentation/uikit/uistackview
open class UIStackView: UIView {
    open private(set) var arrangedSubviews: [UIView] = []
    open var axis = NSLayoutConstraintAxis.horizontal
    open var spacing = 0.0

    open func addArrangedSubview(_ view: UIView) { arrangedSubviews.append(view) }
    open func removeArrangedSubview(_ view: UIView) { arrangedSubviews.removeAll { $0 === view } }
}

extension UIView {
    /// https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()
    public func removeFromSuperview() {}
}

/// https://developer.apple.com/documentation/uikit/uilabel
open class UILabel: UIView {
    open var text: String?
    open var numberOfLines = 1
}

/// https://developer.apple.com/documentation/uikit/uiaction
@MainActor public final class UIAction {
    public let title: String
    public let handler: (UIAction) -> Void

    public init(title: String = "", handler: @escaping (UIAction) -> Void) {
        self.title = title
        self.handler = handler
    }
}

/// https://developer.apple.com/documentation/uikit/uibutton
open class UIButton: UIView {
    private let primaryAction: UIAction

    public init(primaryAction: UIAction) { self.primaryAction = primaryAction }

    public var title: String { primaryAction.title }
    public func press() { primaryAction.handler(primaryAction) }
}

/// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController {
    private var loaded: UIView?

    public init(nibName: String?, bundle: Never?) {}

    open var view: UIView? {
        get {
            loadViewIfNeeded()
            return loaded
        }
        set { loaded = newValue }
    }

    open func loadView() { loaded = UIView() }
    open func viewDidLoad() {}

    /// https://developer.apple.com/documentation/uikit/uiviewcontroller/loadviewifneeded()
    public func loadViewIfNeeded() {
        if loaded != nil { return }
        loadView()
        viewDidLoad()
    }
}
