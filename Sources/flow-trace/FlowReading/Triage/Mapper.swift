/// Applies a function to each element of a list.
///
/// The command-line tool does this on several threads. The module for browsers has one thread.
package protocol Mapper {
    /// Returns the results of `transform`, in the order of the elements.
    func map<Element: Sendable, Value: Sendable>(_ elements: [Element], _ transform: @Sendable (Element) -> Value) -> [Value]
}

/// Applies a function to one element after another.
package struct SerialMapper: Mapper {
    package init() {}

    package func map<Element: Sendable, Value: Sendable>(_ elements: [Element], _ transform: @Sendable (Element) -> Value) -> [Value] {
        elements.map { transform($0) }
    }
}
