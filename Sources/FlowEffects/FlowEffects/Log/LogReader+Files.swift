#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

extension LogReader {
    /// Reads a segment from a file: its header, and its snapshot if it has one. The whole file is kept in memory.
    /// - Throws: `CocoaError` if the file cannot be read; `LogFailure` if the header or the snapshot is damaged or not supported.
    public init(contentsOf file: URL) throws { try self.init([UInt8](Data(contentsOf: file))) }
}

extension Replay {
    /// Reads a segment from a file: its header, and its snapshot if it has one. The whole file is kept in memory.
    /// - Throws: `CocoaError` if the file cannot be read; `LogFailure` if the header or the snapshot is damaged or not supported.
    public init(contentsOf file: URL) throws { try self.init([UInt8](Data(contentsOf: file))) }
}
