import FlowMachine

/// A verified replay of a log that is read in pieces, so that memory does not grow with it.
enum StreamedReplay {
    /// What a log that this build decides as recorded has at its end.
    struct Agreement: Sendable {
        let header: LogHeader
        let snapshot: Snapshot?
        let checksum: String
        let digest: UInt64
        let count: Int
        let lastNumber: Int64?
        let skipsDigests: Bool
    }

    /// How far a replay came.
    enum Outcome: Sendable {
        case agrees(Agreement)
        case differs(Divergence)
        case damaged
    }

    /// Replays the log at `path`, which must not be the standard input.
    static func outcome(_ path: String, _ progress: Progress? = nil) throws(UnreadableFile) -> Outcome {
        let pieces = try LogPieces(path, progress)
        guard var replay = try? Replay(try RecordStream.beginning(pieces)) else { return .damaged }
        return try outcome(&replay, pieces)
    }

    /// Replays a log in memory.
    static func outcome(_ bytes: [UInt8]) -> Outcome {
        guard var replay = try? Replay(bytes) else { return .damaged }
        return (try? outcome(&replay, nil)) ?? .damaged
    }

    private static func outcome(_ replay: inout Replay, _ pieces: LogPieces?) throws(UnreadableFile) -> Outcome {
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
            guard let more = try pieces?.next() else { break }
            replay.append(more)
        }
        return .agrees(
            Agreement(
                header: replay.header, snapshot: replay.snapshot, checksum: replay.checksum, digest: replay.model.digest, count: count,
                lastNumber: last, skipsDigests: replay.skipsDigests))
    }
}
