/// A value that contains a secret. Its debug description is its `description`, which must reveal no secret, and its mirror is empty.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The value of `description`, which reveals no secret.
    public var debugDescription: String { description }
    /// An empty mirror, which reveals no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
