#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The failure of a system call, or this library's refusal to use a file.
package struct SystemFailure: Error, Equatable {
    /// The call, for example `write`.
    package let call: String
    /// The value of `errno` after the call; `EPERM` for a refusal.
    package let code: CInt
    /// The reason why this library refused to touch the file; `nil` if the system call failed.
    package let refusal: FileRefusal?

    /// Creates the failure of a system call.
    package init(call: String, code: CInt) {
        self.call = call
        self.code = code
        refusal = nil
    }

    /// Creates the failure for a file that this library refuses to use.
    /// - Parameters:
    ///   - call: the system call that found the file.
    ///   - refusal: the reason for the refusal.
    package init(call: String, _ refusal: FileRefusal) {
        self.call = call
        code = EPERM
        self.refusal = refusal
    }

    /// A text with the call, and the system's description of the failure or the reason for the refusal.
    package var text: String { "\(call): \(refusal?.rawValue ?? String(cString: strerror(code)))" }

    package var isMissing: Bool { code == ENOENT }
    package var isLocked: Bool { code == EWOULDBLOCK }
    package var isDenied: Bool { refusal == nil && (code == EPERM || code == EACCES) }
}

/// The reason why the log and the vault do not touch a file or folder. Another user may have created it, to make this process overwrite other files,
/// wait forever, or keep its secrets where that user can replace them.
package enum FileRefusal: String, Sendable {
    /// A link, which leads to another file or folder.
    case link = "it is a link"
    /// A pipe, a device or a socket; or a folder in the place of a file.
    case special = "it is not a regular file"
    /// A file or folder that does not belong to the user that this process runs as.
    case owner = "it belongs to another user"
    /// A file with a second name (a hard link). Changing the file would change it under its other name, too.
    case hardLink = "the file has a second name"
    /// A folder in which other users can create, replace and remove files.
    case writable = "other users can write to it"
}

extension SystemFailure {
    // The error numbers that a simulated disk uses.
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
