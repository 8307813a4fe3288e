import FlowEffects

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request that a server received, split into its parts and decoded.
package struct ReceivedRequest {
    package let method: String
    /// The path as it was sent.
    package let rawPath: String
    /// The parts of the path, decoded. Empty parts are omitted.
    let path: [String]
    /// The query's parameters, decoded.
    package let query: [String: String]
    private let headers: [HTTPRequest.Field]
    private let body: [UInt8]

    package init(_ request: HTTPRequest) {
        method = request.method
        headers = request.headers
        body = request.body ?? []
        var target = request.url[...]
        // A target that does not begin with a path is a whole URL. In other targets, `://` may be part of a URL in the query.
        if !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") {
            let rest = target[scheme.upperBound...]
            target = rest.firstIndex { $0 == "/" || $0 == "?" }.map { rest[$0...] } ?? "/"
        }
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        rawPath = String(halves.first ?? "/")
        path = (halves.first ?? "").split(separator: "/").map { percentDecoded($0, plusIsSpace: false) ?? String($0) }
        query = halves.count > 1 ? ReceivedRequest.parameters(halves[1]) : [:]
    }

    /// Returns the value of a header field. The case of the name does not matter.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The parameters in the body; empty if the body is not a form.
    var form: [String: String] {
        guard isForm else { return [:] }
        return ReceivedRequest.parameters(String(decoding: body, as: UTF8.self)[...])
    }

    /// Returns the value in a JSON body; `nil` if the content type is not JSON or the body does not have the expected form.
    func json<Value: Decodable>(_ type: Value.Type) -> Value? {
        guard mediaType == "application/json" else { return nil }
        return try? JSONDecoder().decode(type, from: Data(body))
    }

    /// Returns the value of a header that is Base64 of JSON; `nil` if the header is missing or not of this form.
    func encoded<Value: Decodable>(_ name: String, _ type: Value.Type) -> Value? {
        guard let value = header(name), let data = Data(base64Encoded: value) else { return nil }
        return try? JSONDecoder().decode(type, from: data)
    }

    /// Whether the body is a form.
    package var isForm: Bool { mediaType == "application/x-www-form-urlencoded" }

    /// The body's media type, without its parameters.
    var mediaType: String? {
        header("Content-Type")?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }
    }

    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The form's fields in their order. The same name may occur several times.
    package var formFields: [(name: String, value: String)] { isForm ? ReceivedRequest.fields(text[...]) : [] }

    private static func parameters(_ text: Substring) -> [String: String] {
        Dictionary(fields(text).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    private static func fields(_ text: Substring) -> [(name: String, value: String)] {
        text.split(separator: "&").compactMap { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = percentDecoded(halves[0], plusIsSpace: true) else { return nil }
            return (name, halves.count > 1 ? percentDecoded(halves[1], plusIsSpace: true) ?? "" : "")
        }
    }
}

/// Decodes percent escapes.
/// - Parameters:
///   - text: the text with escapes.
///   - plusIsSpace: whether `+` means a space, as in forms. A `+` of Base64 must therefore be escaped in a form (G-21).
/// - Returns: the text without escapes; `nil` if an escape is invalid.
func percentDecoded(_ text: Substring, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = rest.popFirst().flatMap(hexadecimalValue), let low = rest.popFirst().flatMap(hexadecimalValue) else {
                return nil
            }
            bytes.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
        case _: bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case _: nil
    }
}

/// Returns `text` for use as one value of a query or form: all characters except unreserved characters are escaped.
func percentEncoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            result.unicodeScalars.append(Unicode.Scalar(byte))
        case _:
            let digits = String(byte, radix: 16, uppercase: true)
            result += digits.utf8.count < 2 ? "%0" + digits : "%" + digits
        }
    }
    return result
}
