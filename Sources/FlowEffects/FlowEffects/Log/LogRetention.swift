import FlowMachine

/// Which segments of earlier launches are kept. They are viewing history: no longer than of use.
public struct LogRetention: Sendable, Equatable {
    /// Segments that were last written longer ago are deleted; `nil` keeps them.
    public var age: Interval?
    /// Of more bytes than this, the oldest segments are deleted.
    public var bytes: Int

    /// 14 days, and 64 million bytes.
    public init(age: Interval? = Interval(milliseconds: 14 * 86_400_000), bytes: Int = 64_000_000) {
        self.age = age
        self.bytes = bytes
    }
}
