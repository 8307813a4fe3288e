/// The names of one object's fields, to find a name that is there twice. A hostile object may have as many fields as a line has room for, so
/// names beyond the first few are sorted instead of being compared with each other.
struct ObjectKeys {
    private var keys: [Key] = []
    /// How many names are compared with each other, or were sorted last.
    private var checked = 64

    /// One name and where it is.
    private struct Key {
        let name: String
        let position: Int
    }

    /// Adds a name.
    /// - Returns: a name that is there twice, if one was found, and where it is the second time. `finish()` finds what this left out.
    mutating func add(_ name: String, at position: Int) -> (name: String, position: Int)? {
        if keys.count < 64, keys.contains(where: { haveSameBytes($0.name, name) }) { return (name, position) }
        keys.append(Key(name: name, position: position))
        guard keys.count >= 2 * checked else { return nil }
        checked = keys.count
        return doubled
    }

    /// A name that is there twice, and where it is the second time.
    func finish() -> (name: String, position: Int)? { keys.count > 64 ? doubled : nil }

    /// The first name that is there a second time.
    private var doubled: (name: String, position: Int)? {
        var first: Key?
        let sorted = keys.sorted { left, right in
            let order = compareBytes(left.name, right.name)
            return order < 0 || (order == 0 && left.position < right.position)
        }
        for index in sorted.indices.dropFirst() where haveSameBytes(sorted[index - 1].name, sorted[index].name) {
            let key = sorted[index]
            if key.position < first?.position ?? Int.max { first = key }
        }
        return first.map { ($0.name, $0.position) }
    }
}

extension Reader {
    @inline(never) mutating func failure(_ doubled: (name: String, position: Int)) -> CodingFailure {
        position = doubled.position
        return failure(.doubled(doubled.name))
    }
}
