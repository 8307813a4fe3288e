/// The text that names this device to Adobe for ever.
public enum DeviceIdentifier {
    /// What to keep and to give `AdobePass`: SHA-256 of `raw`'s UTF-8 in lower-case hexadecimal digits, so that the
    /// system's own identifier never leaves the device. Adobe leaves the recipe open; changed, it signs everybody out (G-60).
    /// - Parameter raw: for example `UIDevice.identifierForVendor` as it is written, in upper case.
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
