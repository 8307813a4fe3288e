#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Prints a sentence on standard error, for the author of a test. Used for problems that would otherwise go unnoticed.
func report(_ sentence: String) {
    let line = Array("\(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
