import FlowMachine
import Foundation
import FlowTestSupport
import Testing

@testable import FlowEffects

@Suite struct FlowTests {
    let clock = ManualClock(1_700_000_000_000)

    private func adobe(_ vault: FlowVault = .inMemory()) -> ScriptedAdobe { ScriptedAdobe(vault: vault, clock: clock) }

    /// A flow whose viewer is signed in.
    private func signedIn(_ adobe: ScriptedAdobe, log: any EventLog = MemoryEventLog()) async -> Flow {
        adobe.isSignedIn.withLock { $0 = true }
        let flow = Flow(adobe, log: log)
        await flow.status { if case .signedIn = $0 { true } else { false } }
        return flow
    }

    @Test func `a first playback shows the picker and the code, gets a permit, and gives the media token once`() async throws {
        let adobe = adobe()
        let flow = Flow(adobe)
        await flow.status { $0 == .signedOut }
        async let permit = flow.play("SECRET-show")
        let picker = try #require(await flow.shown(\.picker))
        #expect(picker.providers == [.init(mvpd: ScriptedAdobe.provider, displayName: "Optimum", logoURL: URL(string: "https://logo"))])
        #expect(flow.status.value == .signingIn)
        #expect(await flow.send(ShownExpiredCode(id: picker.id).newCode) == false, "a picker has no such choice")
        #expect(await flow.send(picker.choice(of: FlowSettings.anyMVPD)) == false, "the picker has no such provider")
        #expect(flow.presentation.value == .providerPicker(picker))
        #expect(await flow.send(picker.choice(of: ScriptedAdobe.provider)))
        let code = try #require(await flow.shown(\.openCode))
        #expect(code.text == "SECRET7")
        #expect(code.link?.absoluteString == "https://example.com/activate?code=SECRET7")
        #expect(!"\(code)\(String(reflecting: code))\(ShownPresentation.code(code))".contains("SECRET"))
        #expect(await flow.send(picker.cancel) == false, "a second tap on the old picker")
        try await flow.signInByCodeShown(adobe)
        let granted = try await permit
        #expect(flow.presentation.value == nil)
        #expect(granted.resource == "SECRET-show")
        #expect(granted.source == .mvpd)
        #expect(try granted.redeem() == "SECRET-media")
        #expect(throws: PermitFailure.alreadyRedeemed) { try granted.redeem() }
        guard case .signedIn(let viewer) = flow.status.value else {
            Issue.record("not signed in: \(flow.status.value)")
            return
        }
        #expect(viewer.mvpd == ScriptedAdobe.provider)
        #expect(viewer.displayName == "Optimum")
        #expect(viewer.logoURL?.absoluteString == "https://logo")
        await flow.shutDown()
    }

    @Test func `making a flow sends and writes nothing; start begins the launch once`() async throws {
        let (adobe, log) = (adobe(), MemoryEventLog())
        let flow = Flow(adobe, log: log)
        for _ in 0..<100 { await Task.yield() }
        #expect(adobe.calls.entries.isEmpty)
        #expect(try log.segments().isEmpty)
        #expect(flow.status.value == .starting)
        await flow.start()
        await flow.start()
        await flow.status { $0 == .signedOut }
        #expect(adobe.calls.entries.filter { $0 == .register }.count == 1)
        #expect(try log.segments().count == 1)
        await flow.shutDown()
        await flow.start()
        #expect(try log.segments().count == 1)
    }

    @Test func `a playback requested before the launch has started keeps its resource`() async throws {
        for _ in 0..<20 {
            let adobe = adobe()
            adobe.isSignedIn.withLock { $0 = true }
            let flow = Flow(adobe)
            #expect(try await flow.play("show").redeem() == "SECRET-media")
            await flow.shutDown()
        }
    }

