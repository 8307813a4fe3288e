/// Finds the entries of a HAR capture without decoding the whole file, so that each entry can be decoded alone. A capture may have hundreds of
/// megabytes, end in the middle, or contain an entry that cannot be decoded.
///
/// The scanner checks only the nesting of objects and lists. The decoder checks whether an entry is well-formed JSON.
struct CaptureScanner {
    /// The bytes of each entry, in the order of the file.
    private(set) var entries: [Range<Int>] = []
    /// Whether a list of entries was found.
    private(set) var hasList = false
    /// Whether the file ends before the list of entries does.
    private(set) var isCut = false

    private let bytes: [UInt8]
    private var index = 0

    /// Scans a capture of the form `{"log":{"entries":[…]}}`, which may have other members anywhere.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        skipBlanks()
        guard byte == UInt8(ascii: "{") else { return }
        object { scanner, name in
            guard name == Array("log".utf8), scanner.byte == UInt8(ascii: "{") else { return false }
            scanner.object { scanner, name in
                guard name == Array("entries".utf8), scanner.byte == UInt8(ascii: "["), !scanner.hasList else { return false }
                scanner.list()
                return true
            }
            return true
        }
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Reads the object that begins at the current byte. `takes` receives each member's name and may read the value; if `takes` returns false, the
    /// scanner skips the value.
    private mutating func object(_ takes: (inout CaptureScanner, [UInt8]) -> Bool) {
        index += 1
        while true {
            skipBlanks()
            guard byte == UInt8(ascii: "\"") else { break }
            let start = index + 1
            guard skipString() else { return }
            let name = Array(bytes[start..<(index - 1)])
            skipBlanks()
            guard byte == UInt8(ascii: ":") else { return }
            index += 1
            skipBlanks()
            if !takes(&self, name) { guard skipValue() else { return } }
            if isCut { return }
            skipBlanks()
            guard byte == UInt8(ascii: ",") else { break }
            index += 1
        }
        if byte == UInt8(ascii: "}") { index += 1 }
    }

    /// Reads the list of entries that begins at the current byte.
    private mutating func list() {
        hasList = true
        index += 1
        while true {
            skipBlanks()
            guard let byte, byte != UInt8(ascii: "]") else { break }
            let start = index
            guard skipValue(), index > start else {
                isCut = true
                return
            }
            entries.append(start..<index)
            skipBlanks()
            if self.byte == UInt8(ascii: ",") { index += 1 }
        }
        if byte == nil { isCut = true } else { index += 1 }
    }

    /// Skips one value; returns false if the file ends within the value.
    private mutating func skipValue() -> Bool {
        var depth = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                if depth == 0 { return true }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // This bracket closes the container around the value, which is a number or a word and ends before the bracket.
                if depth == 0 { return true }
                depth -= 1
                if depth == 0 {
                    index += 1
                    return true
                }
            case UInt8(ascii: ","): if depth == 0 { return true }
            case _: break
            }
            index += 1
        }
        return false
    }

    /// Skips the string that begins at the current byte; returns false if the file ends within the string.
    private mutating func skipString() -> Bool {
        index += 1
        while let byte {
            if byte == UInt8(ascii: "\\") {
                index += 2
                continue
            }
            index += 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        index = bytes.count
        return false
    }
}
