import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// FlowReading as wasm for a page, compressed as LZMA or with gzip. A script builds it; it is not part of the tool.
enum PageModule {
    /// The name of the file.
    static let name = "flowreading.wasm.gz"
    /// The name of the smaller file, which the script writes where there is `xz`.
    private static let smallerName = "flowreading.wasm.lzma"

    /// The advice if the file is not found.
    static let advice =
        "Steps, the drawing with lanes and what-if need \(name), which was not found: build it with "
        + "Sources/flow-trace/FlowReading/JavaScript/build, and put it beside flow-trace, or name it with view --module"

    /// Returns the module in the folder of the tool, or in the build folder that contains the tool; `nil` if there is none.
    static func find(near tool: String) -> [UInt8]? {
        var folder = tool[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            for place in [folder, "\(folder)/javascript/flowmachine"] {
                for name in [smallerName, name] {
                    if let bytes = try? compressed("\(place)/\(name)"), isCompressed(bytes) { return bytes }
                }
            }
        }
        return nil
    }

    /// Reads the module in the file at `path`.
    static func read(_ path: String) throws(UnreadableFile) -> [UInt8] {
        let bytes = try compressed(path)
        guard isCompressed(bytes) else {
            throw UnreadableFile(name: path, reason: "is not compressed with gzip: name the \(name) that the script writes")
        }
        return bytes
    }

    /// Returns the compressed bytes of a file. Reading it as a log would decompress it.
    private static func compressed(_ path: String) throws(UnreadableFile) -> [UInt8] {
        try LogPieces(path, decompresses: false).rest()
    }

    /// LZMA has no sign of its own, but `xz` writes the length as unknown.
    private static func isCompressed(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x1F, 0x8B]) || bytes.dropFirst(5).starts(with: [UInt8](repeating: 0xFF, count: 8))
    }
}

/// Returns the path of this program; if the system does not report it, the name by which the program was called.
func toolPath() -> String {
    let called = CommandLine.arguments.first ?? ""
    guard let path = realpath("/proc/self/exe", nil) ?? realpath(called, nil) else { return called }
    defer { free(path) }
    return String(cString: path)
}
