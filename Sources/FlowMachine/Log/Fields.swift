/// The fields of a JSON object, as paths and values in their order. They are used to compare two records field by field.
struct Fields {
    private(set) var list: [(path: String, value: String)] = []

    init(_ record: LogRecord) {
        var writer = JSONWriter()
        writer.write(record)
        self.init(writer.bytes, 0..<writer.count)
    }

    /// Lists the fields of the object in `bytes[range]`, which must be valid JSON.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        var scanner = Scanner(bytes: bytes, position: range.lowerBound, end: range.upperBound)
        scanner.value(at: "", into: &list)
    }

    /// Compares these fields, which are this build's decision, with the recorded fields.
    /// - Parameters:
    ///   - recorded: the fields in the log.
    ///   - most: the maximum number of differences to return.
    ///   - isSkipped: returns whether the field with the given path is not compared.
    /// - Returns: the first `most` fields that are different or that are missing on one side, and the number of all such fields.
    func differences(
        from recorded: Fields, most: Int, except isSkipped: (String) -> Bool
    ) -> (list: [Divergence.Difference], count: Int) {
        var differences: [Divergence.Difference] = []
        var count = 0
        func note(_ field: String, _ recorded: String?, _ thisBuild: String?) {
            if isSkipped(field) { return }
            count += 1
            if differences.count < most {
                differences.append(Divergence.Difference(field: field, recorded: recorded, thisBuild: thisBuild))
            }
        }
        let (here, there) = (FieldIndex(list), FieldIndex(recorded.list))
        for (path, value) in recorded.list {
            let other = here.value(path)
            if other.map({ !haveSameBytes($0, value) }) ?? true { note(path, value, other) }
        }
        for (path, value) in list where there.value(path) == nil { note(path, nil, value) }
        return (differences, count)
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position: Int
        let end: Int

        private var here: UInt8 { position < end ? bytes[position] : 0 }

        private mutating func skipSpace() {
            while here == 0x20 || here == 0x09 { position += 1 }
        }

        mutating func value(at path: String, into list: inout [(path: String, value: String)]) {
            skipSpace()
            switch here {
            case 0x7B: members(close: 0x7D, path, &list)
            case 0x5B: members(close: 0x5D, path, &list)
            case _:
                let start = position
                if here == 0x22 { skipText() } else { skipWord() }
                list.append((path, String(decoding: bytes[start..<min(position, end)], as: UTF8.self)))
            }
        }

        private mutating func members(close: UInt8, _ path: String, _ list: inout [(path: String, value: String)]) {
            position += 1
            var index = 0
            while position < end {
                skipSpace()
                if here == close {
                    position += 1
                    if index == 0, close == 0x5D { list.append((path, "[]")) }
                    return
                }
                if here == 0x2C {
                    position += 1
                    continue
                }
                let before = position
                if close == 0x7D {
                    let name = key()
                    let inner: PlainText = "\(path).\(name)"
                    value(at: path.isEmpty ? name : inner.string, into: &list)
                } else {
                    let inner: PlainText = "\(path)[\(index)]"
                    value(at: inner.string, into: &list)
                }
                index += 1
                if position == before { return }
            }
        }

        private mutating func key() -> String {
            skipSpace()
            let start = position + 1
            skipText()
            let name = start < position ? String(decoding: bytes[start..<position - 1], as: UTF8.self) : ""
            skipSpace()
            if here == 0x3A { position += 1 }
            return name
        }

        private mutating func skipText() {
            position += 1
            while position < end {
                let byte = bytes[position]
                position += byte == 0x5C ? 2 : 1
                if byte == 0x22 { break }
            }
            position = min(position, end)
        }

        private mutating func skipWord() {
            while position < end {
                switch here {
                case 0x2C, 0x7D, 0x5D, 0x20: return
                case _: position += 1
                }
            }
        }
    }
}

/// Finds fields by their paths. The fields are sorted once, because a hostile record may fill a whole line with fields.
private struct FieldIndex {
    private let list: [(path: String, value: String)]
    /// The indices of the list, sorted by path. Fields with the same path keep their order.
    private let order: [Int]

    init(_ list: [(path: String, value: String)]) {
        self.list = list
        order = placesByBytes(list.map { $0.path })
    }

    /// Returns the value of the first field with this `path`; `nil` if there is none.
    func value(_ path: String) -> String? {
        var range = 0..<order.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if compareBytes(list[order[middle]].path, path) < 0 {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        guard range.lowerBound < order.count else { return nil }
        let found = list[order[range.lowerBound]]
        return haveSameBytes(found.path, path) ? found.value : nil
    }
}
