/// The description of the device for Adobe. The app provides it for each request, because the connection changes at run time (G-64).
public struct DeviceInformation: Sendable, Equatable {
    /// The kind of network to which the device is connected.
    public enum Connection: String, Sendable {
        /// A wireless local network.
        case wiFi = "WiFi"
        /// A network by cable.
        case lan = "LAN"
        /// A third-generation cellular network.
        case cellular3G = "3G"
        /// A fourth-generation cellular network.
        case cellular4G = "4G"
        /// A fifth-generation cellular network.
        case cellular5G = "5G"
    }

    /// The kind of device, for example `SetTopBox`, `MobilePhone` or `Tablet`.
    public var primaryHardwareType: String
    /// The model of the device, for example `AppleTV`.
    public var model: String
    /// The version of the model: `uname.machine` without the model's name, for example `14,1`.
    public var version: String
    /// The manufacturer of the device, for example `Apple`.
    public var manufacturer: String
    /// The name of the operating system, for example `tvOS`.
    public var osName: String
    /// The version of the operating system, for example `18.2`.
    public var osVersion: String
    /// The display's width in pixels; `nil` if unknown.
    public var displayWidth: Int?
    /// The display's height in pixels; `nil` if unknown.
    public var displayHeight: Int?
    /// The display's density in pixels per inch (`displayPpi`); `nil` if unknown.
    public var displayDensity: Int?
    /// The kind of network to which the device is connected.
    public var connection: Connection
    /// The device's public IP address (`connectionIp`), for example `203.0.113.7`; `nil` omits it. Some providers need the address and the port
    /// to recognize a viewer at home. An app can learn its own public address only from a server.
    public var connectionAddress: String?
    /// The port that belongs to `connectionAddress` (`connectionPort`); `nil` omits it.
    public var connectionPort: UInt16?
    /// Whether the network is secure, unlike a public hotspot (`connectionSecure`); `nil` omits the value.
    public var isConnectionSecure: Bool?
    /// The app's id (`applicationId`); `nil` uses the service provider's id.
    public var applicationID: String?
    /// The value of `User-Agent`; `nil` uses the app's name, the model and the system.
    public var userAgent: String?

    /// The operating system and its version, for the log's header.
    var system: String { "\(osName) \(osVersion)" }

    /// Creates a description of the device. If the app's id or the user agent is `nil`, the flow sets it; other values that are `nil` are not sent.
    /// Each parameter sets the property of the same name.
    public init(
        primaryHardwareType: String, model: String, version: String, manufacturer: String, osName: String, osVersion: String,
        displayWidth: Int? = nil, displayHeight: Int? = nil, displayDensity: Int? = nil, connection: Connection,
        connectionAddress: String? = nil, connectionPort: UInt16? = nil, isConnectionSecure: Bool? = nil, applicationID: String? = nil,
        userAgent: String? = nil
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

extension DeviceInformation: CustomReflectable {
    /// All properties except the viewer's public address and port.
    public var customMirror: Mirror {
        let address = connectionAddress == nil ? "nil" : "<redacted>"
        let children: KeyValuePairs<String, Any> = [
            "primaryHardwareType": primaryHardwareType, "model": model, "version": version, "manufacturer": manufacturer, "osName": osName,
            "osVersion": osVersion, "displayWidth": displayWidth as Any, "displayHeight": displayHeight as Any,
            "displayDensity": displayDensity as Any, "connection": connection, "connectionAddress": address,
            "isConnectionSecure": isConnectionSecure as Any, "applicationID": applicationID as Any,
            "userAgent": userAgent as Any,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
