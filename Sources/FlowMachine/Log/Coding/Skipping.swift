// Skips the values of unknown fields, which a later build may have written.

extension Reader {
    mutating func skipText() throws(CodingFailure) {
        try expect(0x22)
        while position < end {
            let byte = bytes[position]
            position += 1
            if byte == 0x22 { return }
            if byte == 0x5C { position += 1 } else if byte < 0x20 { break }
        }
        throw failure(.syntax)
    }

    mutating func skipValue() throws(CodingFailure) {
        skipSpace()
        switch here {
        case 0x22: try skipText()
        case 0x7B: try skipContainer(close: 0x7D, hasKeys: true)
        case 0x5B: try skipContainer(close: 0x5D, hasKeys: false)
        case 0x2D, 0x30...0x39:
            while true {
                switch here {
                case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x45, 0x65: position += 1
                case _: return
                }
            }
        case _:
            if !take("true"), !take("false"), !take("null") { throw failure(.syntax) }
        }
    }

    private mutating func skipContainer(close: UInt8, hasKeys: Bool) throws(CodingFailure) {
        depth += 1
        if depth > Reader.deepest { throw failure(.tooDeep) }
        position += 1
        skipSpace()
        if here == close {
            position += 1
            depth -= 1
            return
        }
        while true {
            if hasKeys {
                skipSpace()
                try skipText()
                try expect(0x3A)
            }
            try skipValue()
            skipSpace()
            if here == 0x2C {
                position += 1
                continue
            }
            try expect(close)
            depth -= 1
            return
        }
    }
}
