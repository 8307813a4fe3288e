/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication {
    /// https://developer.apple.com/documentation/uikit/uiapplication/shared
    public static let shared = UIApplication()

    /// The URLs that were opened.
    public private(set) var opened: [URL] = []

    /// https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

    /// https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        opened.append(url)
        return true
    }
}
