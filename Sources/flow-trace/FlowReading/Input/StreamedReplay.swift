import FlowMachine

/// A replay of a log that is read in pieces, so that memory use does not grow with the log.
package enum StreamedReplay {
    /// The end of a log that this build decides exactly as recorded.
    package struct Agreement: Sendable {
        package let header: LogHeader
        package let snapshot: Snapshot?
        package let checksum: String
        package let digest: UInt64
        package let count: Int
        package let lastNumber: Int64?
        package let skipsDigests: Bool
    }

    /// The result of a replay.
    package enum Result: Sendable {
        case agrees(Agreement)
        case differs(Divergence)
        case damaged
    }

    /// Replays a log that begins with `first` and continues with the pieces that `more` returns until it returns `nil`.
    package static func result<E: Error>(_ first: [UInt8], more: () throws(E) -> [UInt8]?) throws(E) -> Result {
        guard var replay = try? Replay(first) else { return .damaged }
        var count = 0
        var last: Int64?
        while true {
            do throws(ReplayFailure) {
                while let number = try replay.advance() {
                    count += 1
                    last = number
                }
            } catch {
                if case .divergence(let divergence) = error { return .differs(divergence) }
                return .damaged
            }
            guard let piece = try more() else { break }
            replay.append(piece)
        }
        return .agrees(
            Agreement(
                header: replay.header, snapshot: replay.snapshot, checksum: replay.checksum, digest: replay.model.digest, count: count,
                lastNumber: last, skipsDigests: replay.skipsDigests))
    }

    /// Replays a log in memory.
    package static func result(_ bytes: [UInt8]) -> Result { result(bytes) { nil } }
}
