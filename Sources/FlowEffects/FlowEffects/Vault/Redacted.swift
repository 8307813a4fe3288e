/// A value that holds a secret: no text and no mirror of it shows more than its `description`, which reveals nothing.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The same as `description`, which reveals nothing.
    public var debugDescription: String { description }
    /// An empty mirror: it reveals nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
