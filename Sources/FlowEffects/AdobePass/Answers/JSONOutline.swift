/// A look at JSON before it is decoded: a decoder recurses, and takes one of two members of the same name without a word.
struct JSONOutline {
    /// How deep Adobe's answers may be nested; user metadata is the deepest and stays far below.
    static let depth = 64

    /// Whether `bytes` is nested within bounds, in an encoding that this look understands, and no object writes a name
    /// twice. The rest is the decoder's business.
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

    private mutating func takes(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x7B, 0x5B:
            open.append(Container(isObject: byte == 0x7B, awaitsName: byte == 0x7B))
            return open.count <= JSONOutline.depth
        case 0x7D, 0x5D: return open.popLast() != nil
        case 0x2C:
            if let last = open.indices.last { open[last].awaitsName = open[last].isObject }
            return true
        // In UTF-16 and UTF-32, which the decoder would take, ASCII has zero bytes.
        case 0x00: return false
        case _: return true
        }
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
