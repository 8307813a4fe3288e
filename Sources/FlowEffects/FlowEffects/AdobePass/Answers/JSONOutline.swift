/// A look at JSON before it is decoded: a decoder recurses, and takes one of two members of the same name without a word.
struct JSONOutline {
    /// How deep Adobe's answers may be nested; user metadata is the deepest and stays far below.
    static let depth = 64

    /// How many values an answer may hold: a configuration of 2,000 providers, the biggest, holds a third as many. A
    /// decoder takes far longer for a value than for a byte.
    static let values = 100_000

    /// How many bytes a number, or a word such as `true`, may have: a decoder takes minutes for a million digits.
    static let word = 64

    /// Whether `bytes` is nested within bounds, small enough in its parts for a decoder, in an encoding that this look
    /// understands, and no object writes a name twice. The rest is the decoder's business.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        var outline = JSONOutline()
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == 0x22 {
                guard let end = endOfString(in: bytes, from: index + 1), outline.takesString(bytes[(index + 1)..<end]) else { return false }
                index = end
            } else if !outline.takes(byte) {
                return false
            }
            index += 1
        }
        return outline.open.isEmpty
    }

    private struct Container {
        let isObject: Bool
        var awaitsName: Bool
        var names: Set<ArraySlice<UInt8>> = []
    }

    private var open: [Container] = []
    private var count = 0
    private var wordLength = 0

    private mutating func takes(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x7B, 0x5B:
            guard begins() else { return false }
            open.append(Container(isObject: byte == 0x7B, awaitsName: byte == 0x7B))
            return open.count <= JSONOutline.depth
        case 0x7D, 0x5D:
            wordLength = 0
            return open.popLast() != nil
        case 0x2C:
            guard begins() else { return false }
            if let last = open.indices.last { open[last].awaitsName = open[last].isObject }
            return true
        // In UTF-16 and UTF-32, which the decoder would take, ASCII has zero bytes.
        case 0x00: return false
        case 0x09, 0x0A, 0x0D, 0x20, 0x3A:
            wordLength = 0
            return true
        case _:
            wordLength += 1
            return wordLength <= JSONOutline.word
        }
    }

    /// A value more, at most.
    private mutating func begins() -> Bool {
        wordLength = 0
        count += 1
        return count <= JSONOutline.values
    }

    private mutating func takesString(_ string: ArraySlice<UInt8>) -> Bool {
        guard let last = open.indices.last, open[last].awaitsName else { return true }
        open[last].awaitsName = false
        return open[last].names.insert(string).inserted
    }

    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < bytes.endIndex {
            if bytes[index] == 0x22 { return index }
            index += bytes[index] == 0x5C ? 2 : 1
        }
        return nil
    }
}
