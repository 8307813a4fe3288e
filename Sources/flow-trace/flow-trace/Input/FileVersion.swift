#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What changes when a file is written or replaced, so that a file with the same version need not be read again.
struct FileVersion: Hashable {
    private let device: UInt64
    private let node: UInt64
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// - Returns: `nil` if nothing is at this path. A link is followed.
    init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        #if canImport(Darwin)
            let written = facts.st_mtimespec
        #else
            let written = facts.st_mtim
        #endif
        device = UInt64(truncatingIfNeeded: facts.st_dev)
        node = UInt64(facts.st_ino)
        size = Int64(facts.st_size)
        (seconds, nanoseconds) = (Int64(written.tv_sec), Int64(written.tv_nsec))
    }
}