    @Test func `a denial is thrown with its texts, and its description omits them`() async throws {
        let flow = await signedIn(adobe())
        let refusal = await #expect(throws: FlowRefusal.self) { try await flow.play("SECRET-unpaid") }
        #expect(refusal?.reason == .denied)
        #expect(refusal?.code == "preauthorization_denied_by_mvpd")
        #expect(refusal?.trace == "trace-1")
        #expect(refusal?.details == "SECRET-details")
        #expect(refusal?.message == "SECRET-message")
        #expect(refusal?.options.isEmpty == false)
        #expect(refusal?.isCancellation == false)
        #expect(
            refusal?.errorDescription
                == "The provider or Adobe does not allow this resource (preauthorization_denied_by_mvpd, trace trace-1).")
        #expect(!String(reflecting: refusal).contains("SECRET"))
        await flow.shutDown()
    }

    @Test func `canceling the task of a wish removes its presentation`() async throws {
        let flow = Flow(adobe())
        let playing = Task { try await flow.play("show") }
        _ = await flow.shown(\.picker)
        playing.cancel()
        await #expect(throws: CancellationError.self) { try await playing.value }
        await flow.showsNothing()
        await flow.status { $0 == .signedOut }
        await flow.shutDown()
    }

    @Test func `a canceled sign-in is refused with the options that remain`() async throws {
        let flow = Flow(adobe())
        let playing = Task { try await flow.signIn() }
        let picker = try #require(await flow.shown(\.picker))
        #expect(await flow.send(picker.cancel))
        let refusal = await #expect(throws: FlowRefusal.self) { try await playing.value }
        #expect(refusal?.reason == .canceled)
        #expect(refusal?.isCancellation == true)
        #expect(refusal?.options == [.retry])
        await flow.shutDown()
    }

    @Test func `deleting the log between launches keeps the viewer signed in`() async throws {
        let folder = TemporaryFolder()
        for launch in 0..<3 {
            let vault = try FlowVault(folder: folder.url("vault"), for: .test(.picker))
            let adobe = adobe(vault)
            let logs = TemporaryFolder()
            let flow = await signedIn(adobe, log: FileEventLog(folder: logs.url()))
            let permit = try await flow.play("show")
            #expect(try permit.redeem() == "SECRET-media")
            #expect(flow.presentation.value == nil)
            if launch > 0 { #expect(!adobe.calls.entries.contains { $0 == .register || $0 == .token }) }
            await flow.shutDown()
        }
    }

    @Test func `a code on the screen is shown again after a restart`() async throws {
        let folder = TemporaryFolder()
        var code: String?
        for _ in 0..<2 {
            let vault = try FlowVault(folder: folder.url(), for: .test(.picker))
            let flow = Flow(adobe(vault))
            if code == nil {
                let signingIn = Task { try await flow.signIn() }
                let picker = try #require(await flow.shown(\.picker))
                await flow.send(picker.choice(of: ScriptedAdobe.provider))
                code = await flow.shown(\.openCode)?.text
                await flow.shutDown()
                let refusal = await #expect(throws: FlowRefusal.self) { try await signingIn.value }
                #expect(refusal?.reason == .shutDown)
            } else {
                #expect(await flow.shown(\.openCode)?.text == code)
                await flow.shutDown()
            }
        }
    }

    @Test func `previews arrive in parts, each after a request of its own`() async throws {
        let adobe = adobe()
        let flow = await signedIn(adobe)
        let names = (1...70).map { "resource\($0)" }
        var parts: [[String]] = []
        for try await part in flow.previews(of: names) {
            parts.append(part.map(\.resource))
        }
        #expect(parts.map(\.count) == [5, 10, 20, 35])
        #expect(parts.flatMap { $0 } == names)
        #expect(adobe.calls.entries.filter { $0 == .preauthorize }.count == 4)
        for try await _ in flow.previews(of: []) { Issue.record("nothing was asked") }
        await flow.shutDown()
    }

    @Test func `preview answers in the requested order and shows nothing`() async throws {
        let adobe = adobe()
        let flow = await signedIn(adobe)
        let previews = try await flow.preview(["b", "SECRET-unpaid", "a", "b"])
        #expect(previews.map(\.resource) == ["b", "SECRET-unpaid", "a", "b"])
        #expect(previews.map(\.isPermitted) == [true, false, true, true])
        #expect(
            previews[1].outcome
                == .denied(.init(code: "preauthorization_denied_by_mvpd", message: "SECRET-message", details: "SECRET-details")))
        #expect(previews[0].outcome == .permitted(attributes: nil))
        #expect(!String(reflecting: previews).contains("SECRET"))
        try await flow.signOut()
        let refusal = await #expect(throws: FlowRefusal.self) { try await flow.preview(["a"]) }
        await #expect(throws: FlowRefusal.self) { for try await _ in flow.previews(of: ["a"]) {} }
        #expect(refusal?.reason == .notSignedIn)
        #expect(flow.status.value == .signedOut)
        #expect(flow.presentation.value == nil)
        await flow.shutDown()
    }

    @Test func `metadata comes from the vault`() async throws {
        let flow = await signedIn(adobe())
        let metadata = try await flow.userMetadata()
        #expect(metadata.attributes == [.init(name: "userID", json: "\"SECRET-user\"", isEncrypted: false)])
        await flow.shutDown()
    }

    @Test func `temporary access carries the promotional identity and is not a sign-in`() async throws {
        let adobe = adobe()
        let flow = Flow(adobe)
        await flow.status { $0 == .signedOut }
        let permit = try await flow.play("show", under: .temporary)
        #expect(try permit.redeem() == "SECRET-media")
        #expect(adobe.identities.entries == [#"{"SECRET-identity":"\#(String(repeating: "0a", count: 32))"}"#])
        #expect(flow.status.value == .temporaryAccess)
        await flow.shutDown()
    }

    @Test func `an expired media token is not delivered, and none outlives its permit or its flow`() async throws {
        let adobe = adobe()
        let flow = await signedIn(adobe)
        let late = try await flow.play("show")
        let withdrawn = try await flow.play("show")
        #expect(withdrawn.expiry == Date(clock.now.advanced(by: .seconds(420))))
        clock.advance(to: clock.now.advanced(by: .seconds(421)))
        #expect(throws: PermitFailure.expired) { try late.redeem() }
        #expect(throws: PermitFailure.expired, "the second call gives the same reason") { try late.redeem() }
        _ = try await flow.play("show")
        #expect(throws: PermitFailure.expired, "the flow has withdrawn the token") { try withdrawn.redeem() }
        let atShutdown = try await flow.play("show")
        await flow.shutDown()
        #expect(throws: PermitFailure.shutDown) { try atShutdown.redeem() }
        #expect(adobe.vault.state.withLock { state in !state.secrets.keys.contains { $0.kind == .media } })
    }

    @Test(arguments: [-600, 0, 600] as [Int64])
    func `a media token is valid until its end by Adobe's clock, whatever the device's clock shows`(ahead: Int64) async throws {
        let adobe = adobe()
        adobe.ahead.withLock { $0 = ahead }
        let flow = await signedIn(adobe)
        let early = try await flow.play("show")
        let late = try await flow.play("show")
        clock.advance(to: clock.now.advanced(by: .seconds(419)))
        #expect(try early.redeem() == "SECRET-media")
        clock.advance(to: clock.now.advanced(by: .seconds(2)))
        #expect(throws: PermitFailure.expired) { try late.redeem() }
        await flow.shutDown()
    }

    @Test func `a viewer who signs out takes the media tokens along`() async throws {
        let flow = await signedIn(adobe())
        let (permit, redeemed) = (try await flow.play("show"), try await flow.play("show"))
        _ = try redeemed.redeem()
        try await flow.signOut()
        #expect(throws: PermitFailure.signedOut) { try permit.redeem() }
        #expect(throws: PermitFailure.alreadyRedeemed) { try redeemed.redeem() }
        await flow.shutDown()
    }

    @Test func `a problem is shown with its text, and a retry continues`() async throws {
        let adobe = adobe()
        let flow = Flow(adobe)
        await flow.status { $0 == .signedOut }
        let reply = Reply(.failed(.refused(http: 400, adobe.error("some_error", nil))))
        adobe.instead.withLock { $0[.configuration] = reply }
        let signingIn = Task { try await flow.signIn() }
        let shown = try #require(await flow.shown(\.shownProblem))
        #expect(shown.code == "some_error")
        #expect(shown.message == "SECRET-message")
        #expect(shown.details == nil)
        #expect(shown.trace == "trace-1")
        #expect(shown.options.contains(.retry))
        #expect(!String(reflecting: shown).contains("SECRET"))
        #expect(await flow.send(shown.choice(of: .retry)))
        _ = await flow.shown(\.picker)
        #expect(adobe.vault.state.withLock { state in !state.secrets.keys.contains { $0.kind == .text } })
        signingIn.cancel()
        _ = await signingIn.result
        await flow.shutDown()
    }

    @Test func `the exported log replays and contains no secret`() async throws {
        let log = FileEventLog(folder: TemporaryFolder().url())
        let adobe = adobe()
        let flow = Flow(adobe, log: log)
        let records = flow.records()
        let signingIn = Task { try await flow.signIn() }
        try await flow.signInByCode(adobe)
        _ = try await signingIn.value
        _ = try await flow.play("SECRET-show").redeem()
        _ = try? await flow.play("SECRET-unpaid")
        try await flow.signOut()
        let segment = try #require(try await flow.exportLog().segments.last)
        #expect(segment.name.contains(flow.supportID))
        #expect(!String(decoding: segment.bytes, as: UTF8.self).contains("SECRET"))
        var replay = try Replay(segment.bytes)
        var lines: [Int64] = []
        while let record = try replay.next() { lines.append(record.number) }
        #expect(lines.count > 15)
        #expect(replay.model.state.name == "loggedOut")
        await flow.shutDown()
        var seen: [Int64] = []
        for await record in records { seen.append(record.number) }
        // The shutdown comes after what was exported.
        #expect(seen.last == Int64(lines.count + 1))
        #expect(Array(seen.dropLast()) == Array(lines.suffix(seen.count - 1)))
        #expect(!seen.isEmpty)
    }

    @Test func `each of many simultaneous wishes is answered once`() async throws {
        let flow = await signedIn(adobe())
        let tokens = await withTaskGroup(of: String?.self) { group in
            for index in 0..<12 { group.addTask { try? await flow.play(index % 3 == 0 ? "SECRET-unpaid" : "show \(index)").redeem() } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(tokens.filter { $0 == nil }.count == 4)
        #expect(tokens.count == 12)
        await flow.shutDown()
    }

    @Test func `after shutdown every call is refused, and the streams finish`() async throws {
        let flow = await signedIn(adobe())
        let statuses = flow.status.stream()
        await flow.shutDown()
        for ask in [{ _ = try await flow.play("a") }, { _ = try await flow.preview(["a"]) }, { try await flow.signOut() }] {
            let refusal = await #expect(throws: FlowRefusal.self) { try await ask() }
            #expect(refusal?.reason == .shutDown)
        }
        var last: FlowStatus?
        for await status in statuses { last = status }
        for await status in flow.status { last = status }
        if case .signedIn = last {} else { Issue.record("\(String(describing: last))") }
    }

    @Test func `a statement that Adobe Pass refuses makes the flow unavailable`() async throws {
        let folder = TemporaryFolder()
        let vault = try FlowVault(folder: folder.url(), for: .test(.picker, statement: "SECRET-statement"))
        let transport = RefusingTransport()
        let ports = FlowPorts(
            transport: transport, partnerFramework: nil,
            device: {
                DeviceInformation(
                    primaryHardwareType: "SetTopBox", model: "M", version: "1", manufacturer: "Maker", osName: "os", osVersion: "1",
                    connection: .wiFi, applicationID: "REF30",
                    userAgent: "Test/1")
            }, clock: clock)
        let flow = try Flow(.test(.picker, statement: "SECRET-statement"), vault: vault, log: MemoryEventLog(), ports: ports)
        await flow.status { if case .unavailable = $0 { true } else { false } }
        #expect(transport.sent.entries.map(\.url) == ["https://sp.auth.adobe.com/o/client/register"])
        #expect(transport.sent.entries[0].body.map { String(decoding: $0, as: UTF8.self) }?.contains("SECRET-statement") == true)
        let export = try await flow.exportLog()
        let log = export.segments
        #expect(export.supportID == flow.supportID)
        try #require(log.count == 1)
        #expect(!String(decoding: log[0].bytes, as: UTF8.self).contains("SECRET"))
        #expect(log[0].name == "flow-\(flow.supportID)-0001.jsonl")
        await flow.shutDown()
    }

    @Test func `a released flow finishes its streams`() async {
        var flow: Flow? = Flow(adobe())
        await flow?.status { $0 == .signedOut }
        let presentations = flow?.presentation.stream()
        flow = nil
        var shown: [ShownPresentation?] = []
        if let presentations { for await presentation in presentations { shown.append(presentation) } }
        #expect(shown == [nil])
    }

    @Test func `the link for a QR code is the page's URL with the code`() {
        let cases = [
            (nil, "AB", nil), ("https://a.b/c", "AB12", "https://a.b/c?code=AB12"),
            ("https://a.b/c?x=1", "A B&", "https://a.b/c?x=1&code=A%20B%26"),
            ("https://a.b/#top", "Ä", "https://a.b/?code=%C3%84#top"), ("a.b/c", "A", "a.b/c?code=A"),
        ]
        for (page, code, link) in cases {
            #expect(ShownCode(code, activationURL: page.flatMap { URL(string: $0) }).link?.absoluteString == link)
        }
    }
}

/// Refuses every registration.
private final class RefusingTransport: HTTPTransport {
    let sent = Journal<HTTPRequest>()

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        sent.note(request)
        return HTTPResponse(status: 400, body: Array(#"{"error":"invalid_software_statement"}"#.utf8))
    }
}
