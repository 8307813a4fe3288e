@_spi(Testing) import FlowExploration
import FlowMachine
import FlowSimulation

/// One launch with random events, under random settings. The seed determines everything.
struct RandomLog {
    let seed: UInt64
    let settings: FlowSettings
    let events: Int
    let bytes: [UInt8]

    init(seed: UInt64) {
        self.seed = seed
        // A stream of numbers separate from the events' stream.
        var random = RandomSource(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 2)
        settings = FlowSettings(random: &random, api: seed % 5 < 2 ? .restV1 : .restV2)
        events = Int.random(in: 60...140, using: &random)
        var generator = EventGenerator(seed: seed)
        var recorder = Recorder(header: LogHeader(app: "Random/1.0", support: "random-\(seed)", settings: settings))
        var bytes = recorder.headerLine
        for index in 0..<events {
            let entry = recorder.record(index == 0 ? generator.launch() : generator.next())
            generator.note(entry.effects)
            bytes += entry.line
        }
        self.bytes = bytes
    }
}

extension FlowSettings {
    /// A device and a policy, each possibly unusual.
    fileprivate init(random: inout RandomSource, api: API) {
        self.init(
            api: api, serviceProvider: "REF30", domainName: "example.com", redirectURL: "https://example.com/done",
            activationURL: random.once(in: 4) ? nil : "https://example.com/activate", partner: random.once(in: 4) ? .none : .apple,
            platform: random.of([.tvOS, .tvOS, .iOS, .iPadOS, .visionOS, .macOS, .other]), hasUserAgent: random.once(in: 2),
            hasPicker: !random.once(in: 6), temporaryAccess: random.once(in: 2) ? MVPDID("TempPass_TEST40") : nil,
            policy: random.once(in: 6) ? Policy() : Policy(random: &random))
    }
}

extension Policy {
    fileprivate init(random: inout RandomSource) {
        self.init()
        profileChoice = random.of([.ask, .ask, .first, .longest])
        promptsInCheck = !random.once(in: 3)
        interruptsInExchange = !random.once(in: 3)
        statusWithoutExpiry = random.once(in: 2) ? .always : .never
        opensOwnPickerAfterCancel = !random.once(in: 3)
        reusesStatusInChoice = random.once(in: 2)
        signsOutEverywhere = !random.once(in: 3)
        signsOutInUserAgent = random.once(in: 2)
        allowanceBurst = random.of([10, 10, 0, 1, 2])
        allowanceInterval = random.of([.seconds(1), .seconds(1), .seconds(5)])
        breakerThreshold = random.of([5, 5, 0, 1, 2])
        breakerPause = random.of([.seconds(10), .seconds(2)])
        attempts = random.of([3, 3, 2, 1])
        retryDelay = random.of([.seconds(1), .seconds(4)])
        throttleHold = random.of([.seconds(1), .seconds(3)])
        pollInterval = random.of([.seconds(5), .seconds(3), .seconds(12)])
        tokenMargin = random.of([.seconds(300), .seconds(0), .seconds(3_600)])
        configurationAge = random.of([.seconds(150), .seconds(5)])
        requestTimeout = random.of([.seconds(30), .seconds(3)])
    }
}

extension RandomSource {
    /// One of `values`, which must not be empty.
    fileprivate mutating func of<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &self)] }
}
