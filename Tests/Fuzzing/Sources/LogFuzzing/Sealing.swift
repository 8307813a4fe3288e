@testable import FlowMachine

/// Turns lines that are written without their checksums into the lines of a segment.
enum Sealing {
    /// Each line of `content`, with its checksum.
    static func sealed(_ content: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = sealedLines(content)
        // A snapshot contains the digest of its model, which no mutation matches either.
        do {
            _ = try LogReader(bytes)
        } catch {
            guard case .snapshot(let recorded, let computed) = error.reason else { return bytes }
            return sealedLines(replacing(hex64(recorded), by: hex64(computed), in: content)[...])
        }
        return bytes
    }

    private static func sealedLines(_ content: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var checksum: UInt32 = 0
        for line in content.split(separator: 0x0A, omittingEmptySubsequences: false) where !line.isEmpty {
            checksum = Checksum.extend(checksum, Array(line), 0..<line.count)
            bytes += line
            bytes += Array(",\"crc\":\"\(hex32(checksum))\"}\n".utf8)
        }
        return bytes
    }

    private static func replacing(_ old: String, by new: String, in content: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = Array(content)
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        guard bytes.count >= old.count else { return bytes }
        for start in 0...(bytes.count - old.count) where bytes[start..<start + old.count] == old[...] {
            bytes.replaceSubrange(start..<start + old.count, with: new)
            break
        }
        return bytes
    }
}
