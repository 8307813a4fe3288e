import FlowTestSupport
import Testing

@testable import FlowMachine

@Suite struct BitRepairTests {
    private let log = RandomSession(seed: 11, settings: .phone, count: 12).log

    @Test func `a single flipped bit is located wherever it is`() {
        for offset in stride(from: 0, to: log.count, by: 29) {
            for bit in 0..<8 {
                let turned = BitRepair(offset: offset, bit: 1 << bit)
                var damaged = log
                turned.apply(to: &damaged)
                guard let damage = LogSurvey(damaged).damages.first else {
                    Issue.record("bit \(bit) of byte \(offset) was not detected")
                    return
                }
                guard BitRepair.candidates(in: damaged, damage) == [turned] else {
                    Issue.record("bit \(bit) of byte \(offset): \(BitRepair.candidates(in: damaged, damage))")
                    return
                }
            }
        }
    }

    @Test func `corrupted line endings are located`() {
        for offset in log.indices where log[offset] == 0x0A {
            var damaged = log
            damaged[offset] ^= 0x40
            let damage = LogSurvey(damaged).damages.first
            #expect(damage.map { BitRepair.candidates(in: damaged, $0) } == [BitRepair(offset: offset, bit: 0x40)])
        }
    }

    @Test func `two flipped bits, a lost line and a torn end have no single-bit repair`() throws {
        var twice = log
        twice[200] ^= 1
        twice[240] ^= 4
        let lines = RandomSession(seed: 11, settings: .phone, count: 12).lines
        let lost = Array((lines[..<5] + lines[6...]).joined())
        for damaged in [twice, lost, Array(log.dropLast(3))] {
            let damage = try #require(LogSurvey(damaged).damages.first)
            #expect(BitRepair.candidates(in: damaged, damage).isEmpty)
        }
    }
}
