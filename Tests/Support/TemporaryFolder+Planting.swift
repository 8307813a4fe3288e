#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What another user, or a restored backup, may have put into a folder before this process uses it.
extension TemporaryFolder {
    /// Whether this process may give files to another user.
    public static var isRoot: Bool { geteuid() == 0 }

    /// Creates a link to `target`, which need not exist.
    public func link(_ name: String, to target: String) { _ = symlink(target, "\(path)/\(name)") }

    /// Gives the file at `target` a second name.
    public func hardLink(_ name: String, to target: String) {
        #if canImport(Darwin)
            _ = Darwin.link(target, "\(path)/\(name)")
        #elseif canImport(Musl)
            _ = Musl.link(target, "\(path)/\(name)")
        #else
            _ = Glibc.link(target, "\(path)/\(name)")
        #endif
    }

    /// Creates a pipe: opening it waits until its other end is opened.
    public func pipe(_ name: String) { _ = mkfifo("\(path)/\(name)", 0o600) }

    /// Creates a folder.
    public func folder(_ name: String) { _ = mkdir("\(path)/\(name)", 0o700) }

    /// Gives a file, or with an empty name the folder itself, to another user; only root can.
    public func giveAway(_ name: String) { _ = chown(name.isEmpty ? path : "\(path)/\(name)", 65534, 65534) }
}
