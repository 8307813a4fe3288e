#if !canImport(SwiftUI)
    /// The part of SwiftUI's surface that the article's view uses, so that this view is compiled and run without SwiftUI.
    @MainActor protocol View {
        associatedtype Body
        var body: Body { get }
        /// Renders its texts and buttons.
        func draw(on screen: inout Screen)
    }

    extension View {
        func draw(on screen: inout Screen) { (body as? any View)?.draw(on: &screen) }

        func task(_ work: @escaping @MainActor () async -> Void) -> some View { Working(content: self, work: work) }
    }

    /// The visible texts and buttons.
    struct Screen {
        var texts: [String] = []
        var buttons: [(title: String, press: @MainActor () -> Void)] = []
        var tasks: [@MainActor () async -> Void] = []

        @MainActor init(_ view: some View) { view.draw(on: &self) }
    }

    @resultBuilder enum ViewBuilder {
        static func buildExpression(_ view: some View) -> [any View] { [view] }
        static func buildBlock(_ parts: [any View]...) -> [any View] { parts.flatMap { $0 } }
        static func buildOptional(_ parts: [any View]?) -> [any View] { parts ?? [] }
        static func buildEither(first: [any View]) -> [any View] { first }
        static func buildEither(second: [any View]) -> [any View] { second }
    }

    struct VStack: View {
        let parts: [any View]

        init(@ViewBuilder content: () -> [any View]) { parts = content() }

        var body: Void { () }
        func draw(on screen: inout Screen) { for part in parts { part.draw(on: &screen) } }
    }

    struct ForEach: View {
        let parts: [any View]

        init<Element: Identifiable>(_ data: [Element], content: (Element) -> some View) {
            parts = data.map { content($0) }
        }

        var body: Void { () }
        func draw(on screen: inout Screen) { for part in parts { part.draw(on: &screen) } }
    }

    struct Text: View {
        let text: String

        init(_ text: String) { self.text = text }

        var body: Void { () }
        func draw(on screen: inout Screen) { screen.texts.append(text) }
    }

    struct Button: View {
        let title: String
        let action: @MainActor () -> Void

        init(_ title: String, action: @escaping @MainActor () -> Void) {
            self.title = title
            self.action = action
        }

        var body: Void { () }
        func draw(on screen: inout Screen) { screen.buttons.append((title, action)) }
    }

    struct EmptyView: View {
        var body: Void { () }
        func draw(on screen: inout Screen) {}
    }

    private struct Working<Content: View>: View {
        let content: Content
        let work: @MainActor () async -> Void

        var body: Content { content }
        func draw(on screen: inout Screen) {
            content.draw(on: &screen)
            screen.tasks.append(work)
        }
    }

    /// A value whose change requires a new rendering.
    @MainActor @propertyWrapper struct State<Value: Sendable> {
        @MainActor private final class Box {
            var value: Value
            init(_ value: Value) { self.value = value }
        }

        private let box: Box

        init(wrappedValue: Value) { box = Box(wrappedValue) }

        var wrappedValue: Value {
            get { box.value }
            nonmutating set {
                box.value = newValue
                Redraws.happened()
            }
        }
    }

    /// Notifies a test that a view has changed.
    @MainActor enum Redraws {
        private static var waiting: [CheckedContinuation<Void, Never>] = []

        static func next() async { await withCheckedContinuation { waiting.append($0) } }

        fileprivate static func happened() {
            let woken = waiting
            waiting = []
            for continuation in woken { continuation.resume() }
        }
    }
#endif
