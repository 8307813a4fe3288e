// The standard library's sort is compiled anew for each type of element, which takes 5 KB of wasm each time. These functions sort places,
// so that one sort serves all types.

extension Sequence {
    /// The elements in the order that `precedes` says; where it says none, as they are.
    package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
        let all = Array(self)
        return places(all.count) { precedes(all[$0], all[$1]) }.map { all[$0] }
    }
}

extension Sequence where Element: Comparable {
    /// The elements in ascending order.
    package func ordered() -> [Element] { ordered(by: <) }
}

@inline(never)
private func places(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] { (0..<count).sorted(by: precedes) }
