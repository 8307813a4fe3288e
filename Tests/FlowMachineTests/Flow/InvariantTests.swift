import FlowMachine
@_spi(Testing) import FlowExploration
import FlowSimulation
import FlowTestSupport
import Testing

@Suite struct InvariantTests {
    /// 57,600 events in all.
    @Test(arguments: 0..<12) func `no random sequence of events breaks an invariant`(block: Int) {
        let settings: [FlowSettings] = [.box, .phone, .bare, .legacyTV, .box, .legacyPhone]
        let run = PropertyRun(settings: settings[block % 6], seed: UInt64(block * 12 + 1), events: 4_800)
        let violation = run.violation()
        #expect(violation == nil, "\(violation?.text ?? "")")
    }

    @Test func `no extreme policy value and no extreme kept number makes the core trap`() throws {
        for extreme in [Int64.min, -1, 0, 1, 9_007_199_254_740_991, .max] {
            var settings = FlowSettings.box
            let interval = Interval(milliseconds: extreme)
            settings.policy.allowanceBurst = extreme
            settings.policy.breakerThreshold = extreme
            settings.policy.attempts = extreme
            settings.policy.allowanceInterval = interval
            settings.policy.breakerPause = interval
            settings.policy.pollInterval = interval
            settings.policy.userAgentGrace = interval
            settings.policy.sessionLifetime = interval
            settings.policy.tokenMargin = interval
            settings.policy.configurationAge = interval
            settings.policy.requestTimeout = interval
            settings.policy.retryDelay = interval
            settings.policy.throttleHold = interval
            for seed in 0..<8 {
                var generator = EventGenerator(seed: UInt64(seed))
                let kept = PersistedState(first: NextNumbers(request: extreme, timer: extreme, presentation: extreme))
                var recorder = FlowRecorder(header: LogHeader(app: "Test/1", support: "extreme", settings: settings))
                var log = recorder.headerLine
                log += recorder.record(FlowEvent(time: Instant(milliseconds: extreme), origin: .app(.launched(kept)))).line
                for _ in 0..<200 {
                    let record = recorder.record(generator.next())
                    generator.note(record.effects)
                    log += record.line
                }
                // A value outside the log's range is not read back.
                guard (-9_007_199_254_740_991...9_007_199_254_740_991).contains(extreme) else { continue }
                var replay = try Replay(log)
                var count = 0
                while try replay.advance() != nil { count += 1 }
                #expect(count == 201, "the log of seed \(seed) is read back with the same decisions")
            }
        }
        #expect(Interval.seconds(.max).milliseconds == 9_007_199_254_740_991)
    }
}
