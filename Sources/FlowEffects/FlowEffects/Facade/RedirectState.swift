/// A random parameter of the redirect URL, by which a flow recognizes a callback that belongs to its own page.
///
/// Any program can open a custom scheme, and any page can link to it. With a state, the flow adds the parameter `state` to the redirect URL
/// that it sends to Adobe, and accepts only callbacks that contain this parameter.
///
/// By default, `FlowPorts.redirectState` is `nil` and the flow adds no parameter. Adobe has validated redirect URLs more strictly since Adobe
/// Pass 3.5.0.5 and 3.8: an integration that registers the exact URL may refuse an added parameter with `invalid_parameter_redirect_url`. Try
/// the parameter in Adobe's staging environment first.
public struct RedirectState: Hashable, Sendable {
    /// The state as 32 hexadecimal digits.
    let text: String

    private init(_ text: String) { self.text = text }

    /// Returns a new state, which is neither logged nor stored. Use a new state for each flow.
    public static func random() -> RedirectState {
        RedirectState(String((0..<32).compactMap { _ in "0123456789abcdef".randomElement() }))
    }

    /// Returns `url` with the parameter `state` added to its query.
    func added(to url: String) -> String {
        let end = url.firstIndex(of: "#") ?? url.endIndex
        return "\(url[..<end])\(url[..<end].contains("?") ? "&" : "?")\(parameter)\(url[end...])"
    }

    /// Returns whether a query contains the parameter `state` with the text of this state.
    func isIn(_ query: Substring?) -> Bool { query?.split(separator: "&").contains { $0 == parameter } ?? false }

    private var parameter: String { "state=\(text)" }
}

extension RedirectState: Redacted {
    /// Redacted: a program that knows the state can forge a callback.
    public var description: String { "<redirect state>" }
}
