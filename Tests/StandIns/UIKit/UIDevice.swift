/// https://developer.apple.com/documentation/uikit/uidevice
@MainActor open class UIDevice {
    /// https://developer.apple.com/documentation/uikit/uidevice/current
    public static let current = UIDevice()

    /// https://developer.apple.com/documentation/uikit/uidevice/model
    open var model: String { "Apple TV" }
    /// https://developer.apple.com/documentation/uikit/uidevice/systemname
    open var systemName: String { "tvOS" }
    /// https://developer.apple.com/documentation/uikit/uidevice/systemversion
    open var systemVersion: String { "18.2" }
}

/// https://developer.apple.com/documentation/uikit/uiscreen
@MainActor open class UIScreen {
    /// https://developer.apple.com/documentation/uikit/uiscreen/main
    public static let main = UIScreen()

    /// https://developer.apple.com/documentation/uikit/uiscreen/nativebounds
    open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: 3840, height: 2160) }
}
