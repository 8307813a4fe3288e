// Reads escapes in the strings of JSON, such as `\n` and `\u00e9`.

extension Reader {
    mutating func appendEscape(to text: inout [UInt8]) throws(CodingFailure) {
        let escape = here
        position += 1
        switch escape {
        case 0x22, 0x5C, 0x2F: text.append(escape)
        case 0x6E: text.append(0x0A)
        case 0x74: text.append(0x09)
        case 0x72: text.append(0x0D)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x75: if let scalar = UTF8.encode(try escapedScalar()) { text += scalar }
        case _: throw failure(.syntax)
        }
    }

    /// Reads the scalar of one escape `\uXXXX`, or of two such escapes that form a surrogate pair. `JSONWriter` writes such escapes only
    /// for control characters. A different program may write them for any character.
    private mutating func escapedScalar() throws(CodingFailure) -> Unicode.Scalar {
        let start = position
        let high = try escapedUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        if high < 0xDC00, take("\\u") {
            let low = try escapedUnit()
            if 0xDC00..<0xE000 ~= low, let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) { return scalar }
        }
        position = start
        throw failure(.notText)
    }

    private mutating func escapedUnit() throws(CodingFailure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            // A letter's bit 5 distinguishes upper and lower case.
            let digit = here | 0x20
            switch (here, digit) {
            case (0x30...0x39, _): value = value << 4 | UInt32(here - 0x30)
            case (_, 0x61...0x66): value = value << 4 | UInt32(digit - 0x57)
            case _: throw failure(.syntax)
            }
            position += 1
        }
        return value
    }
}
