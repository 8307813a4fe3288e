import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowMachine

/// Lines that were made to cost time: reading and comparing them takes time in proportion to their length.
@Suite struct HostileLineTests {
    private func line(_ fields: String) -> [UInt8] { Array("{\"time\":1,\"origin\":{\"kind\":\"timer\",\"timer\":1}\(fields)}".utf8) }

    private func read(_ fields: String) throws(CodingFailure) -> FlowEvent {
        var reader = Reader(line(fields))
        let event = try FlowEvent.read(from: &reader)
        try reader.finish()
        return event
    }

    @Test func `an object with 100,000 unknown fields is read`() throws {
        let fields = (0..<100_000).map { ",\"x\($0)\":\($0)" }.joined()
        #expect(try read(fields).time.milliseconds == 1)
    }

    @Test(arguments: [2, 10, 64, 65, 127, 128, 129, 200, 1000])
    func `a field that is there twice is found among any number`(count: Int) {
        for place in [0, count / 2, count - 1] {
            var names = (0..<count).map { "x\($0)" }
            names.append(names[place])
            let fields = names.map { ",\"\($0)\":0" }.joined()
            let column = line(fields).count - 1 - names[place].utf8.count - 4
            #expect(throws: CodingFailure(.doubled(names[place]), column: column)) { try read(fields) }
        }
    }

    @Test func `a record with 50,000 effects is compared with the few of this build`() throws {
        let settings = FlowSettings.phone
        var writer = LineWriter()
        let header = LogHeader(app: "a", support: "b", settings: settings)
        let record = LogRecord(
            number: 1, by: nil, event: FlowEvent(time: Instant(milliseconds: 1), origin: .timer(TimerID(1))), rule: "FM-04",
            state: "unregistered", step: "registering", effects: (1...50_000).map { .cancel(RequestID($0)) }, digest: 1)
        var replay = try Replay(writer.line(header) + writer.line(record))
        let found = firstDivergence(&replay)
        let divergence = try #require(found)
        #expect(divergence.differences.count == 100)
        #expect(divergence.moreDifferences > 99_000)
    }

    private func firstDivergence(_ replay: inout Replay) -> Divergence? {
        do throws(ReplayFailure) {
            _ = try replay.next()
            return nil
        } catch {
            if case .divergence(let divergence) = error { return divergence }
            return nil
        }
    }

    @Test func `a log with a flipped bit in every fourth line is repaired in one pass`() {
        let good = RandomSession(seed: 3, settings: .phone, count: 2000).lines
        var bad = good
        for place in stride(from: 3, to: bad.count, by: 4) { bad[place][30] ^= 1 }
        let repaired = LogRepair(Array(bad.joined()), most: 5)
        #expect(repaired.bytes == Array(good.joined()))
        #expect(repaired.left == nil)
        #expect(repaired.count == (bad.count - 3 + 3) / 4)
        #expect(repaired.repairs.count == 5)
    }

    @Test func `no bit is searched in damage above 1 MB, nor once the effort for a log is used up`() throws {
        let session = RandomSession(seed: 5, settings: .phone, count: 12).lines
        let garbage = [UInt8](repeating: 0x4A, count: (1 << 20) + 1) + [0x0A]
        let long = Array((session[..<4] + [garbage] + session[4...]).joined())
        let damage = try #require(LogSurvey(long).damages.first)
        #expect(BitRepair.candidates(in: long, damage).isEmpty)
    }

    @Test func `texts are sorted by length and bytes, equal ones by place`() {
        var random = RandomSource(seed: 5)
        for count in [0, 1, 2, 3, 10, 100, 1000] {
            let texts = (0..<count).map { _ in
                String(repeating: "é", count: Int.random(in: 0..<3, using: &random)) + "\(UInt8.random(in: 0..<99, using: &random))"
            }
            let sorted = texts.indices.sorted { left, right in
                let order = compareBytes(texts[left], texts[right])
                return order < 0 || (order == 0 && left < right)
            }
            #expect(placesByBytes(texts) == sorted)
        }
    }
}
