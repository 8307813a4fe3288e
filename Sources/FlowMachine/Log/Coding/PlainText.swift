/// The text of an error, assembled byte by byte. Joining `String` values instead would add 15 KB of code to the wasm, most of it for
/// encodings other than UTF-8.
struct PlainText: ExpressibleByStringInterpolation, Sendable {
    let bytes: [UInt8]

    var string: String { String(decoding: bytes, as: UTF8.self) }

    init(stringLiteral text: String) {
        var interpolation = Interpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(text)
        bytes = interpolation.bytes
    }

    init(stringInterpolation: Interpolation) { bytes = stringInterpolation.bytes }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        @inline(never) mutating func appendLiteral(_ text: String) { text.withBytes { bytes.append(contentsOf: $0) } }

        mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

        mutating func appendInterpolation(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

        mutating func appendInterpolation(_ text: PlainText) { bytes.append(contentsOf: text.bytes) }

        mutating func appendInterpolation(_ number: Int) { appendInterpolation(Int64(number)) }

        mutating func appendInterpolation(_ number: Int64) {
            let sign: [UInt8] = number < 0 ? [0x2D] : []
            var digits: [UInt8] = []
            var rest = number.magnitude
            repeat {
                digits.append(0x30 + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            bytes += sign + digits.reversed()
        }
    }
}
