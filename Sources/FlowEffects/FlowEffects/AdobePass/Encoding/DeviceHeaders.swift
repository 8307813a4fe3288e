/// Encodes the description of the device for Adobe.
enum DeviceHeaders {
    /// Returns the value of `X-Device-Info`: the JSON text in Base64.
    static func information(_ device: DeviceInformation) -> String { Base64.encode(json(device)) }

    /// Returns the value of `X-Device-Info` before Base64 encoding.
    static func json(_ device: DeviceInformation) -> String {
        var json = JSONText()
        json.add("primaryHardwareType", device.primaryHardwareType)
        json.add("model", device.model)
        json.add("version", device.version)
        json.add("manufacturer", device.manufacturer)
        json.add("vendor", device.manufacturer)
        json.add("osName", device.osName)
        json.add("osFamily", family(of: device.osName))
        json.add("osVendor", device.manufacturer)
        json.add("osVersion", device.osVersion)
        if let width = device.displayWidth { json.add("displayWidth", width) }
        if let height = device.displayHeight { json.add("displayHeight", height) }
        if let density = device.displayDensity { json.add("displayPpi", density) }
        if let address = device.connectionAddress { json.add("connectionIp", address) }
        if let port = device.connectionPort { json.add("connectionPort", Int(port)) }
        json.add("connectionType", device.connection.rawValue)
        if let isSecure = device.isConnectionSecure { json.add("connectionSecure", json: "\(isSecure)") }
        if let id = device.applicationID { json.add("applicationId", id) }
        return json.text
    }

    /// Returns Adobe's word for the family of an operating system. Adobe's word differs from the system's name only for a Mac.
    private static func family(of osName: String) -> String {
        osName == "Mac OS" || osName == "OS X" ? "macOS" : osName
    }
}
