import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import FlowURLSession
import Foundation

/// A viewer's living room: a device with its vault, logs and partner framework, and Adobe behind a real socket. The clock
/// does not move, except for short waits, until the viewer's loop moves it.
final class Household: Sendable {
    static let statement = "statement-Zq0kXstatement"
    static let identity = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"

    let adobe: LoopbackAdobe
    let settings: FlowSettings
    let clock: ManualClock
    let partner: PartnerInTheRoom
    let wire = RecordingTransport()
    let folder = TemporaryFolder()

    /// - Parameter change: configures this service.
    init(
        _ partner: SimulatedPartnerFramework = SimulatedPartnerFramework(), settings base: FlowSettings = .box,
        change: (inout SimulatedAdobe) -> Void = { _ in }
    ) throws {
        var service = SimulatedAdobe(softwareStatement: Household.statement)
        change(&service)
        let clock = ManualClock(SimulatedWorld.start.milliseconds)
        adobe = try LoopbackAdobe(service, now: { clock.now })
        var settings = base
        settings.host = adobe.host
        // The clock does not move, so a spent allowance would not refill.
        settings.policy.allowanceBurst = 0
        settings.policy.breakerThreshold = 0
        self.settings = settings
        self.clock = clock
        self.partner = PartnerInTheRoom(partner)
    }

    deinit { adobe.stop() }

    var vaultFolder: URL { folder.url("vault") }
    var logFolder: URL { folder.url("log") }
    private var app: FlowApp { FlowApp("LivingRoom/1.0", softwareStatement: Household.statement, settings: settings) }

    func openVault() throws(FlowVaultFailure) -> FlowVault {
        try FlowVault(folder: vaultFolder, for: app)
    }

    /// Starts the app.
    func launch(over transport: (any HTTPTransport)? = nil, logFolder: URL? = nil) throws -> Flow {
        try Flow(
            app, vault: openVault(),
            log: FileEventLog(folder: logFolder ?? self.logFolder),
            ports: FlowPorts(
                transport: transport ?? wire, partnerFramework: partner, device: { .appleTV },
                promotionalIdentity: { PromotionalIdentity(hash: Household.identity) }, clock: ImpatientClock(clock: clock)))
    }

    /// Deletes the log of all launches.
    func removeLogs() throws { try FileManager.default.removeItem(at: logFolder) }

    /// The only provider of the partner framework that can complete a sign-in there.
    static var account: SimulatedPartnerFramework.Account {
        .init(mapping: "AppleMSO_Cablevision", expiry: SimulatedWorld.start.advanced(by: .seconds(2_592_000)))
    }
}

extension SimulatedPartnerFramework {
    /// The same, with a provider that answers a SAML request without the viewer: the legacy API may not interrupt the viewer
    /// at that step (V1-14).
    var answeringAlone: SimulatedPartnerFramework {
        var framework = self
        framework.exchangeDelay = framework.silentDelay
        return framework
    }
}

/// A household's clock on which waits of up to two seconds (retries, holds and our own allowance) pass immediately.
struct ImpatientClock: FlowClock {
    let clock: ManualClock

    var now: Instant { clock.now }

    func sleep(until instant: Instant) async throws {
        if instant <= now.advanced(by: .seconds(2)) { clock.advance(to: max(instant, now)) }
        try await clock.sleep(until: instant)
    }
}

/// The simulated partner framework, without the time that its viewer takes.
final class PartnerInTheRoom: PartnerFramework {
    private let framework: Lock<SimulatedPartnerFramework>
    /// The questions and their answers.
    let answers = Journal<PartnerOutcome>()

    init(_ framework: SimulatedPartnerFramework) { self.framework = Lock(framework) }

    /// Changes it exclusively.
    func change(_ body: (inout SimulatedPartnerFramework) -> Void) { framework.withLock { body(&$0) } }

    func ask(_ question: PartnerQuestion) async -> PartnerOutcome {
        let outcome = framework.withLock { $0.answer(question).outcome }
        answers.note(outcome)
        return outcome
    }
}

/// A `URLSessionTransport` that records its requests and answers.
final class RecordingTransport: HTTPTransport {
    let requests = Journal<HTTPRequest>()
    let responses = Journal<HTTPResponse>()
    private let session = URLSessionTransport()

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        requests.note(request)
        let response = try await session.send(request)
        responses.note(response)
        return response
    }
}
