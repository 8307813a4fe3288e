import FlowMachine
import FlowSimulation
import FlowSummary

/// One device of the fleet with its viewer: a world that lasts for all of its launches.
struct Device {
    private let number: Int
    private var random: RandomSource
    private var world: SimulatedWorld
    private let version: String
    private let provider: String
    private let installation: String
    private let planted: Planted
    private let sampling: LogSampling
    private let system: String
    private var previous: String?

    /// One launch, as its log arrives.
    struct Launch {
        let support: String
        let segments: [[UInt8]]
        /// When its upload arrives, in milliseconds of the server's clock.
        let received: Int64
        /// What the app sends for the launch, and in it whether its log is uploaded, too.
        let summary: LaunchSummary?
    }

    private static let versions = ["5.1.0", "5.2.0", "5.3.0"]

    init(_ number: Int, seed: UInt64, _ planted: Planted, _ sampling: LogSampling) {
        self.number = number
        self.planted = planted
        self.sampling = sampling
        var random = RandomSource(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
        func chance(_ thousandths: Int) -> Bool { Int.random(in: 0..<1000, using: &random) < thousandths }
        version = Device.versions[chance(100) ? 2 : chance(450) ? 1 : 0]
        let choice = Int.random(in: 0..<100, using: &random)
        provider = choice < 30 ? "Cablevision" : choice < 60 ? "Spectrum" : choice < 75 ? "Dish" : choice < 90 ? "Cox" : "SmallCo"
        let kind = Int.random(in: 0..<100, using: &random)
        var settings: FlowSettings = kind < 50 ? .appleTV : kind < 80 ? .iPhone : .withoutPartner
        if chance(150), kind < 80 { settings.api = .restV1 }
        if version == planted.versionWithoutRetries { settings.policy.attempts = 1 }
        system = kind < 50 ? "tvOS 26.\(kind % 3)" : kind < 80 ? "iOS 26.\(kind % 3)" : "other"
        installation = Device.hex(random.next()) + Device.hex(random.next())
        let signsOn = chance(600) && (provider == "Cablevision" || provider == "Spectrum") && kind < 80
        var partner = signsOn ? SimulatedPartnerFramework(account: .init(mapping: "AppleMSO_\(provider)")) : .init(permission: .denied)
        partner.account?.expiry = SimulatedWorld.start.advanced(by: .seconds(90 * 86_400))
        partner.exchangeDelay = partner.silentDelay
        let habits: [SimulatedViewer.Habit] = [
            .picks(provider, after: .seconds(Int64.random(in: 3...20, using: &random))),
            .usesCode(after: .seconds(Int64.random(in: 10...90, using: &random))),
            .usesUserAgent(after: .seconds(Int64.random(in: 10...60, using: &random))), .confirms(provider), .picksProfile(provider),
            .chooses(.cancel, on: .problem), .chooses(.cancel, on: .codeExpired),
        ]
        world = SimulatedWorld(
            settings: settings, partner: partner, viewer: SimulatedViewer(habits: habits), app: "DemoTV/\(version)",
            device: kind < 50 ? .appleTV : .iPhone)
        world.adobe.denials = [SimulatedAdobe.Denial(resource: "premium", details: "Not in your package")]
        if chance(10) { world.setClock(ahead: .seconds(Int64.random(in: 600...7200, using: &random))) }
        self.random = random
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// A support id of eight letters, another one for each launch: multiplying by an odd number loses nothing.
    private static func support(_ number: UInt64) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        var value = (number &+ 1) &* 0x9E_3779_B97F & 0xFF_FFFF_FFFF
        var text = ""
        for _ in 0..<8 {
            text.append(letters[Int(value & 31)])
            value >>= 5
        }
        return text
    }

    private mutating func chance(_ millionths: Int) -> Bool { Int.random(in: 0..<1_000_000, using: &random) < millionths }

    /// The launches of the device over some days, in order.
    mutating func launches(_ count: Int, days: Int) -> [Launch] {
        let seconds = (0..<count).map { _ in Int64.random(in: 0..<Int64(days) * 86_400 - 7200, using: &random) }.sorted()
        return seconds.enumerated().map { index, second in launch(index, SimulatedWorld.start.advanced(by: .seconds(second))) }
    }

    private mutating func launch(_ index: Int, _ begin: Instant) -> Launch {
        world.endProcess()
        world.run(until: begin)
        let support = Device.support(UInt64(number * 64 + index))
        world.header = LogHeader(
            app: "DemoTV/\(version)", system: system, support: support, previousSupport: previous, installation: installation,
            settings: world.settings)
        previous = support
        world.forgetLogs()
        let day = (world.now.milliseconds - SimulatedWorld.start.milliseconds) / 86_400_000
        if let from = planted.shortSignInsFromDay, day >= from { world.adobe.profileLifetime = .seconds(86_400) }
        // Some viewers give up on the second screen.
        let original = world.viewer
        if chance(30_000) { world.viewer.habits.insert(.cancels(.code, after: .seconds(20)), at: 0) }
        use()
        world.viewer = original
        var received = world.now.milliseconds + Int64.random(in: 1000...600_000, using: &random)
        received = max(received, SimulatedWorld.start.milliseconds)
        let segments = segments(world.log)
        var summary = try? LaunchSummary(segments: segments)
        if let made = summary { summary?.uploadedLog = sampling.upload(made) }
        return Launch(support: support, segments: segments, received: received, summary: summary)
    }

    private mutating func use() {
        world.launch()
        world.run(for: .seconds(1))
        world.signIn()
        world.runUntilIdle()
        if chance(500_000) {
            world.preview(["news", "sports", "premium"])
            world.runUntilIdle()
        }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            scriptTrouble()
            world.play(chance(provider == planted.denyingProvider ? planted.denials * 1000 : 4000) ? "premium" : "news")
            world.runUntilIdle()
            world.run(for: .seconds(Int64.random(in: 30...1800, using: &random)))
        }
        world.enterBackground()
        world.run(for: .seconds(2))
        if chance(100_000) { world.shutDown() } else { world.endProcess() }
    }

    /// What goes wrong at the next authorization, as it does in any fleet, and what is planted.
    private mutating func scriptTrouble() {
        let isLegacy = world.settings.api == .restV1
        func answerNext(_ mishap: SimulatedAdobe.Mishap) {
            if isLegacy {
                world.adobe.answerNext(legacy: .authorize, with: mishap)
            } else {
                world.adobe.answerNext(.authorize, with: mishap)
            }
        }
        if chance(20_000) {
            answerNext(.noConnection)
        } else if chance(5000) {
            answerNext(.throttled)
        } else if chance(planted.repeatedAuthorizations / 2) {
            answerNext(.page(status: 503))
        }
    }

    /// The log in one segment, or in two.
    private mutating func segments(_ log: [UInt8]) -> [[UInt8]] {
        guard chance(10_000), let reader = try? LogReader(log) else { return [log] }
        let records = reader.records().compactMap { try? $0.get() }
        guard records.count > 8 else { return [log] }
        let cut = Int.random(in: 4..<records.count, using: &random)
        var recorder = FlowRecorder(header: reader.header)
        var segments = [recorder.headerLine]
        for (index, record) in records.enumerated() {
            if index == cut { segments.append(recorder.beginSegment(.rotation)) }
            segments[segments.count - 1] += recorder.record(record.event, by: record.by).line
        }
        return segments
    }
}
