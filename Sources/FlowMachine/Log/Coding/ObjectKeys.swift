/// Collects the names of an object's fields to find duplicates.
///
/// A hostile object may fill a whole line with fields. To limit the cost, only the first 64 names are compared one by one; more names are
/// sorted.
struct ObjectKeys {
    private var names: [String] = []
    private var positions: [Int] = []
    /// The number of names that are already checked for duplicates. Each of the first 64 names is checked when it is added.
    private var checked = 64

    /// Adds a name. Beyond 64 names, duplicates are found only when the number of names has doubled; `finish()` finds the remaining
    /// duplicates.
    /// - Returns: a duplicate name and the position of its second occurrence; `nil` if none was found.
    mutating func add(_ name: String, at position: Int) -> (name: String, position: Int)? {
        if names.count < 64, names.contains(where: { haveSameBytes($0, name) }) { return (name, position) }
        names.append(name)
        positions.append(position)
        guard names.count >= 2 * checked else { return nil }
        checked = names.count
        return doubled
    }

    /// Returns a duplicate name that `add` has not found, and the position of its second occurrence; `nil` if there is none.
    func finish() -> (name: String, position: Int)? { names.count > 64 ? doubled : nil }

    /// The duplicate name whose second occurrence comes first, and the position of that occurrence.
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
