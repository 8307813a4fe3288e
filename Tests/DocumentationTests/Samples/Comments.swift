import FlowEffects
import FlowExploration
import FlowReading
import FlowSimulation
import FlowSummary
import FlowURLSession
import Foundation
import Testing

// The examples of the documentation comments, in the order of their libraries. They are compiled; what they call is tested elsewhere.

private func show(_ shown: ShownPresentation?) {}
private func greet(_ name: String?) {}
private func tell(_ text: String, _ canRetry: Bool = false) {}
private func report(_ text: String) {}

private func creating(_ app: FlowApp, _ vault: FlowVault, _ log: any EventLog, _ ports: FlowPorts) async throws -> String {
    let flow = try Flow(app, vault: vault, log: log, ports: ports)
    await flow.start()
    let token = try await flow.play("channel-1").redeem()
    return token
}

private func creating(
    _ app: FlowApp, _ vault: FlowVault, _ log: any EventLog, _ transport: any HTTPTransport, _ device: DeviceInformation
) async throws {
    let ports = FlowPorts(transport: transport, device: { device })
    let flow = try Flow(app, vault: vault, log: log, ports: ports)
    await flow.start()
    for await status in flow.status where status != .starting { break }
}

@MainActor private func watching(_ flow: Flow) async {
    for await shown in flow.presentation {
        show(shown)  // nil: the app's own screen
    }
    for await status in flow.status {
        if case .signedIn(let viewer) = status { greet(viewer.displayName) }
    }
    for await failure in flow.failures() { tell(failure.text) }
    if case .code(let code) = flow.presentation.value {
        await flow.send(code.newCode)
    }
}

private func playing(_ flow: Flow, _ start: (String) -> Void) async throws {
    do {
        start(try await flow.play("channel-1").redeem())
    } catch let refusal as FlowRefusal where refusal.reason == .denied {
        tell(refusal.details ?? "Not in your package.")
    }
}

private func refused(_ flow: Flow) async throws {
    do {
        _ = try await flow.play("channel-1")
    } catch let refusal as FlowRefusal {
        if refusal.isCancellation { return }
        tell(refusal.details ?? "\(refusal.reason)", refusal.options.contains(.retry))
    }
}

private func previewing(_ flow: Flow, _ channels: [String], _ unlock: (String) -> Void) async throws -> [String] {
    let previews = try await flow.preview(["channel-1", "channel-2"])
    let playable = previews.filter(\.isPermitted).map(\.resource)
    for try await part in flow.previews(of: channels) {
        for preview in part where preview.isPermitted { unlock(preview.resource) }
    }
    return playable
}

private func signing(_ flow: Flow) async throws -> String? {
    let viewer = try await flow.signIn(with: .otherProvider)
    greet(viewer.displayName)
    if try await flow.signOut() == .owed {
        tell("You are signed out here. Adobe will be told when it can be reached.")
    }
    let metadata = try await flow.userMetadata()
    let zip = metadata.attributes.first { $0.name == "zip" }?.json
    return zip
}

private func exporting(_ flow: Flow, _ folder: URL) async throws {
    for try await segment in try await flow.exportedSegments() {
        try Data(segment.bytes).write(to: folder.appending(path: segment.name))
    }
}

private func parts(
    _ statement: String, _ transport: any HTTPTransport, _ partner: any PartnerFramework, _ device: DeviceInformation, _ visitorID: String
) -> (FlowApp, FlowPorts) {
    var settings = FlowSettings.tvOS(
        serviceProvider: "REF30", domainName: "example.com", redirectURL: "demotv://signed-in",
        activationURL: "https://example.com/activate")
    settings.policy.pollInterval = .seconds(8)
    let app = FlowApp("DemoTV/1.0", softwareStatement: statement, settings: settings)
    let ports = FlowPorts(
        transport: transport, partnerFramework: partner, device: { device },
        identities: RequestIdentities(visitor: { VisitorIdentifier(visitorID) }))
    return (app, ports)
}

private func fileLog(_ caches: URL) -> any EventLog {
    let log = FileEventLog(
        folder: caches.appending(path: "flow-logs"), sync: .group(maxDelay: .milliseconds(50)),
        keeping: LogRetention(age: .seconds(7 * 86_400)))
    return log
}

private func memoryLog() -> any EventLog {
    let log = MemoryEventLog(maximumBytes: 1_000_000)
    return log
}

private func folderVault(_ support: URL, _ app: FlowApp) throws -> FlowVault {
    let vault = try FlowVault(folder: support.appending(path: "vault"), for: app)
    return vault
}

private func urlSession() -> any HTTPTransport {
    let transport = URLSessionTransport(timeout: .seconds(15))
    return transport
}

private func update(_ settings: inout FlowSettings) throws {
    let rejected = try settings.policy.update(json: Array(#"{"pollInterval":8000}"#.utf8))
    for value in rejected { report(value.failure.text) }
}

private func deciding(_ settings: FlowSettings, _ now: Instant) {
    let reducer = FlowReducer(settings: settings)
    let launch = FlowEvent(time: now, origin: .app(.launched(PersistedState())))
    let transition = reducer.reduce(FlowModel(), launch)
    report("\(transition.rule.rawValue), \(transition.effects.count) effects")
}

private func recording(_ header: LogHeader, _ event: FlowEvent) -> [UInt8] {
    var recorder = FlowRecorder(header: header)
    var log = recorder.headerLine
    log += recorder.record(event).line
    return log
}

private func checking(_ settings: FlowSettings, _ reducer: FlowReducer, _ model: FlowModel, _ event: FlowEvent) -> [Invariant] {
    var checker = InvariantChecker(settings: settings)
    let transition = reducer.reduce(model, event)
    let broken = checker.check(event, transition.model, transition.effects)
    return broken
}

private func world() -> WishAnswer? {
    var world = SimulatedWorld(
        settings: .appleTV, partner: SimulatedPartnerFramework(account: .cablevision))
    world.launch()
    let wish = world.play("channel-1")
    world.runUntilIdle()
    let answer = world.answer(to: wish)
    return answer
}

private func simulated(_ app: FlowApp) -> (SimulatedViewer, SimulatedAdobe, SimulatedPartnerFramework) {
    let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .cancels(.code).once, .usesCode()])
    var adobe = SimulatedAdobe(for: app)
    adobe.denials = [.init(resource: "channel-9", details: "Ask for Gold.")]
    adobe.answerNext(.authorize, with: .page(status: 503))
    let partner = SimulatedPartnerFramework(pickerActions: [.choose(.spectrum)])
    return (viewer, adobe, partner)
}

private func fast(_ app: FlowApp) -> SharedAdobe {
    let clock = SimulatedClock(speed: 20)
    let adobe = SharedAdobe(SimulatedAdobe(for: app), now: { clock.now })
    return adobe
}

private func exploring() -> Bool {
    var alphabet = Alphabet.pinned
    alphabet.settings.policy.pollInterval = .seconds(10)
    let exploration = Explorer(alphabet).run()
    return exploration.isComplete
}

private func reading(_ bytes: [UInt8], _ logs: [(file: String, bytes: [UInt8])]) throws {
    let report = try LaunchReport(bytes, file: "app.jsonl")
    for request in report.unfulfilled {
        if let cause = request.cause { tell("\(request.name): \(cause.text)") }
    }
    let triage = Triage(try logs.map { try LaunchReport($0.bytes, file: $0.file) })
    for line in triage.summary { tell(line) }
}

private func summarizing(_ segments: [[UInt8]], _ send: (LaunchSummary) -> Void) throws {
    let launches = LaunchSummarizer()
    for segment in segments {
        if let summary = try launches.add(segment) { send(summary) }
    }
}

private protocol Gateway: Sendable {
    func token() async -> (String, Instant)
}

private func interpreting(_ gateway: any Gateway, _ vault: FlowVault) -> Interpreters {
    let interpreters = Interpreters(
        adobe: { call in
            guard case .token = call.endpoint else { return Reply(.failed(.transport(.connection))) }
            let (token, end) = await gateway.token()
            return Reply(.token(AccessToken(ref: vault.put(.token(token)), notAfter: end)))
        },
        partner: { _ in Reply(.partner(PartnerAnswer(status: PartnerStatus(permission: .restricted)))) })
    return interpreters
}

private func printing(_ bytes: [UInt8]) throws {
    for record in try LogReader(bytes).records() {
        let record = try record.get()
        print(record.number, record.rule)
    }
    var replay = try Replay(bytes)
    while let record = try replay.next() {
        print(record.number, record.rule, replay.model.stateName)
    }
}

@Suite("The comments' examples") struct CommentSampleTests {
    @Test func `the simulated world of a comment permits the playback`() {
        guard case .permitted? = world() else {
            Issue.record("\(String(describing: world()))")
            return
        }
    }

    @Test func `the reducer, recorder and checker of comments agree on a launch`() throws {
        let header = LogHeader(app: "DemoTV/1.0", support: "K7PWQ3MX", settings: .appleTV)
        let launch = FlowEvent(time: Instant(milliseconds: 1_767_225_600_000), origin: .app(.launched(PersistedState())))
        var reader = try LogReader(recording(header, launch))
        #expect(try reader.next()?.rule == FlowReducer(settings: .appleTV).reduce(FlowModel(), launch).rule.rawValue)
        #expect(checking(.appleTV, FlowReducer(settings: .appleTV), FlowModel(), launch) == [])
    }
}
