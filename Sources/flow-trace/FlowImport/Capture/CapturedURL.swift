/// The parts of a URL in a capture.
struct CapturedURL {
    /// The scheme in lower case, for example `https`.
    let scheme: String
    /// The host and the port, in lower case, without user information.
    let authority: String
    /// The segments of the path, percent-decoded, without empty segments.
    let segments: [String]
    /// The parameters, percent-decoded once.
    let query: [FormField]

    /// The host without the port.
    var host: String {
        if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }.dropFirst()) }
        return String(authority.prefix { $0 != ":" })
    }

    /// Splits an absolute URL into its parts; `nil` for any other text.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else { return nil }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let rest = bytes[(colon + 3)...]
        let end = rest.firstIndex { [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) } ?? rest.endIndex
        let place = rest[..<end].split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? []
        authority = String(decoding: place, as: UTF8.self).lowercased()
        guard !authority.isEmpty else { return nil }
        let tail = rest[end...].prefix { $0 != UInt8(ascii: "#") }
        let path = tail.prefix { $0 != UInt8(ascii: "?") }
        segments = path.split(separator: UInt8(ascii: "/")).map { FormField.decoded($0, plusIsBlank: false) }
        query = FormField.fields(tail.dropFirst(path.count + 1))
    }
}

/// One `name=value` of a query or a form, percent-decoded once.
struct FormField {
    let name: String
    let value: String

    /// Returns the fields of a form or query.
    static func fields(_ bytes: some Collection<UInt8>) -> [FormField] {
        bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return FormField(
                name: decoded(name, plusIsBlank: true), value: decoded(pair.dropFirst(name.count + 1), plusIsBlank: true))
        }
    }

    /// Percent-decodes text once. A percent sign that begins no escape stays as it is.
    static func decoded(_ bytes: some Collection<UInt8>, plusIsBlank: Bool) -> String {
        var decoded: [UInt8] = []
        let bytes = Array(bytes)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsBlank && byte == UInt8(ascii: "+") ? 0x20 : byte)
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        case _: nil
        }
    }
}

extension [FormField] {
    /// Returns the value of the first field with this name; `nil` if there is none.
    func value(_ name: String) -> String? { first { $0.name == name }?.value }
}
