import FlowMachine

/// Which segments of earlier launches are kept. They are viewing history: keep them no longer than they are useful.
public struct LogRetention: Sendable, Equatable {
    /// Segments that were last written longer ago than this are deleted; `nil` keeps them.
    public var age: Duration?
    /// Above this total number of bytes, the oldest segments are deleted.
    public var bytes: Int

    /// Creates a retention; without arguments 14 days and 64 million bytes. Each parameter is the property of that name.
    public init(age: Duration? = .seconds(14 * 86_400), bytes: Int = 64_000_000) {
        self.age = age
        self.bytes = bytes
    }
}
