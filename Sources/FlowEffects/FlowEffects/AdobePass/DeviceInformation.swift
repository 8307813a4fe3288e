/// What Adobe is told of the device, anew with each request, since the connection changes at run time (G-64).
public struct DeviceInformation: Sendable, Equatable {
    /// How the device is connected.
    public enum Connection: String, Sendable {
        /// Wi-Fi.
        case wiFi = "WiFi"
        /// A cable.
        case lan = "LAN"
        /// A cellular network of the third generation.
        case cellular3G = "3G"
        /// A cellular network of the fourth generation.
        case cellular4G = "4G"
        /// A cellular network of the fifth generation.
        case cellular5G = "5G"
    }

    /// For example `SetTopBox`, `MobilePhone`, `Tablet`.
    public var primaryHardwareType: String
    /// For example `AppleTV`.
    public var model: String
    /// `uname.machine` without the model, for example `14,1`.
    public var version: String
    /// For example `Apple`.
    public var manufacturer: String
    /// For example `tvOS`.
    public var osName: String
    /// For example `18.2`.
    public var osVersion: String
    /// The display's width in pixels, if known.
    public var displayWidth: Int?
    /// The display's height in pixels, if known.
    public var displayHeight: Int?
    /// The display's density in pixels per inch (`displayPpi`), if known.
    public var displayDensity: Int?
    /// How the device is connected.
    public var connection: Connection
    /// The device's IP address as the internet sees it (`connectionIp`), for example `203.0.113.7`; `nil` leaves it out. Some
    /// providers need it and the port to recognize a viewer at home. An app can learn its own address only from a server.
    public var connectionAddress: String?
    /// The port that belongs to `connectionAddress` (`connectionPort`); `nil` leaves it out.
    public var connectionPort: UInt16?
    /// Whether the network is a secure one rather than a public hotspot (`connectionSecure`); `nil` leaves it out.
    public var isConnectionSecure: Bool?
    /// The app's id, for example `REF30`.
    public var applicationID: String
    /// The value of `User-Agent`.
    public var userAgent: String

    /// The operating system and its version, as the log's header holds them.
    var system: String { "\(osName) \(osVersion)" }

    /// What Adobe is told of the device. What is `nil` is left out.
    public init(
        primaryHardwareType: String, model: String, version: String, manufacturer: String = "Apple", osName: String, osVersion: String,
        displayWidth: Int? = nil, displayHeight: Int? = nil, displayDensity: Int? = nil, connection: Connection = .wiFi,
        connectionAddress: String? = nil, connectionPort: UInt16? = nil, isConnectionSecure: Bool? = nil, applicationID: String,
        userAgent: String
    ) {
        self.primaryHardwareType = primaryHardwareType
        self.model = model
        self.version = version
        self.manufacturer = manufacturer
        self.osName = osName
        self.osVersion = osVersion
        self.displayWidth = displayWidth
        self.displayHeight = displayHeight
        self.displayDensity = displayDensity
        self.connection = connection
        self.connectionAddress = connectionAddress
        self.connectionPort = connectionPort
        self.isConnectionSecure = isConnectionSecure
        self.applicationID = applicationID
        self.userAgent = userAgent
    }
}
