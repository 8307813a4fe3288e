#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Standard input of a command that may run without a terminal.
enum StandardInput {
    /// Whether there is no input: it is closed or `/dev/null`, as in a container, in a script's background job, or under a service manager.
    static var isNothing: Bool { isNothing(0) }

    static func isNothing(_ descriptor: Int32) -> Bool {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return errno == EBADF }
        var null = stat()
        return stat("/dev/null", &null) == 0 && facts.st_mode & S_IFMT == S_IFCHR && facts.st_rdev == null.st_rdev
    }

    /// Waits until an interrupt ends the process, with exit code 0. The handler is needed in a container, whose first process would ignore the
    /// signal.
    static func waitForInterrupt() -> Never {
        for number in [SIGINT, SIGTERM] { signal(number) { _ in _exit(0) } }
        while true { pause(milliseconds: 3_600_000) }
    }
}
