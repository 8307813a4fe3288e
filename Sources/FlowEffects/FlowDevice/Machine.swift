#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reads the system's name for the machine that the process runs on.
enum Machine {
    /// The machine's name, for example `AppleTV14,1`. In a simulator, this is the name of the simulated machine.
    static var name: String {
        if let simulated = getenv("SIMULATOR_MODEL_IDENTIFIER") { return String(cString: simulated) }
        #if os(macOS) || targetEnvironment(macCatalyst)
            // On a Mac, `uname` returns the processor's name.
            return systemText("hw.model") ?? ""
        #else
            var system = utsname()
            guard uname(&system) == 0 else { return "" }
            return withUnsafeBytes(of: &system.machine) { text($0) }
        #endif
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

    #if os(macOS) || targetEnvironment(macCatalyst)
        private static func systemText(_ name: String) -> String? {
            var size = 0
            guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
            return text(bytes)
        }
    #endif
}
