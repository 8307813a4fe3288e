import Report

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reports the memory when `launch` is over, and ends the process. The main thread waits meanwhile, as an app's does: if it ended instead, as
/// that of an asynchronous `main.swift` does on Linux, Valgrind would crash.
public func reportMemory(after launch: @escaping @Sendable () async -> Void) -> Never {
    Task.detached {
        await launch()
        reportMemory()
        exit(0)
    }
    while true { pause() }
}
