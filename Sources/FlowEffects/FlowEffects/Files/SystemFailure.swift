#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system call that failed, and how.
package struct SystemFailure: Error, Equatable {
    /// The call, for example `write`.
    package let call: String
    /// The value of `errno` after the call.
    package let code: CInt
    /// Why this library refused to touch what it found; `nil` if the system refused.
    package let refusal: FileRefusal?

    /// The failure of a call.
    package init(call: String, code: CInt) {
        self.call = call
        self.code = code
        refusal = nil
    }

    /// The failure of a call that found something that must not be touched.
    package init(call: String, _ refusal: FileRefusal) {
        self.call = call
        code = EPERM
        self.refusal = refusal
    }

    /// A description of the failure: the system's, or what is wrong with the file.
    package var text: String { "\(call): \(refusal?.rawValue ?? String(cString: strerror(code)))" }

    package var isMissing: Bool { code == ENOENT }
    package var isLocked: Bool { code == EWOULDBLOCK }
    package var isDenied: Bool { refusal == nil && (code == EPERM || code == EACCES) }
}

/// Why the log and the vault do not touch a file or folder that they find in their place: another user may have put it there, to have this
/// process write to a file of its own, wait forever, or keep its secrets where that user can replace them.
package enum FileRefusal: String, Sendable {
    /// It would lead to another file or folder.
    case link = "it is a link"
    /// A pipe, a device or a socket; or a folder in the place of a file.
    case special = "it is not a regular file"
    /// It belongs to another user than the one that this process runs as.
    case owner = "it belongs to another user"
    /// Changing it would change the file under its other name, too.
    case hardLink = "the file has a second name"
    /// A folder in which other users can create, replace and remove files.
    case writable = "other users can write to it"
}

extension SystemFailure {
    // The errors of a simulated disk.
    package static let missing = ENOENT
    package static let exists = EEXIST
    package static let notAFolder = ENOTDIR
    package static let notEmpty = ENOTEMPTY
    package static let denied = EACCES
    package static let readOnly = EROFS
    package static let full = ENOSPC
    package static let broken = EIO
    package static let locked = EWOULDBLOCK
    package static let badFile = EBADF
}
