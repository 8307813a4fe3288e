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
    /// `errno`.
    package let code: CInt

    /// The failure of a call.
    package init(call: String, code: CInt) {
        self.call = call
        self.code = code
    }

    /// The system's description of the failure.
    package var text: String { "\(call): \(String(cString: strerror(code)))" }

    package var isMissing: Bool { code == ENOENT }
    package var isLocked: Bool { code == EWOULDBLOCK }
    package var isDenied: Bool { code == EPERM || code == EACCES }
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
