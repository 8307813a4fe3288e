/// The bytes that a writer fills. Only one writer fills a storage. If two copies of a writer share a storage, `begin` replaces it.
private final class WriteStorage {
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }
}

/// Writes values as JSON without white space. Keys have the order in which the values describe them, and all numbers are integers.
///
/// The writer adds a comma after every value. At the end of an object or a list, it removes the last comma.
struct JSONWriter: LogSink, @unchecked Sendable {
    // `@unchecked` is sound because only one writer fills a storage: `begin` replaces a storage that two copies share.
    private var storage: WriteStorage
    private var cursor: UnsafeMutablePointer<UInt8>
    private var limit: UnsafeMutablePointer<UInt8>
    /// The number of bytes between `limit` and the end of the storage. With this reserve, one comparison with `limit` is enough for a short
    /// value.
    private static let slack = 64

    init() {
        storage = WriteStorage(capacity: 4096)
        cursor = storage.base
        limit = storage.base + (4096 - JSONWriter.slack)
    }

    /// The number of bytes written since `begin`.
    var count: Int { cursor - storage.base }

    /// The written bytes, valid until the writer changes.
    var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: storage.base, count: count) }

    /// A copy of the written bytes.
    var bytes: [UInt8] { [UInt8](copying: written) }

    /// Discards the written bytes.
    mutating func begin() {
        if !isKnownUniquelyReferenced(&storage) {
            storage = WriteStorage(capacity: storage.capacity)
            limit = storage.base + (storage.capacity - JSONWriter.slack)
        }
        cursor = storage.base
    }

    /// Discards the written bytes and writes `value`.
    mutating func write<T: LogValue>(_ value: T) {
        begin()
        withSink { value.describe(to: &$0) }
        finish()
    }

    /// Removes the comma after the outermost value.
    @inline(__always) mutating func finish() { cursor -= 1 }

    @inline(never) private mutating func grow(_ more: Int) {
        let count = self.count
        let new = WriteStorage(capacity: max(storage.capacity * 2, count + more + JSONWriter.slack * 2))
        new.base.update(from: storage.base, count: count)
        storage = new
        cursor = new.base + count
        limit = new.base + (new.capacity - JSONWriter.slack)
    }

    /// Makes room for at least `slack` bytes.
    @inline(__always) private mutating func room() {
        if cursor > limit { grow(JSONWriter.slack) }
    }

    @inline(__always) private mutating func put(_ byte: UInt8) {
        cursor.pointee = byte
        cursor += 1
    }

    @inline(__always) private mutating func put(_ text: StaticString) {
        UnsafeMutableRawPointer(cursor).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        cursor += text.utf8CodeUnitCount
    }

    @inline(__always) private mutating func store(_ value: UInt64) {
        UnsafeMutableRawPointer(cursor).storeBytes(of: value.littleEndian, as: UInt64.self)
    }

    /// Returns `value` as eight ASCII digits with leading zeros. The first digit is in the lowest byte.
    @inline(__always) private static func eightDigits(_ value: UInt64) -> UInt64 {
        let high = value / 10000
        var all = high | (value - high * 10000) << 32
        let hundreds = (all &* 10486) >> 20 & 0x0000_007F_0000_007F
        all = hundreds | (all &- hundreds &* 100) << 16
        let tens = (all &* 103) >> 10 & 0x000F_000F_000F_000F
        return (tens | (all &- tens &* 10) << 8) &+ 0x3030_3030_3030_3030
    }

    @inline(__always) private mutating func digits(_ value: Int64) {
        var rest = value.magnitude
        if value < 0 { put(0x2D) }
        if rest < 10 { return put(0x30 &+ UInt8(truncatingIfNeeded: rest)) }
        if rest >= 100_000_000 {
            let high = rest / 100_000_000
            rest -= high * 100_000_000
            upToEight(high)
            store(JSONWriter.eightDigits(rest))
            cursor += 8
        } else {
            upToEight(rest)
        }
    }

    /// Writes `value` without leading zeros. Few numbers in a log have more than eight digits; the maximum is 16.
    @inline(__always) private mutating func upToEight(_ value: UInt64) {
        if value >= 100_000_000 { return moreThanEight(value) }
        let text = JSONWriter.eightDigits(value)
        let zeros = ((text &- 0x3030_3030_3030_3030) | 1 << 56).trailingZeroBitCount / 8
        store(text >> UInt64(zeros * 8))
        cursor += 8 - zeros
    }

    @inline(never) private mutating func moreThanEight(_ value: UInt64) {
        let high = value / 100_000_000
        upToEight(high)
        store(JSONWriter.eightDigits(value - high * 100_000_000))
        cursor += 8
    }

    /// Writes the bytes of a text that needs no escape.
    @inline(__always) private mutating func putPlain(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        let count = bytes.count
        if limit - cursor < count { grow(count) }
        UnsafeMutableRawPointer(cursor).copyMemory(from: base, byteCount: count)
        cursor += count
    }

    // MARK: Values

    mutating func integer(_ value: Int64) {
        room()
        digits(value)
        put(0x2C)
    }

    @inline(__always) mutating func instant(_ value: Int64) { integer(value) }
    @inline(__always) mutating func identifier(_ value: Int64, _ family: NumberedFamily) { integer(value) }
    @inline(__always) mutating func counter(_ value: Int64) { integer(value) }

    @inline(__always) mutating func boolean(_ value: Bool) {
        room()
        if value { put("true,") } else { put("false,") }
    }

    mutating func hex64(_ value: UInt64) {
        room()
        put(0x22)
        hex(value)
        put("\",")
    }

    @inline(__always) private mutating func hex(_ value: UInt64) {
        store(JSONWriter.eightHex(UInt32(truncatingIfNeeded: value >> 32)))
        cursor += 8
        store(JSONWriter.eightHex(UInt32(truncatingIfNeeded: value)))
        cursor += 8
    }

    /// Returns `value` as eight ASCII hex digits. The first digit is in the lowest byte.
    @inline(__always) private static func eightHex(_ value: UInt32) -> UInt64 {
        var all = UInt64(value)
        all = (all << 32 | all >> 16) & 0x0000_FFFF_0000_FFFF
        all = (all << 16 | all >> 8) & 0x00FF_00FF_00FF_00FF
        all = (all << 8 | all >> 4) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (all &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return all &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    }

    mutating func text(_ value: String) {
        room()
        put(0x22)
        let isPlain = value.withBytes { bytes in
            guard JSONWriter.isPlain(bytes) else { return false }
            putPlain(bytes)
            return true
        }
        if !isPlain { escape(value) }
        put("\",")
    }

    /// Returns whether the text in `bytes` can be written without escapes.
    @inline(__always) private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return true }
        var offset = 0
        var found: UInt64 = 0
        while bytes.count - offset >= 8 {
            found |= special(base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { return false }
            offset += 1
        }
        return found == 0
    }

    /// Returns a value other than zero if any of the eight bytes in `word` is below 0x20, a quotation mark or a backslash.
    @inline(__always) private static func special(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        return ((word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & ~word & highs
    }

    @inline(never) private mutating func escape(_ value: String) {
        for byte in Array(value.utf8) {
            room()
            switch byte {
            case 0x22, 0x5C:
                put(0x5C)
                put(byte)
            case 0x0A: put("\\n")
            case 0..<0x20:
                put("\\u00")
                put(hexDigit(byte >> 4))
                put(hexDigit(byte & 15))
            case _: put(byte)
            }
        }
    }

    mutating func reference(_ value: SecretRef) {
        room()
        put(0x22)
        value.kind.rawValue.withBytes { putPlain($0) }
        put(0x23)
        digits(value.number)
        put("\",")
    }

    @inline(__always) mutating func word<W: Word>(_ value: W) {
        room()
        put(0x22)
        value.rawValue.withBytes { putPlain($0) }
        put("\",")
    }

    // MARK: Objects and lists

    @inline(__always) mutating func open() {
        room()
        put(0x7B)
    }

    @inline(__always) mutating func close() { end(0x7D) }

    @inline(__always) private mutating func end(_ byte: UInt8) {
        room()
        if (cursor - 1).pointee == 0x2C { cursor -= 1 }
        cursor.pointee = byte
        (cursor + 1).pointee = 0x2C
        cursor += 2
    }

    @inline(__always) mutating func key(_ name: StaticString) {
        if limit - cursor < name.utf8CodeUnitCount { grow(name.utf8CodeUnitCount) }
        put(0x22)
        put(name)
        put("\":")
    }

    @inline(__always) mutating func absent() {}
    @inline(__always) mutating func present() {}

    @inline(__always) mutating func openList(_ count: Int) {
        room()
        put(0x5B)
    }

    @inline(__always) mutating func closeList() { end(0x5D) }

    // MARK: Lines

    /// Ends a line: replaces the closing brace of the outermost object with the line's checksum, a brace and a newline.
    ///
    /// - Parameter previous: the checksum of the previous line.
    /// - Returns: the line's checksum.
    mutating func seal(after previous: UInt32) -> UInt32 {
        cursor -= 1
        let checksum = Checksum.extend(previous, written)
        room()
        put(",\"crc\":\"")
        store(JSONWriter.eightHex(checksum))
        cursor += 8
        put("\"}\n")
        return checksum
    }
}

func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }
