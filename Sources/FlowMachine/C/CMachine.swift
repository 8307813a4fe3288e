/// The object behind C's opaque pointer to a machine. `include/flowmachine.h` documents every function.
final class CMachine {
    private var recorder: FlowRecorder?
    /// The result of the last call. If the call failed, `error`, `line` and `column` describe the problem.
    let result = CText()
    let error = CText()
    private(set) var line = 0
    private(set) var column = 0
    private(set) var verified: Int64 = 0
    private var shared = SharedLog()

    var number: Int64 { recorder?.number ?? 0 }

    /// Runs one call. Its result or failure replaces that of the previous call.
    func call(_ name: StaticString, _ body: (CMachine) throws(CFailure) -> [UInt8]) -> CInt {
        do throws(CFailure) {
            result.set(try body(self))
            error.set([])
            (line, column) = (0, 0)
            return CStatus.ok.rawValue
        } catch {
            result.set([])
            let text: PlainText = "\(name): \(error.text)"
            self.error.set(text.bytes)
            (line, column) = (error.line, error.column)
            return error.status.rawValue
        }
    }

    func begin(_ settings: [UInt8]) throws(CFailure) -> [UInt8] {
        let recorder = FlowRecorder(header: try CHeader.read(settings))
        self.recorder = recorder
        return recorder.headerLine
    }

    func decide(_ bytes: [UInt8], by: Int64) throws(CFailure) -> [UInt8] {
        guard recorder != nil else { throw .notBegun }
        guard (0...number).contains(by) else {
            throw CFailure(
                .badArgument, "by is \(by), and the last record is \(number): pass the number of an earlier record, or 0 if none caused it")
        }
        var reader = Reader(strict: bytes)
        let event: FlowEvent
        do throws(CodingFailure) {
            event = try FlowEvent.read(from: &reader)
            try reader.finish()
        } catch {
            throw CFailure(error, in: "the event", bytes, hint: "pass the object that a log has in the field \"event\"")
        }
        return recorder?.write(event, by: by == 0 ? nil : by).line ?? []
    }

    func rotate() throws(CFailure) -> [UInt8] {
        guard let lines = recorder?.beginSegment(.rotation) else { throw .notBegun }
        return lines
    }

    func resume(_ log: [UInt8]) throws(CFailure) -> [UInt8] {
        let replay = try replayed(log)
        if replay.skipsDigests { throw CFailure(otherRevision: replay.header.modelRevision, line: 1) }
        recorder = FlowRecorder(continuing: replay)
        return []
    }

    func verify(_ log: [UInt8]) throws(CFailure) -> [UInt8] {
        _ = try replayed(log)
        return []
    }

    func share(_ log: [UInt8]) -> [UInt8] { shared.segment(log) }

    private func replayed(_ log: [UInt8]) throws(CFailure) -> Replay {
        verified = 0
        var replay: Replay
        do throws(LogFailure) { replay = try Replay(log) } catch { throw CFailure(error) }
        do throws(ReplayFailure) {
            while try replay.advance() != nil { verified += 1 }
        } catch {
            throw CFailure(error)
        }
        return replay
    }
}

/// Bytes that a machine owns. They are followed by a NUL, for C.
package final class CText {
    package private(set) var count = 0
    package private(set) var start: UnsafeMutablePointer<UInt8>
    private var capacity = 64

    package init() {
        start = .allocate(capacity: capacity)
        start.pointee = 0
    }

    deinit { start.deallocate() }

    package func set(_ bytes: [UInt8]) {
        if bytes.count >= capacity {
            start.deallocate()
            capacity = bytes.count * 2
            start = .allocate(capacity: capacity)
        }
        bytes.withUnsafeBufferPointer { bytes in
            if let base = bytes.baseAddress { UnsafeMutableRawPointer(start).copyMemory(from: base, byteCount: bytes.count) }
        }
        (start + bytes.count).pointee = 0
        count = bytes.count
    }
}
