import UIKitStandIn

// The parts of SwiftUI and UIKit that the article's app uses in addition to the parts that its view uses. Names and shapes are those of the
// public documentation. The app's first screen is pressed; no test launches the app.

/// https://developer.apple.com/documentation/swiftui/app
@MainActor protocol App {
    associatedtype Body: Scene
    var body: Body { get }
}

/// https://developer.apple.com/documentation/swiftui/scene
@MainActor protocol Scene {}

/// https://developer.apple.com/documentation/swiftui/windowgroup
struct WindowGroup: Scene {
    let parts: [any View]

    init(@ViewBuilder content: () -> [any View]) { parts = content() }
}

/// https://developer.apple.com/documentation/swiftui/scenephase
enum ScenePhase: Sendable { case background, inactive, active }

/// https://developer.apple.com/documentation/swiftui/environmentvalues
struct EnvironmentValues {
    var scenePhase: ScenePhase { .active }
}

/// https://developer.apple.com/documentation/swiftui/environment
@MainActor @propertyWrapper struct Environment<Value> {
    let wrappedValue: Value

    init(_ path: KeyPath<EnvironmentValues, Value>) { wrappedValue = EnvironmentValues()[keyPath: path] }
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
    func task(id: some Equatable, _ work: @escaping @MainActor () async -> Void) -> some View { task(work) }

    /// https://developer.apple.com/documentation/swiftui/view/disabled(_:)
    func disabled(_ isDisabled: Bool) -> some View { self }

    /// https://developer.apple.com/documentation/swiftui/view/opacity(_:)
    func opacity(_ opacity: Double) -> some View { self }

    /// https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
    func overlay(@ViewBuilder content: () -> [any View]) -> some View { Covered(content: self, cover: content()) }

    /// https://developer.apple.com/documentation/swiftui/view/onexitcommand(perform:)
    func onExitCommand(perform action: (@MainActor () -> Void)?) -> some View { self }

    /// https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)
    func onOpenURL(perform action: @escaping @MainActor (URL) -> Void) -> some View { self }
}

private struct Covered<Content: View>: View {
    let content: Content
    let cover: [any View]

    var body: Content { content }
    func draw(on screen: inout Screen) {
        content.draw(on: &screen)
        for part in cover { part.draw(on: &screen) }
    }
}

/// https://developer.apple.com/documentation/uikit/uiscene
@MainActor class UIScene {}

/// https://developer.apple.com/documentation/uikit/uiwindowscene
@MainActor final class UIWindowScene: UIScene {
    var keyWindow: UIWindow? { nil }
}

extension UIApplication {
    /// https://developer.apple.com/documentation/uikit/uiapplication/connectedscenes
    var connectedScenes: [UIScene] { [] }
}
