/// Returns whether `bytes` are valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
        let first = bytes[index]
        let (count, least, most): (Int, UInt8, UInt8)
        switch first {
        case 0..<0x80: (count, least, most) = (0, 0, 0)
        case 0xC2...0xDF: (count, least, most) = (1, 0x80, 0xBF)
        case 0xE0: (count, least, most) = (2, 0xA0, 0xBF)
        case 0xED: (count, least, most) = (2, 0x80, 0x9F)
        case 0xE1...0xEF: (count, least, most) = (2, 0x80, 0xBF)
        case 0xF0: (count, least, most) = (3, 0x90, 0xBF)
        case 0xF1...0xF3: (count, least, most) = (3, 0x80, 0xBF)
        case 0xF4: (count, least, most) = (3, 0x80, 0x8F)
        case _: return false
        }
        guard index + count < bytes.endIndex else { return false }
        if count > 0 {
            guard (least...most).contains(bytes[index + 1]) else { return false }
            for following in 1..<count where !(0x80...0xBF).contains(bytes[index + 1 + following]) { return false }
        }
        index += count + 1
    }
    return true
}

/// Returns whether both texts have the same UTF-8 bytes. The `==` of `String` also treats canonically equivalent characters as equal.
func haveSameBytes(_ left: String, _ right: String) -> Bool { compareBytes(left, right, isPrefix: false) }

/// Returns whether the UTF-8 bytes of `text` begin with the bytes of `prefix`.
func hasPrefix(_ text: String, _ prefix: String) -> Bool { compareBytes(prefix, text, isPrefix: true) }

/// Compares the UTF-8 bytes of two texts. A shorter text precedes a longer text.
/// - Returns: a negative number if `left` precedes `right`, 0 if the bytes are the same, a positive number if `right` precedes `left`.
func compareBytes(_ left: String, _ right: String) -> Int {
    left.withBytes { left in
        right.withBytes { right in
            if left.count != right.count { return left.count - right.count }
            for index in left.indices where left[index] != right[index] { return Int(left[index]) - Int(right[index]) }
            return 0
        }
    }
}

/// Returns the indices of `texts`, sorted by `compareBytes`. Equal texts keep their order.
///
/// The function is a heap sort, because the standard library's sort would add more code to the wasm.
func placesByBytes(_ texts: [String]) -> [Int] {
    var places = Array(0..<texts.count)
    func isBefore(_ left: Int, _ right: Int) -> Bool {
        let order = compareBytes(texts[left], texts[right])
        return order < 0 || (order == 0 && left < right)
    }
    /// Moves the entry at `index` down the heap until no entry below it sorts after it. The heap ends before `end`.
    func sink(_ index: Int, _ end: Int) {
        var index = index
        while 2 * index + 1 < end {
            var child = 2 * index + 1
            if child + 1 < end, isBefore(places[child], places[child + 1]) { child += 1 }
            if isBefore(places[child], places[index]) { return }
            places.swapAt(index, child)
            index = child
        }
    }
    var index = places.count / 2
    while index > 0 {
        index -= 1
        sink(index, places.count)
    }
    var end = places.count
    while end > 1 {
        end -= 1
        places.swapAt(0, end)
        sink(0, end)
    }
    return places
}

private func compareBytes(_ left: String, _ right: String, isPrefix: Bool) -> Bool {
    left.withBytes { left in
        right.withBytes { right in
            guard isPrefix ? left.count <= right.count : left.count == right.count else { return false }
            for index in left.indices where left[index] != right[index] { return false }
            return true
        }
    }
}

extension [UInt8] {
    /// Copies `bytes` with one call. `Array(bytes)` copies byte by byte in a build that is optimized for size.
    init(copying bytes: UnsafeBufferPointer<UInt8>) {
        self.init(unsafeUninitializedCapacity: bytes.count) { storage, count in
            if let from = bytes.baseAddress, let to = storage.baseAddress {
                UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: bytes.count)
            }
            count = bytes.count
        }
    }
}

extension String {
    /// Calls `body` with the text in UTF-8.
    @inline(__always) func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        #if hasFeature(Embedded)
            // In Embedded Swift every text is already UTF-8. `withUTF8` would add the code that converts other encodings.
            return utf8.withContiguousStorageIfAvailable(body) ?? body(UnsafeBufferPointer(start: nil, count: 0))
        #else
            var text = self
            return text.withUTF8(body)
        #endif
    }
}
