import FlowMachine

/// The limits up to which segments of earlier launches are kept. Segments are viewing history: keep them no longer than they are useful.
public struct LogRetention: Sendable, Equatable {
    /// The maximum age of a segment, counted from its last write. Older segments are deleted; `nil` keeps segments of any age.
    public var age: Duration?
    /// The maximum total size in bytes. Above it, the oldest segments are deleted.
    public var bytes: Int

    /// Creates limits for old segments; by default, 14 days and 64 million bytes. Each parameter sets the property of the same name.
    public init(age: Duration? = .seconds(14 * 86_400), bytes: Int = 64_000_000) {
        self.age = age
        self.bytes = bytes
    }
}
