#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Tells the author of a test on standard error what a simulated part would otherwise pass over in silence.
func report(_ sentence: String) {
    let line = Array("\(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
