#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

extension LogReader {
    /// Opens a segment in a file and reads its header, and its snapshot if it has one. The whole file is in memory.
    /// - Throws: `CocoaError` if the file cannot be read, `LogFailure` about the header or the snapshot.
    public init(contentsOf file: URL) throws { try self.init([UInt8](Data(contentsOf: file))) }
}

extension Replay {
    /// Opens a segment in a file and reads its header, and its snapshot if it has one. The whole file is in memory.
    /// - Throws: `CocoaError` if the file cannot be read, `LogFailure` about the header or the snapshot.
    public init(contentsOf file: URL) throws { try self.init([UInt8](Data(contentsOf: file))) }
}
