// As much of SwiftUI's surface as the views of this app use, so that they are compiled and pressed where there is no SwiftUI.
// The names and shapes are those of its public documentation. It lays nothing out and draws nothing: a test reads texts and presses
// buttons.

/// https://developer.apple.com/documentation/swiftui/view
@MainActor public protocol View {
    associatedtype Body
    @ViewBuilder var body: Body { get }
    /// Puts its texts and buttons on the screen.
    func draw(on screen: inout Screen)
}

extension View {
    public func draw(on screen: inout Screen) { (body as? any View)?.draw(on: &screen) }
}

/// The visible texts and buttons.
@MainActor public struct Screen {
    public var texts: [String] = []
    public var buttons: [(title: String, press: @MainActor () -> Void)] = []
    public var works: [@MainActor () async -> Void] = []

    public init(_ view: some View) { view.draw(on: &self) }
}

/// Several views after each other.
public struct Parts: View {
    let parts: [any View]
    public var body: Void { return () }
    public func draw(on screen: inout Screen) { for part in parts { part.draw(on: &screen) } }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@MainActor @resultBuilder public enum ViewBuilder {
    public static func buildExpression(_ view: some View) -> Parts { Parts(parts: [view]) }
    public static func buildBlock(_ parts: Parts...) -> Parts { Parts(parts: parts) }
    public static func buildOptional(_ part: Parts?) -> Parts { part ?? Parts(parts: []) }
    public static func buildEither(first: Parts) -> Parts { first }
    public static func buildEither(second: Parts) -> Parts { second }
}

/// https://developer.apple.com/documentation/swiftui/state
@MainActor @propertyWrapper public struct State<Value: Sendable> {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
}
