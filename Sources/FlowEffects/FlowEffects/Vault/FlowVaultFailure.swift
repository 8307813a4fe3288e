/// A failure to use or write the vault: the reason, the place, and the remedy.
public struct FlowVaultFailure: Error, Equatable, Sendable {
    /// The kind of failure.
    @nonexhaustive
    public enum Reason: String, Sendable {
        /// The app's settings are wrong, so that no viewer could sign in.
        case app
        /// The folder could not be created or entered.
        case folder
        /// The folder or a file in it belongs to another user, is accessible to other users, or is not a regular file (for example a link).
        case permissions
        /// The folder could not be kept out of backups or encrypted.
        case unprotected
        /// Another vault of this process uses these files or items. On Linux, the other vault may also belong to another process.
        case alreadyOpen
        /// Another process has since opened or erased the vault. This vault writes nothing more.
        case takenOver
        /// The device has not been unlocked since it started, so nothing can be read or written yet. Nothing is lost.
        case locked
        /// The launch that used this vault has ended.
        case closed
        /// A value could not be kept or removed.
        case writing
        /// A value exists but could not be read.
        case reading
        /// A value is already kept, so nothing can be adopted.
        case alreadyUsed
        /// The given device identifier is empty, longer than `FlowVault.longestDeviceIdentifier` bytes, or not printable ASCII.
        case deviceIdentifier
        /// The device identifier that is kept differs from the identifier that the app passed in.
        case otherDevice
    }

    /// The kind of failure.
    public let reason: Reason
    /// The path of the folder or file, or the name of the keychain item.
    public let path: String
    /// The system's description of the failure.
    public let cause: String

    /// Creates a failure of the vault. Each parameter sets the property of the same name.
    public init(_ reason: Reason, path: String, cause: String) {
        self.reason = reason
        self.path = path
        self.cause = cause
    }

    /// A text that states the failure, its place and the remedy, without a secret and without the device identifier.
    public var text: String {
        switch reason {
        case .app: "\(path): no vault is opened for this app (\(cause))"
        case .folder: "\(path): the vault's folder cannot be used (\(cause)): use a folder that this process can write to"
        case .permissions:
            "\(path): the vault is not private to this process's user (\(cause)): correct its owner and permissions, or delete the vault; the viewer then has to sign in again"
        case .unprotected:
            "\(path): the vault's folder cannot be excluded from backups and encrypted (\(cause)): keep the vault in the keychain"
        case .alreadyOpen: "\(path): another flow uses this vault: shut it down first; one vault serves one flow"
        case .takenOver:
            """
            \(path): another process has opened this vault (\(cause)): only the vault that was opened last may write, so this one saves \
            nothing more; shut its flow down, and open the vault in one process only: the app, not its extensions
            """
        case .locked:
            """
            \(path): the device has not been unlocked since it started (\(cause)): the vault cannot be read yet, and nothing is lost; open it again \
            after UIApplication.protectedDataDidBecomeAvailableNotification, or when the app becomes active
            """
        case .closed: "\(path): the vault is closed (\(cause)): create a new Flow with this vault, or open a new vault"
        case .writing:
            "\(path): the vault cannot be written (\(cause)): the viewer may have to sign in again after the next launch; free space or check the folder"
        case .reading: "\(path): the vault cannot be read (\(cause)): check the folder"
        case .alreadyUsed: "\(path): the vault is already in use (\(cause)): adopt credentials only before the first launch"
        case .deviceIdentifier:
            "\(path): the device identifier cannot be used (\(cause)): pass 1 to \(FlowVault.longestDeviceIdentifier) bytes of printable ASCII"
        case .otherDevice:
            """
            \(path): the vault keeps a different device identifier (\(cause)): Adobe binds profiles and the remaining time of a TempPass to the \
            kept one, so with another one every viewer would have to sign in again; pass the kept one or nil, or erase the vault first
            """
        }
    }
}

extension FlowVaultFailure: CustomStringConvertible {
    /// The value of `text`.
    public var description: String { text }
}
