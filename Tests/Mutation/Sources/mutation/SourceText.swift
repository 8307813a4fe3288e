/// A source file as bytes, with a mask of the same length in which comments, string literals and quoted identifiers are
/// blank: text found in the mask is code.
struct SourceText {
    let path: String
    let bytes: [UInt8]
    let mask: [UInt8]
    /// The start of each line.
    let lines: [Int]

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        mask = SourceText.masked(bytes)
        var lines = [0]
        for (index, byte) in bytes.enumerated() where byte == 10 { lines.append(index + 1) }
        self.lines = lines
    }

    private static func masked(_ bytes: [UInt8]) -> [UInt8] {
        var mask = bytes
        var index = 0
        while index < bytes.count {
            let end: Int?
            switch bytes[index] {
            case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
                end = bytes[index...].firstIndex(of: 10)
            case UInt8(ascii: "\""), UInt8(ascii: "`"):
                end = bytes[(index + 1)...].firstIndex(of: bytes[index]).map { $0 + 1 }
            default:
                index += 1
                continue
            }
            let stop = end ?? bytes.count
            // A quoted text stays one word.
            let blank = bytes[index] == UInt8(ascii: "/") ? UInt8(ascii: " ") : UInt8(ascii: "x")
            for place in index..<stop { mask[place] = blank }
            index = stop
        }
        return mask
    }

    /// The number of the line, from 1.
    func line(of offset: Int) -> Int {
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The line without its indentation and end.
    func lineText(_ number: Int) -> String {
        let end = number < lines.count ? lines[number] - 1 : bytes.count
        let text = bytes[lines[number - 1]..<end]
        return String(decoding: text.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func code(_ range: Range<Int>) -> String { String(decoding: mask[range], as: UTF8.self) }

    /// Whether this code is at `offset`.
    func has(_ word: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset + word.utf8CodeUnitCount <= mask.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where mask[offset + index] != word.utf8Start[index] { return false }
        return true
    }

    /// All places of this code.
    func places(_ word: StaticString) -> [Int] { mask.indices.filter { has(word, at: $0) } }

    func isWordByte(at offset: Int) -> Bool {
        guard mask.indices.contains(offset) else { return false }
        let byte = mask[offset]
        return byte == UInt8(ascii: "_") || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// The end of the code that starts at `start`: the first place outside brackets with one of `stops`, or with the end of
    /// a bracket that was opened earlier.
    func end(from start: Int, _ stops: [StaticString]) -> Int {
        var depth = 0
        var index = start
        while index < mask.count {
            if depth == 0, stops.contains(where: { has($0, at: index) }) { return index }
            switch mask[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return index }
                depth -= 1
            default: break
            }
            index += 1
        }
        return index
    }

    /// The start of the code that ends at `stop`, in the same way.
    func start(before stop: Int, _ stops: [StaticString]) -> Int {
        var depth = 0
        var index = stop
        while index > 0 {
            if depth == 0, let found = stops.first(where: { has($0, at: index - $0.utf8CodeUnitCount) }) {
                _ = found
                return index
            }
            switch mask[index - 1] {
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth += 1
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                if depth == 0 { return index }
                depth -= 1
            default: break
            }
            index -= 1
        }
        return index
    }

    /// Without spaces at either end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high, mask[low] == 32 || mask[low] == 10 { low += 1 }
        while low < high, mask[high - 1] == 32 || mask[high - 1] == 10 { high -= 1 }
        return low..<high
    }
}
