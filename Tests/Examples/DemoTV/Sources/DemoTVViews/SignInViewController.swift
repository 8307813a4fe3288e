#if canImport(UIKit)
    import UIKit
#elseif os(Linux)
    import UIKitStandIn
#endif

#if canImport(UIKit) || os(Linux)
    import DemoTVCore
    import FlowEffects

    /// The same screens for an app without SwiftUI: a stack of labels and buttons that follows the flow. It needs no observation, so it
    /// suits iOS and tvOS 16 as well.
    public final class SignInViewController: UIViewController {
        private let flow: Flow
        private let openSettings: @MainActor () -> Void
        private let stack = UIStackView()
        private var following: Task<Void, Never>?

        /// Shows what `flow` presents.
        /// - Parameters:
        ///   - flow: the flow.
        ///   - openSettings: opens the TV provider page of the system's settings.
        public init(_ flow: Flow, openSettings: @escaping @MainActor () -> Void) {
            self.flow = flow
            self.openSettings = openSettings
            super.init(nibName: nil, bundle: nil)
        }

        #if canImport(UIKit)
            @available(*, unavailable, message: "This view controller is not in a storyboard")
            required init?(coder: NSCoder) { return nil }
        #endif

        deinit { following?.cancel() }

        public override func loadView() {
            stack.axis = .vertical
            stack.spacing = 24
            view = stack
        }

        public override func viewDidLoad() {
            super.viewDidLoad()
            following = Task { [weak self, flow] in
                for await shown in flow.presentation {
                    guard let self else { return }
                    show(shown.flatMap { SignInScreen($0) })
                }
            }
        }

        private func show(_ screen: SignInScreen?) {
            for view in stack.arrangedSubviews {
                stack.removeArrangedSubview(view)
                view.removeFromSuperview()
            }
            guard let screen else { return }
            show(screen.title)
            if let message = screen.message { show(message) }
            if let code = screen.code { show("\(code.activationURL?.absoluteString ?? "")\n\(code.text)") }
            if screen.opensSettings { addButton(localized("Open Settings")) { [openSettings] in openSettings() } }
            for button in screen.buttons {
                addButton(button.title) { [flow] in Task { await flow.send(button.choice) } }
            }
        }

        private func show(_ text: String) {
            let label = UILabel()
            label.text = text
            label.numberOfLines = 0
            stack.addArrangedSubview(label)
        }

        private func addButton(_ title: String, _ action: @escaping @MainActor () -> Void) {
            stack.addArrangedSubview(UIButton(primaryAction: UIAction(title: title) { _ in action() }))
        }
    }
#endif
