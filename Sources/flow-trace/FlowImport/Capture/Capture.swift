import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The readable exchanges of a HAR capture.
package struct Capture {
    /// The exchanges, ordered by the time at which they were sent.
    let exchanges: [Exchange]
    /// The number of entries in the file.
    package let entries: Int
    /// The numbers of the entries that cannot be read: they are not JSON, or have no method, URL or time.
    package let unreadable: [Int]
    /// Whether the file ends within the list of entries.
    package let isCut: Bool
    /// Whether the entries in the file were not ordered by time.
    package let wasReordered: Bool

    /// The reason why a file is not a capture.
    package enum Failure: Error, Equatable {
        case empty
        /// The file is not JSON with a list of entries.
        case noCapture
        /// No entry in the list can be read.
        case noEntries

        package var text: String {
            switch self {
            case .empty: "is empty: save the capture again"
            case .noCapture: "is not a HAR capture: it has no list log.entries; export the traffic as HAR 1.2"
            case .noEntries: "has no entry that can be read: was the capture started before the app?"
            }
        }
    }

    /// Reads a capture in HAR format. Throws if the bytes are empty, are not in this format, or have no readable entry.
    package init(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
        let scanner = CaptureScanner(bytes)
        guard scanner.hasList else { throw .noCapture }
        let decoder = JSONDecoder()
        var read: [Exchange] = []
        var unreadable: [Int] = []
        var (line, counted) = (1, 0)
        for (index, range) in scanner.entries.enumerated() {
            line += bytes[counted..<range.lowerBound].count { $0 == 0x0A }
            counted = range.lowerBound
            let entry = try? decoder.decode(HAREntry.self, from: Data(bytes[range]))
            if let exchange = entry.flatMap({ Exchange($0, number: index + 1, line: line) }) {
                read.append(exchange)
            } else {
                unreadable.append(index + 1)
            }
        }
        guard !read.isEmpty else { throw .noEntries }
        entries = scanner.entries.count
        self.unreadable = unreadable
        isCut = scanner.isCut
        wasReordered = zip(read, read.dropFirst()).contains { $1.sent < $0.sent }
        exchanges = read.sorted { ($0.sent, $0.number) < ($1.sent, $1.number) }
    }
}
