// The compiler specializes the standard library's sort for each type of element, which adds 5 KB of wasm each time. These functions sort indices
// instead, so that one sort serves all types.

extension Sequence {
    /// Returns the elements in the order of `precedes`. Elements of equal rank keep their order.
    package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
        let all = Array(self)
        return places(all.count) { precedes(all[$0], all[$1]) }.map { all[$0] }
    }
}

extension Sequence where Element: Comparable {
    /// Returns the elements in ascending order.
    package func ordered() -> [Element] { ordered(by: <) }
}

@inline(never)
private func places(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] { (0..<count).sorted(by: precedes) }
