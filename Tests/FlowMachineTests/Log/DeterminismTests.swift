@_spi(Testing) import FlowExploration
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowMachine

/// A random session: its events and its log.
struct RandomSession {
    let header: LogHeader
    let events: [FlowEvent]
    let lines: [[UInt8]]

    init(seed: UInt64, settings: FlowSettings, count: Int) {
        header = LogHeader(app: "Test/1", support: "seed-\(seed)", settings: settings)
        var recorder = FlowRecorder(header: header)
        var generator = EventGenerator(seed: seed)
        var events: [FlowEvent] = []
        var lines = [recorder.headerLine]
        for index in 0..<count {
            let event = index == 0 ? generator.launch() : generator.next()
            let entry = recorder.record(event)
            generator.note(entry.effects)
            events.append(event)
            lines.append(entry.line)
        }
        self.events = events
        self.lines = lines
    }

    var log: [UInt8] { Array(lines.joined()) }
}

@Suite struct DeterminismTests {
    static let settings: [FlowSettings] = [.box, .phone, .bare]

    @Test(arguments: 0..<40) func `two runs of the same events give the same bytes`(seed: Int) {
        let first = RandomSession(seed: UInt64(seed), settings: Self.settings[seed % 3], count: 200)
        let second = RandomSession(seed: UInt64(seed), settings: Self.settings[seed % 3], count: 200)
        #expect(first.log == second.log, "seed \(seed)")
    }

    @Test func `the bytes of a fixed session are the same on every machine`() {
        let digests = (0..<6).map { seed in
            var digester = Digester()
            let session = RandomSession(seed: UInt64(seed), settings: Self.settings[seed % 3], count: 300)
            digester.text(String(decoding: session.log, as: UTF8.self))
            return digester.digest
        }
        let pinned: [UInt64] = [
            12_855_443_282_174_124_075, 8_996_562_077_709_479_217, 12_476_123_436_226_128_014,
            8_357_493_756_346_890_491, 1_752_631_195_433_620_545, 2_042_194_111_724_455_762,
        ]
        #expect(digests == pinned, "recorded on x86_64 Linux")
    }

    @Test(arguments: 0..<20) func `replaying the first events and then the rest equals replaying all of them`(seed: Int) throws {
        let session = RandomSession(seed: UInt64(seed), settings: Self.settings[seed % 3], count: 120)
        let machine = FlowReducer(settings: session.header.settings)
        let whole = session.events.reduce(FlowModel()) { machine.reduce($0, $1).model }
        for split in [0, 1, 2, 17, 60, 119, 120] {
            let part = session.events[..<split].reduce(FlowModel()) { machine.reduce($0, $1).model }
            // The model itself passes through the codec, as in a snapshot.
            var writer = JSONWriter()
            writer.write(part)
            var reader = Reader(writer.bytes)
            let read = try FlowModel.read(from: &reader)
            #expect(read == part)
            let rest = session.events[split...].reduce(read) { machine.reduce($0, $1).model }
            #expect(rest.digest == whole.digest, "seed \(seed), split at \(split)")
        }
    }

    @Test(arguments: 0..<40) func `a log verifies in the build that wrote it`(seed: Int) throws {
        let session = RandomSession(seed: UInt64(seed), settings: Self.settings[seed % 3], count: 200)
        var replay = try Replay(session.log)
        var count = 0
        while let record = try replay.next() {
            #expect(record.event == session.events[count])
            count += 1
        }
        #expect(count == 200)
    }
}
