#if !hasFeature(Embedded)
    /// Reads only lines in the form in which this build writes them: in the writer's order, without white space, escapes or text outside
    /// ASCII. It rejects every other line without a reason. `Reader` then reads the rejected line and explains the problem.
    ///
    /// It may read up to `slack` bytes after `end`. The seal of the line, which contains the checksum, provides these bytes.
    struct QuickReader: LogSource {
        private(set) var cursor: UnsafeRawPointer
        private let end: UnsafeRawPointer
        private var depth = 0

        /// The number of bytes after `end` that must be readable.
        static let slack = LineWriter.sealLength

        init(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) {
            cursor = start
            self.end = end
        }

        @inline(__always) private var odd: CodingFailure { CodingFailure(.syntax, column: 0) }

        @inline(__always) private var here: UInt8 { cursor.load(as: UInt8.self) }
        @inline(__always) private var before: UInt8 { cursor.load(fromByteOffset: -1, as: UInt8.self) }

        @inline(__always) private mutating func expect(_ byte: UInt8) throws(CodingFailure) {
            guard cursor < end, here == byte else { throw odd }
            cursor += 1
        }

        @inline(__always) private mutating func skipComma() {
            if here == 0x2C { cursor += 1 }
        }

        /// Skips `"name":` if it is next. Returns whether it was.
        @inline(__always) private mutating func takeKey(_ name: StaticString) -> Bool {
            let count = name.utf8CodeUnitCount
            guard end - cursor >= count + 3, here == 0x22, before == 0x2C || before == 0x7B else { return false }
            let start = cursor + 1
            let spelled = UnsafeRawPointer(name.utf8Start)
            var offset = 0
            while offset + 8 <= count {
                if start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    != spelled.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                {
                    return false
                }
                offset += 8
            }
            if offset + 4 <= count {
                if start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    != spelled.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                {
                    return false
                }
                offset += 4
            }
            while offset < count {
                if start.load(fromByteOffset: offset, as: UInt8.self) != spelled.load(fromByteOffset: offset, as: UInt8.self) {
                    return false
                }
                offset += 1
            }
            if start.load(fromByteOffset: count, as: UInt8.self) != 0x22 || start.load(fromByteOffset: count + 1, as: UInt8.self) != 0x3A {
                return false
            }
            cursor += count + 3
            return true
        }

        // MARK: Values

        mutating func integer() throws(CodingFailure) -> Int64 {
            if cursor >= end { throw odd }
            let isNegative = here == 0x2D
            if isNegative { cursor += 1 }
            let value = try number()
            if isNegative && value == 0 { throw odd }
            return isNegative ? -value : value
        }

        @inline(__always) private mutating func number() throws(CodingFailure) -> Int64 {
            let start = cursor
            var value: UInt64 = 0
            var digit = here &- 0x30
            if digit == 0 {
                cursor += 1
                if here &- 0x30 < 10 { throw odd }
            } else {
                let ones: UInt64 = 0x0101_0101_0101_0101
                let text = cursor.loadUnaligned(as: UInt64.self).littleEndian &- ones &* 0x30
                if (text | (text &+ ones &* 0x76)) & (ones &* 0x80) == 0 {
                    // Eight digits at once.
                    var pairs = text &* 10 &+ text >> 8
                    pairs =
                        ((pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064 &+ (pairs >> 16 & 0x0000_00FF_0000_00FF)
                            &* 0x0000_2710_0000_0001)
                        >> 32
                    value = pairs
                    cursor += 8
                    digit = here &- 0x30
                }
                while digit < 10 {
                    value = value &* 10 &+ UInt64(digit)
                    cursor += 1
                    if cursor - start > 16 { throw odd }
                    digit = here &- 0x30
                }
            }
            if cursor == start || cursor > end || value > UInt64(Instant.bound) { throw odd }
            switch here {
            case 0x2E, 0x45, 0x65: throw odd
            case _: return Int64(truncatingIfNeeded: value)
            }
        }

        @inline(__always) mutating func instant() throws(CodingFailure) -> Int64 { try number() }
        @inline(__always) mutating func identifier() throws(CodingFailure) -> Int64 { try number() }

        mutating func boolean() throws(CodingFailure) -> Bool {
            if end - cursor < 4 { throw odd }
            let word = cursor.loadUnaligned(as: UInt32.self).littleEndian
            if word == 0x6575_7274 {
                cursor += 4
                return true
            }
            if word == 0x736C_6166, cursor.load(fromByteOffset: 4, as: UInt8.self) == 0x65 {
                cursor += 5
                return false
            }
            throw odd
        }

        mutating func hex64() throws(CodingFailure) -> UInt64 {
            try expect(0x22)
            var value: UInt64 = 0
            for _ in 0..<16 {
                let byte = here
                switch byte {
                case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
                case 0x61...0x66: value = value << 4 | UInt64(byte - 0x57)
                case _: throw odd
                }
                cursor += 1
                if cursor >= end { throw odd }
            }
            try expect(0x22)
            return value
        }

        /// Returns the number of bytes before the closing quotation mark. Throws if one of these bytes is not plain ASCII or begins an
        /// escape.
        @inline(__always) private func plainCount() throws(CodingFailure) -> Int {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let highs: UInt64 = 0x8080_8080_8080_8080
            var offset = 0
            while true {
                guard cursor + offset < end else { throw odd }
                let word = cursor.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
                let quote = word ^ (ones &* 0x22)
                let backslash = word ^ (ones &* 0x5C)
                let found = (((word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & ~word | word) & highs
                if found == 0 {
                    offset += 8
                    continue
                }
                // Only the lowest marked byte is certain, because the subtraction may have borrowed from this byte for the higher bytes.
                offset += found.trailingZeroBitCount / 8
                guard cursor + offset < end, cursor.load(fromByteOffset: offset, as: UInt8.self) == 0x22 else { throw odd }
                return offset
            }
        }

        mutating func text() throws(CodingFailure) -> String {
            try expect(0x22)
            let count = try plainCount()
            let text = String(decoding: UnsafeRawBufferPointer(start: cursor, count: count), as: UTF8.self)
            cursor += count + 1
            return text
        }

        mutating func reference() throws(CodingFailure) -> SecretRef {
            try expect(0x22)
            var count = 0
            while cursor + count < end, count < 16, cursor.load(fromByteOffset: count, as: UInt8.self) != 0x23 { count += 1 }
            guard cursor + count < end, count < 16, let kind = SecretRef.Kind.table.find(cursor, count) else { throw odd }
            cursor += count + 1
            let number = try number()
            try expect(0x22)
            return SecretRef(kind, number)
        }

        @inline(__always) mutating func word<W: Word>(_ type: W.Type) throws(CodingFailure) -> W {
            try expect(0x22)
            let count = try plainCount()
            guard let word = W.table.find(cursor, count) else { throw odd }
            cursor += count + 1
            return word
        }

        @inline(__always) mutating func kind<W: Word>(_ type: W.Type, named name: StaticString) throws(CodingFailure) -> W {
            guard takeKey(name) else { throw odd }
            let word = try word(W.self)
            skipComma()
            return word
        }

        // MARK: Objects and arrays

        @inline(__always) mutating func object<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T {
            try expect(0x7B)
            depth += 1
            if depth > Reader.deepest { throw odd }
            let value = try T.readFields(from: &self)
            depth -= 1
            if depth == 0 {
                // The seal begins with a comma. The last field of the outermost object has skipped this comma.
                guard cursor == end + 1, before == 0x2C else { throw odd }
            } else {
                guard before != 0x2C else { throw odd }
                try expect(0x7D)
            }
            return value
        }

        /// Reads the first fields of an object without checking that the object ends after these fields.
        @inline(__always) mutating func beginning<T: ReadableObject>(_ type: T.Type) throws(CodingFailure) -> T {
            try expect(0x7B)
            depth += 1
            return try T.readFields(from: &self)
        }

        @inline(__always) mutating func required<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T {
            guard takeKey(name) else { throw odd }
            let value = try T.read(from: &self)
            skipComma()
            return value
        }

        @inline(__always) mutating func optional<T: ReadableValue>(_ name: StaticString) throws(CodingFailure) -> T? {
            guard takeKey(name) else { return nil }
            let value = try T.read(from: &self)
            skipComma()
            return value
        }

        mutating func list<T: ReadableValue>(_ type: T.Type) throws(CodingFailure) -> [T] {
            try expect(0x5B)
            var values: [T] = []
            if here == 0x5D {
                cursor += 1
                return values
            }
            while true {
                values.append(try T.read(from: &self))
                if here == 0x2C, cursor < end {
                    cursor += 1
                    continue
                }
                try expect(0x5D)
                return values
            }
        }
    }
#endif
