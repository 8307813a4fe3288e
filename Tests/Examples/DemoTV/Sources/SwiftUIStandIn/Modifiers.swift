extension View {
    /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
    public func task(_ work: @escaping @MainActor () async -> Void) -> some View { Working(content: self, work: work) }

    /// https://developer.apple.com/documentation/swiftui/view/font(_:)
    public func font(_ font: Font?) -> some View { self }

    /// https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
    public func padding() -> some View { self }

    /// https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
    public func accessibilityLabel(_ label: String) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/font
public struct Font: Sendable {
    public static let title = Font()
    public static let largeTitle = Font()
    public static let headline = Font()
    public static let footnote = Font()

    public func monospaced() -> Font { self }
}

private struct Working<Content: View>: View {
    let content: Content
    let work: @MainActor () async -> Void

    var body: Void { return () }
    func draw(on screen: inout Screen) {
        content.draw(on: &screen)
        screen.works.append(work)
    }
}
