// These functions replace standard functions with `uniquingKeysWith`, which cast at run time. Embedded Swift does not support such casts.

extension Dictionary {
    /// Creates a dictionary from pairs. Of several pairs with the same key, the first is used.
    init(first pairs: some Sequence<(Key, Value)>) {
        self.init()
        for (key, value) in pairs where self[key] == nil { self[key] = value }
    }

    /// Adds the values of another dictionary. `sum` combines the two values of a key that both dictionaries have.
    mutating func add(_ other: Self, _ sum: (Value, Value) -> Value) {
        for (key, value) in other { self[key] = self[key].map { sum($0, value) } ?? value }
    }
}
