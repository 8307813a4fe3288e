/// The text that identifies this device to Adobe permanently.
public enum DeviceIdentifier {
    /// The value to keep and to pass to `AdobePass`: SHA-256 of `raw`'s UTF-8 in lower-case hexadecimal digits, so that the system's own
    /// identifier never leaves the device. Adobe does not prescribe the computation; changing it signs every viewer out (G-60).
    /// - Parameter raw: for example `UIDevice.identifierForVendor`, exactly as the system formats it, in upper case.
    public static func hashed(_ raw: String) -> String {
        let digits: [Character] = Array("0123456789abcdef")
        var text = ""
        for byte in SHA256.digest(Array(raw.utf8)) {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }
}
