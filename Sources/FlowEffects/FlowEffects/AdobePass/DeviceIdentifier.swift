/// The text that identifies this device to Adobe permanently.
public enum DeviceIdentifier {
    /// Returns the identifier to save and to pass to `AdobePass`: the SHA-256 hash of the UTF-8 bytes of `raw`, in lowercase hexadecimal digits.
    /// The system's own identifier therefore never leaves the device. Adobe does not prescribe this computation, but changing it signs every
    /// viewer out (G-60).
    /// - Parameter raw: the system's identifier, for example `UIDevice.identifierForVendor`, exactly as the system formats it, in uppercase.
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
