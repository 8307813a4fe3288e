// The standard library's functions with `uniquingKeysWith` cast at run time, which Embedded Swift cannot.

extension Dictionary {
    /// The first value of each key.
    init(first pairs: some Sequence<(Key, Value)>) {
        self.init()
        for (key, value) in pairs where self[key] == nil { self[key] = value }
    }

    /// Adds the values of another dictionary to those of the same key.
    mutating func add(_ other: Self, _ sum: (Value, Value) -> Value) {
        for (key, value) in other { self[key] = self[key].map { sum($0, value) } ?? value }
    }
}
