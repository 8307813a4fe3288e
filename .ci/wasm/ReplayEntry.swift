// The core's entry for wasm32: a log in, and how far it is decided again as it was.

nonisolated(unsafe) private var digest: UInt64 = 0

/// Room for a log of so many bytes.
@_cdecl("room")
public func room(_ count: Int32) -> UnsafeMutablePointer<UInt8> { UnsafeMutablePointer<UInt8>.allocate(capacity: Int(count)) }

/// How many events of the log agree in every field; where one does not, or the log is damaged, minus its line.
@_cdecl("replay")
public func replay(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int32) -> Int32 {
    var events: Int32 = 0
    do throws(LogFailure) {
        var replay = try Replay(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
        do throws(ReplayFailure) {
            while let record = try replay.next() {
                events += 1
                digest = record.digest
            }
        } catch {
            return -Int32(replay.line)
        }
    } catch {
        return -Int32(error.line)
    }
    return events
}

/// The digest of the model after the last event that agreed.
@_cdecl("lastDigest")
public func lastDigest() -> UInt64 { digest }
