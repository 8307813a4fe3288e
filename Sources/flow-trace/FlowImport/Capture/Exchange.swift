import FlowEffects
import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One request of a capture with its answer.
struct Exchange {
    /// The number of the exchange in the file, from 1.
    let number: Int
    /// The line of the file on which the exchange begins, from 1.
    let line: Int
    /// The time at which the request was sent.
    let sent: Instant
    /// The time at which the answer was complete.
    let answered: Instant
    let method: String
    let url: CapturedURL
    let headers: [HTTPRequest.Field]
    /// The body of the request; empty if there is none, or if the capture does not contain it.
    let body: [UInt8]
    /// The answer; `nil` if the request got none.
    let response: HTTPResponse?
    /// The reason why the answer's body cannot be read; `nil` if the body is readable or missing.
    let unreadable: Unreadable?

    /// A reason why a body cannot be read.
    enum Unreadable: Equatable {
        /// The capture does not contain the body.
        case missing
        /// The body is compressed. The value is the name of the compression, for example `gzip`.
        case compressed(String)
        /// The body is not Base64, although the capture says so.
        case notBase64

        var text: String {
            switch self {
            case .missing: "the capture does not contain the body"
            case .compressed(let name): "the capture contains the body compressed (\(name))"
            case .notBase64: "the capture calls the body Base64, which it is not"
            }
        }
    }

    /// Reads the exchange of an entry; `nil` if the entry has no method, absolute URL or time.
    init?(_ entry: HAREntry, number: Int, line: Int) {
        guard let request = entry.request, let url = CapturedURL(request.url),
            let sent = entry.startedDateTime.flatMap(CaptureTime.parse)
        else { return nil }
        self.number = number
        self.line = line
        self.sent = sent
        // Limits the length to a day, so that a wrong length from an exporter cannot move the answer by years.
        let length = entry.time.map { $0.isFinite ? Int64(min(max($0, 0), 86_400_000)) : 0 } ?? 0
        answered = sent.advanced(by: Interval(milliseconds: length))
        method = request.method.uppercased()
        self.url = url
        headers = request.headers.map { HTTPRequest.Field($0.name, $0.value) }
        body = Exchange.requestBody(request.body)
        guard let response = entry.response, (100...599).contains(response.status) else {
            self.response = nil
            unreadable = nil
            return
        }
        let fields = response.headers.map { HTTPRequest.Field($0.name, $0.value) }
        let (bytes, unreadable) = Exchange.responseBody(response, fields)
        self.response = HTTPResponse(status: response.status, headers: fields, body: bytes)
        self.unreadable = unreadable
    }

    /// Returns the value of the request's first header field with this name, ignoring case; `nil` if there is none.
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    private static func requestBody(_ body: HAREntry.Body?) -> [UInt8] {
        guard let body else { return [] }
        if let text = body.text, !text.isEmpty {
            return body.encoding?.lowercased() == "base64" ? base64(text) ?? [] : Array(text.utf8)
        }
        // Firefox and some proxies list the parameters of a form without the form's text. Some percent-decode the parameters, some do not. Encoding
        // only the separators leaves the rest of the text unchanged in both cases.
        return Array(body.parameters.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&").utf8)
    }

    /// Encodes the separators `+`, `&` and `=` in a listed parameter. A percent sign stays as it is, because the text may still be encoded.
    private static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "+"): encoded += "%2B"
            case UInt8(ascii: "&"): encoded += "%26"
            case UInt8(ascii: "="): encoded += "%3D"
            case _: encoded.unicodeScalars.append(Unicode.Scalar(byte < 0x80 ? byte : 0x3F))
            }
        }
        return encoded
    }

    private static func responseBody(_ response: HAREntry.Response, _ fields: [HTTPRequest.Field]) -> ([UInt8], Unreadable?) {
        guard let text = response.body?.text, !text.isEmpty else {
            // Adobe also sends answers without a body. If the capture states no size, the answer is assumed to have no body.
            let isEmpty = (response.body?.size ?? 0) <= 0 && (declaredLength(fields) ?? 0) == 0
            return ([], isEmpty ? nil : .missing)
        }
        var bytes = Array(text.utf8)
        if response.body?.encoding?.lowercased() == "base64" {
            guard let decoded = base64(text) else { return ([], .notBase64) }
            bytes = decoded
        }
        // Most programs write the decompressed body but keep the header `Content-Encoding`. The first byte then shows that the body is text.
        if let name = compression(bytes, fields) { return ([], .compressed(name)) }
        return (bytes, nil)
    }

    private static func declaredLength(_ fields: [HTTPRequest.Field]) -> Int? {
        fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
    }

    /// Returns the compression of the bytes; `nil` if they are text.
    private static func compression(_ bytes: [UInt8], _ fields: [HTTPRequest.Field]) -> String? {
        if bytes.starts(with: [0x1F, 0x8B]) { return "gzip" }
        // A capture that stores compressed bytes as text has a replacement character for each byte that is not text.
        if String(decoding: bytes.prefix(4), as: UTF8.self).hasPrefix("\u{1F}\u{FFFD}") { return "gzip" }
        guard let name = fields.first(where: { $0.name.lowercased() == "content-encoding" })?.value.lowercased() else { return nil }
        guard ["br", "deflate", "zstd", "gzip", "compress"].contains(name), let first = bytes.first else { return nil }
        let isText = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"), 0x20, 0x0A, 0x0D, 0x09, 0xEF].contains(first)
        return isText ? nil : name
    }

    static func base64(_ text: String) -> [UInt8]? {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
    }
}
