/// Why the vault cannot be used or written, where, and what to do.
public struct FlowVaultFailure: Error, Equatable, Sendable {
    /// What could not be done.
    public enum Reason: String, Sendable {
        /// The folder could not be made or entered.
        case folder
        /// Others than this user can read the folder or a file in it.
        case permissions
        /// Another vault uses this folder.
        case alreadyOpen
        /// The launch that used this vault has ended.
        case closed
        /// Something could not be kept or removed.
        case writing
        /// Something could not be read, though it is there.
        case reading
        /// Something is already kept, so that nothing can be adopted.
        case alreadyUsed
    }

    /// What could not be done.
    public let reason: Reason
    /// The folder or file.
    public let path: String
    /// The system's words for it.
    public let cause: String

    /// Why the vault cannot be used or written.
    public init(_ reason: Reason, path: String, cause: String) {
        self.reason = reason
        self.path = path
        self.cause = cause
    }

    /// What is wrong, where, and what to do.
    public var text: String {
        switch reason {
        case .folder: "\(path): the vault's folder cannot be used (\(cause)): give a folder that this process may write"
        case .permissions:
            "\(path): others can read the vault (\(cause)): take their permissions away, or remove it; the viewer then signs in anew"
        case .alreadyOpen: "\(path): another flow uses this vault: shut it down first; one vault serves one flow"
        case .closed: "\(path): the vault is closed (\(cause)): a launch begins by making a flow with it, or with a new one"
        case .writing:
            "\(path): the vault cannot be written (\(cause)): the viewer may have to sign in again after the next launch; free space or check the folder"
        case .reading: "\(path): the vault cannot be read (\(cause)): check the folder"
        case .alreadyUsed: "\(path): the vault is in use already (\(cause)): adopt only before the first launch"
        }
    }
}

extension FlowVaultFailure: CustomStringConvertible {
    /// The same as `text`.
    public var description: String { text }
}
