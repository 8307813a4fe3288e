import Foundation

/// https://developer.apple.com/documentation/swiftui/text
public struct Text: View {
    let text: String

    public init(_ text: String) { self.text = text }

    /// https://developer.apple.com/documentation/swiftui/text/init(_:style:)
    public init(_ date: Date, style: DateStyle) { text = "\(Int64(date.timeIntervalSince1970))" }

    public struct DateStyle: Sendable {
        public static let timer = DateStyle()
    }

    public var body: Void { return () }
    public func draw(on screen: inout Screen) { screen.texts.append(text) }
}

/// https://developer.apple.com/documentation/swiftui/button
public struct Button: View {
    let title: String
    let action: @MainActor () -> Void

    public init(_ title: String, action: @escaping @MainActor () -> Void) {
        self.title = title
        self.action = action
    }

    public var body: Void { return () }
    public func draw(on screen: inout Screen) { screen.buttons.append((title, action)) }
}

/// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach: View {
    let parts: [any View]

    public init<Element: Identifiable>(_ data: [Element], @ViewBuilder content: (Element) -> Parts) { parts = data.map { content($0) } }

    public var body: Void { return () }
    public func draw(on screen: inout Screen) { for part in parts { part.draw(on: &screen) } }
}

/// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack: View {
    let content: Parts

    public init(spacing: Double? = nil, @ViewBuilder content: () -> Parts) { self.content = content() }

    public var body: Parts { content }
}

/// https://developer.apple.com/documentation/swiftui/list
public struct List: View {
    let content: Parts

    public init(@ViewBuilder content: () -> Parts) { self.content = content() }

    public var body: Parts { content }
}

/// https://developer.apple.com/documentation/swiftui/section
public struct Section: View {
    let title: String
    let content: Parts

    public init(_ title: String, @ViewBuilder content: () -> Parts) {
        self.title = title
        self.content = content()
    }

    public var body: Parts {
        Text(title)
        content
    }
}

/// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: View {
    public init() {}

    public var body: Void { return () }
    public func draw(on screen: inout Screen) {}
}

/// https://developer.apple.com/documentation/swiftui/sharelink
public struct ShareLink: View {
    let title: String
    let items: [URL]

    public init(_ title: String, items: [URL]) {
        self.title = title
        self.items = items
    }

    public var body: Void { return () }
    public func draw(on screen: inout Screen) { screen.texts.append("\(title): \(items.count)") }
}
