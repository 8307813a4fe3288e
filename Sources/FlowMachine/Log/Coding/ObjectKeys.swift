/// The names of one object's fields, to find a name that is there twice. A hostile object may have as many fields as a line has room for, so
/// names beyond the first few are sorted instead of being compared with each other.
struct ObjectKeys {
    private var names: [String] = []
    private var positions: [Int] = []
    /// How many names are compared with each other, or were sorted last.
    private var checked = 64

    /// Adds a name.
    /// - Returns: a name that is there twice, if one was found, and where it is the second time. `finish()` finds what this left out.
    mutating func add(_ name: String, at position: Int) -> (name: String, position: Int)? {
        if names.count < 64, names.contains(where: { haveSameBytes($0, name) }) { return (name, position) }
        names.append(name)
        positions.append(position)
        guard names.count >= 2 * checked else { return nil }
        checked = names.count
        return doubled
    }

    /// A name that is there twice, and where it is the second time.
    func finish() -> (name: String, position: Int)? { names.count > 64 ? doubled : nil }

    /// The first name that is there a second time.
    private var doubled: (name: String, position: Int)? {
        var first = names.count
        let order = placesByBytes(names)
        for index in 1..<order.count where haveSameBytes(names[order[index - 1]], names[order[index]]) {
            first = min(first, order[index])
        }
        return first < names.count ? (names[first], positions[first]) : nil
    }
}

extension Reader {
    @inline(never) mutating func failure(_ doubled: (name: String, position: Int)) -> CodingFailure {
        position = doubled.position
        return failure(.doubled(doubled.name))
    }
}
