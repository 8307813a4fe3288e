@_spi(Testing) import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// All benchmarks, on the same sessions.
struct Suite {
    let benchmarks: [Benchmark]
    let events: Int
    let bytesPerRecord: Int

    init(_ sessions: [Session]) throws {
        let events = sessions.reduce(0) { $0 + $1.events.count }
        let records = try sessions.map { try Suite.records($0.log) }
        let lines = sessions.map { $0.log.split(separator: 0x0A).dropFirst().map { Data($0) } }
        let models = sessions.map(Suite.models)
        let mirrors = try lines.map { try $0.map { try JSONDecoder().decode(MirrorRecord.self, from: $0) } }
        try Suite.check(mirrors, lines)
        self.events = events
        bytesPerRecord = lines.joined().reduce(0) { $0 + $1.count + 1 } / events
        benchmarks = [
            Benchmark(name: "apply", unit: "event", operations: events) { Suite.apply(sessions) },
            Benchmark(name: "reduce", unit: "event", operations: events) { Suite.reduce(sessions) },
            Benchmark(name: "reduce-bare", unit: "event", operations: events) { Suite.reduceBare(sessions) },
            Benchmark(name: "encode", unit: "record", operations: events) { Suite.encode(sessions, records) },
            Benchmark(name: "encode-foundation", unit: "record", operations: events) { try Suite.encodeByFoundation(mirrors) },
            Benchmark(name: "decode", unit: "record", operations: events) { try Suite.decode(sessions) },
            Benchmark(name: "decode-foundation", unit: "record", operations: events) { try Suite.decodeByFoundation(lines) },
            Benchmark(name: "digest", unit: "event", operations: events) { Suite.digest(models) },
            Benchmark(name: "record", unit: "event", operations: events) { Suite.record(sessions) },
            Benchmark(name: "replay", unit: "event", operations: events) { try Suite.replay(sessions) },
        ]
    }

    /// The mirrors are the same records: written by Foundation they are as long as written by the core.
    private static func check(_ mirrors: [[MirrorRecord]], _ lines: [[Data]]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        for (mirror, line) in zip(mirrors.joined(), lines.joined()) where try encoder.encode(mirror).count != line.count {
            throw Complaint(text: "MirrorRecord omits a part of:\n\(String(decoding: line, as: UTF8.self))")
        }
    }

    private static func records(_ log: [UInt8]) throws -> [LogRecord] {
        var reader = try LogReader(log)
        var records: [LogRecord] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    /// The model after each event.
    private static func models(_ session: Session) -> [FlowModel] {
        var engine = FlowEngine(FlowReducer(settings: session.header.settings))
        return session.events.map { event in
            engine.apply(event)
            return engine.model
        }
    }

    private static func apply(_ sessions: [Session]) -> Int {
        var sum = 0
        for session in sessions {
            var engine = FlowEngine(FlowReducer(settings: session.header.settings))
            for event in session.events {
                engine.apply(event)
                sum &+= engine.effects.count
            }
        }
        return sum
    }

    private static func reduce(_ sessions: [Session]) -> Int {
        var sum = 0
        for session in sessions {
            let machine = FlowReducer(settings: session.header.settings)
            var model = FlowModel()
            for event in session.events {
                let taken = model
                model = FlowModel()
                let transition = machine.reduce(taken, event)
                model = transition.model
                sum &+= transition.effects.count
            }
        }
        return sum
    }

    private static func reduceBare(_ sessions: [Session]) -> Int {
        var sum = 0
        for session in sessions {
            var reducer = BareReducer()
            var state = BareState.unregistered
            for event in session.events {
                let (next, effects) = reducer.reduce(state, event)
                state = next
                sum &+= effects.count
            }
        }
        return sum
    }

    private static func encode(_ sessions: [Session], _ records: [[LogRecord]]) -> Int {
        var sum = 0
        for (session, records) in zip(sessions, records) {
            var writer = LogWriter(header: session.header)
            for record in records { sum &+= writer.line(record).count }
        }
        return sum
    }

    private static func encodeByFoundation(_ mirrors: [[MirrorRecord]]) throws -> Int {
        let encoder = JSONEncoder()
        var sum = 0
        for mirror in mirrors.joined() { sum &+= try encoder.encode(mirror).count }
        return sum
    }

    private static func decode(_ sessions: [Session]) throws -> Int {
        var sum = 0
        for session in sessions {
            var reader = try LogReader(session.log)
            while let record = try reader.next() { sum &+= Int(record.number) }
        }
        return sum
    }

    private static func decodeByFoundation(_ lines: [[Data]]) throws -> Int {
        let decoder = JSONDecoder()
        var sum = 0
        for line in lines.joined() { sum &+= Int(try decoder.decode(MirrorRecord.self, from: line).number) }
        return sum
    }

    private static func digest(_ models: [[FlowModel]]) -> Int {
        var sum: UInt64 = 0
        for model in models.joined() { sum &+= model.digest }
        return Int(truncatingIfNeeded: sum)
    }

    private static func record(_ sessions: [Session]) -> Int {
        var sum = 0
        for session in sessions {
            var recorder = FlowRecorder(header: session.header)
            for event in session.events { sum &+= recorder.record(event).line.count }
        }
        return sum
    }

    private static func replay(_ sessions: [Session]) throws -> Int {
        var sum = 0
        for session in sessions {
            var replay = try Replay(session.log)
            while let record = try replay.next() { sum &+= Int(record.number) }
        }
        return sum
    }
}

/// The explanation printed on the command line.
struct Complaint: Error {
    let text: String
}
