#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Prints what the kernel says about this process's memory: `VmHWM` is the peak of all memory, `RssAnon` what is neither a file's nor shared.
/// Only on Linux. Uses the C library alone, because the empty program links nothing else.
public func reportMemory() {
    guard let file = fopen("/proc/self/status", "r") else { return }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        if strncmp(line, "VmHWM:", 6) == 0 || strncmp(line, "RssAnon:", 8) == 0 { write(1, line, strlen(line)) }
    }
}
