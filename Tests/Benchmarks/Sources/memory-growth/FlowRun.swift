import FlowEffects
import FlowMachine
import Foundation

/// One flow that lives very long: signs in, plays, previews, reads the viewer's metadata and signs out, repeatedly,
/// with its log and its vault in memory. Each answer of Adobe's is read from JSON, as in production.
struct FlowRun {
    let events: Int

    func run() async throws -> Growth {
        var growth = Growth("one flow, its log and vault in memory", events: events)
        var policy = Policy()
        policy.allowanceBurst = 0
        policy.breakerThreshold = 0
        let settings = FlowSettings(
            serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .other, policy: policy)
        let log = CountingLog()
        let clock = SteppedClock()
        let device = DeviceInformation(
            primaryHardwareType: "SetTopBox", model: "Bench", version: "1", manufacturer: "Maker", osName: "Linux", osVersion: "1",
            displayWidth: 1920,
            displayHeight: 1080, connection: .wiFi, applicationID: "REF30", userAgent: "Bench/1")
        let flow = try Flow(
            FlowApp("Bench/1", softwareStatement: "statement", settings: settings), vault: .inMemory(), log: log,
            ports: FlowPorts(
                transport: CannedAdobe(clock: clock), partnerFramework: nil, device: { device }, clock: clock, throttle: HostThrottle()))
        while log.count < events {
            await flow.enterForeground()
            for title in ["news", "sport", "film"] {
                clock.step()
                _ = try await flow.play(title).redeem()
            }
            _ = try await flow.preview(["news", "sport", "film"])
            _ = try await flow.userMetadata()
            await flow.enterBackground()
            clock.step()
            if Int.random(in: 0..<20) == 0 { try await flow.signOut() }
            growth.note(log.count)
        }
        await flow.shutDown()
        return growth
    }
}

/// A log in memory that counts its events.
private final class CountingLog: EventLog, @unchecked Sendable {
    // Sound: `number` is only accessed while `lock` is held.
    private let lock = NSLock()
    private var number = 0
    private let log = MemoryEventLog(maximumBytes: 2_000_000)

    var count: Int { lock.withLock { number } }

    func begin(_ header: [UInt8], label: String, at now: Instant, report: @escaping @Sendable (LogReport) -> Void) {
        log.begin(header, label: label, at: now, report: report)
    }
    func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool {
        lock.withLock { self.number += 1 }
        return log.append(line, number: number, waits: waits)
    }
    func reasonForSegment(at now: Instant) -> Snapshot.Reason? { log.reasonForSegment(at: now) }
    func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant) { log.beginSegment(lines, reason, at: now) }
    func flush() async { await log.flush() }
    func close() async { await log.close() }
    func segments() throws(EventLogFailure) -> [String] { try log.segments() }
    func read(_ segment: String) throws(EventLogFailure) -> [UInt8] { try log.read(segment) }
    func erase() async throws(EventLogFailure) { try await log.erase() }
}

/// A clock that advances ten seconds on request: days pass in a run.
private final class SteppedClock: FlowClock, @unchecked Sendable {
    // Sound: `time` is only accessed while `lock` is held.
    private let lock = NSLock()
    private var time: Int64 = 1_767_225_600_000

    var now: Instant { lock.withLock { Instant(milliseconds: time) } }

    func step() { lock.withLock { time += 10_000 } }

    func sleep(until instant: Instant) async throws {
        while now < instant { try await Task.sleep(nanoseconds: 2_000_000) }
    }
}

/// Adobe for a viewer who is signed in.
private struct CannedAdobe: HTTPTransport {
    let clock: SteppedClock

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let end = clock.now.milliseconds + 86_400_000
        return HTTPResponse(status: 200, body: Array(body(request.url, until: end).utf8))
    }

    private func body(_ url: String, until end: Int64) -> String {
        if url.contains("/client/register") {
            return #"{"client_id":"id","client_secret":"secret","client_id_issued_at":1,"grant_types":["client_credentials"]}"#
        }
        if url.contains("/client/token") {
            return #"{"access_token":"token","token_type":"bearer","created_at":\#(end - 86_400_000),"expires_in":21600}"#
        }
        if url.contains("/profiles") {
            return
                #"{"profiles":{"Cablevision":{"notAfter":\#(end),"type":"regular","attributes":{"userID":{"value":"u","state":"plain"}}}}}"#
        }
        if url.contains("/decisions/authorize") {
            let token = #"{"notBefore":1,"notAfter":\#(end),"serializedToken":"media"}"#
            return #"{"decisions":[\#(decision("news", token)),\#(decision("sport", token)),\#(decision("film", token))]}"#
        }
        if url.contains("/decisions/preauthorize") {
            return #"{"decisions":[\#(decision("news", nil)),\#(decision("sport", nil)),\#(decision("film", nil))]}"#
        }
        if url.contains("/logout") {
            return #"{"logouts":{"Cablevision":{"actionName":"complete","actionType":"none","mvpd":"Cablevision"}}}"#
        }
        return "{}"
    }

    private func decision(_ resource: String, _ token: String?) -> String {
        let media = token.map { #","token":\#($0)"# } ?? ""
        return #"{"resource":"\#(resource)","serviceProvider":"REF30","mvpd":"Cablevision","source":"mvpd","authorized":true\#(media)}"#
    }
}
