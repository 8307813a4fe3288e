import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing
import VideoSubscriberAccount

@testable import FlowVideoSubscriber

@Suite("The adapter for Video Subscriber Account") struct FrameworkTests {
    /// The screens that the app was asked to show and dismiss.
    private let screens = Journal<Showing>()

    private struct Showing: Equatable, Sendable {
        let isUp: Bool
        let screen: ObjectIdentifier

        static func up(_ screen: UIViewController) -> Showing { Showing(isUp: true, screen: ObjectIdentifier(screen)) }
        static func down(_ screen: UIViewController) -> Showing { Showing(isUp: false, screen: ObjectIdentifier(screen)) }
    }

    fileprivate func ask(_ question: PartnerQuestion, _ device: StandInDevice) async -> PartnerOutcome {
        let framework = VideoSubscriberFramework(
            present: { screen in
                screens.note(.up(screen))
                return true
            },
            dismiss: { screens.note(.down($0)) }, clock: ManualClock())
        return await StandInDevice.$current.withValue(device) { await framework.ask(question) }
    }

    private let choice = PartnerQuestion(isPromptAllowed: true, isInterruptionAllowed: true, supportedMappings: ["AppleMSO_Dish"])

    @Test(arguments: try FrameworkFixture.all())
    func `each question requests what its phase needs, and its answer is read as documented`(fixture: FrameworkFixture) async throws {
        let device = StandInDevice(
            access: { $0.answer(fixture.access, error: fixture.accessError) },
            metadata: { $0.answer(fixture.metadata, error: fixture.metadataError) })
        let outcome = await ask(fixture.question, device)
        #expect(outcome == fixture.expected)
        #expect(device.prompts == [fixture.question.isPromptAllowed])
        guard fixture.access == .granted else {
            #expect(device.requests.isEmpty)
            return
        }
        let request = try #require(device.requests.first)
        #expect(device.requests.count == 1)
        #expect(request.cancelled == 0)
        #expect(request.channelIdentifier == fixture.channel)
        #expect(request.isInterruptionAllowed == fixture.question.isInterruptionAllowed)
        #expect(request.includesProvider == fixture.includesProvider)
        #expect(request.includesExpiration == fixture.includesExpiration)
        #expect(request.supported == fixture.question.supportedMappings)
        #expect(request.featured == fixture.question.featuredMappings)
        #expect(request.verificationToken == fixture.question.authentication?.request)
        #expect(request.attributeNames == fixture.question.authentication?.attributeNames ?? [])
    }

    @Test func `the fixtures have conversations for every phase`() throws {
        let fixtures = try FrameworkFixture.all()
        #expect(fixtures.count == 27)
        for phase in ["-b-", "-c2-", "-c3-", "-d-"] { #expect(fixtures.contains { $0.testDescription.contains(phase) }, "\(phase)") }
    }

    @Test func `an error is known by its domain and number, and its provider only as text`() async {
        let key = VSErrorInfoKeyUnsupportedProviderIdentifier
        let cases: [(NSError, PartnerError)] = [
            (
                NSError(domain: VSErrorDomain, code: 1, userInfo: [key: "AppleMSO_Dish"]),
                .unsupportedProvider(PlatformMappingID("AppleMSO_Dish"))
            ),
            (NSError(domain: VSErrorDomain, code: 1, userInfo: [key: 5]), .unsupportedProvider(nil)),
            (NSError(domain: VSErrorDomain, code: 1, userInfo: [key: ""]), .unsupportedProvider(nil)),
            (NSError(domain: VSErrorDomain, code: 1), .unsupportedProvider(nil)),
            (NSError(domain: NSCocoaErrorDomain, code: 1, userInfo: [key: "AppleMSO_Dish"]), .other(code: 1)),
            (NSError(domain: NSCocoaErrorDomain, code: 2), .other(code: 2)), (NSError(domain: VSErrorDomain, code: 0), .other(code: 0)),
            (NSError(domain: VSErrorDomain, code: 3), .other(code: 3)), (NSError(domain: VSErrorDomain, code: 99), .other(code: 99)),
            (NSError(domain: VSErrorDomain, code: -1), .other(code: -1)),
        ]
        for (error, expected) in cases {
            let device = StandInDevice(access: { $0.answer(.granted) }, metadata: { $0.answer(nil, error: error) })
            #expect(await ask(choice, device) == PartnerOutcome(permission: .granted, error: expected), "\(error.domain) \(error.code)")
        }
    }

    @Test func `a failed access check is reported with its error, and nothing is requested`() async {
        let device = StandInDevice(
            access: { $0.answer(.restricted, error: NSError(domain: VSErrorDomain, code: 7)) }, metadata: { $0.answer(nil) })
        #expect(await ask(choice, device) == PartnerOutcome(permission: .restricted, error: .other(code: 7)))
        #expect(device.requests.isEmpty)
    }

    @Test func `an expiry is in whole milliseconds, and an invalid date is no expiry`() {
        let cases: [(Double, Int64?)] = [
            (1_767_225_600.1234, 1_767_225_600_123), (1_767_225_600.9996, 1_767_225_601_000), (-1, -1000), (.infinity, nil), (.nan, nil),
            (1e300, nil),
        ]
        for (seconds, expected) in cases {
            #expect(PartnerOutcome.milliseconds(Date(timeIntervalSince1970: seconds)) == expected, "\(seconds)")
        }
    }

    @Test(arguments: [true, false])
    func `the framework's screens are shown and dismissed by the app, on whichever thread it asks`(onMainThread: Bool) async {
        let picker = await UIViewController()
        let signIn = await UIViewController()
        let device = StandInDevice(access: { $0.answer(.granted) }) { request in
            Task {
                await request.tellDelegate(.present, of: picker, onMainThread: onMainThread)
                await request.tellDelegate(.dismiss, of: picker, onMainThread: onMainThread)
                await request.tellDelegate(.dismiss, of: picker, onMainThread: onMainThread)
                await request.tellDelegate(.present, of: signIn, onMainThread: onMainThread)
                await request.tellDelegate(.dismiss, of: signIn, onMainThread: onMainThread)
                request.answer(.init(provider: "AppleMSO_Dish"))
            }
        }
        #expect(await ask(choice, device) == PartnerOutcome(permission: .granted, mapping: "AppleMSO_Dish"))
        #expect(screens.entries == [.up(picker), .down(picker), .up(signIn), .down(signIn)])
    }

    @Test func `a screen that the framework leaves open is dismissed once, with the answer`() async throws {
        let picker = await UIViewController()
        let device = StandInDevice(access: { $0.answer(.granted) }) { request in
            Task {
                await request.tellDelegate(.present, of: picker)
                request.answer(nil)
            }
        }
        _ = await ask(choice, device)
        #expect(screens.entries == [.up(picker), .down(picker)])
        try await #require(device.requests.first).tellDelegate(.dismiss, of: picker)
        #expect(screens.entries.count == 2)
    }

    @Test func `a question that forbids interruption shows no screen`() async {
        let picker = await UIViewController()
        let device = StandInDevice(access: { $0.answer(.granted) }) { request in
            Task {
                await request.tellDelegate(.present, of: picker)
                request.answer(nil)
            }
        }
        _ = await ask(PartnerQuestion(isPromptAllowed: false, isInterruptionAllowed: false), device)
        #expect(screens.entries.isEmpty)
        #expect(device.prompts == [false])
    }

    @Test func `the manager lives exactly as long as its request`() async {
        let out = Journal<StandInRequest>()
        let checks = Journal<StandInCheck>()
        let device = StandInDevice(access: { checks.note($0) }, metadata: { out.note($0) })
        let asking = Task { await ask(choice, device) }
        await checks.until { !$0.isEmpty }
        #expect(checks.entries[0].managerLives)
        checks.entries[0].answer(.granted)
        await out.until { !$0.isEmpty }
        #expect(out.entries[0].managerLives)
        out.entries[0].answer(.init(provider: "AppleMSO_Dish"))
        #expect(await asking.value.mapping == "AppleMSO_Dish")
        await MainActor.run {}
        #expect(!out.entries[0].managerLives)
    }

    @Test func `canceling in the picker cancels the request, dismisses the picker and ends at once`() async {
        let picker = await UIViewController()
        let out = Journal<StandInRequest>()
        let device = StandInDevice(access: { $0.answer(.granted) }) { request in
            Task {
                await request.tellDelegate(.present, of: picker)
                out.note(request)
            }
        }
        let asking = Task { await ask(choice, device) }
        await out.until { !$0.isEmpty }
        asking.cancel()
        #expect(await asking.value == PartnerOutcome(permission: .granted, error: .canceled))
        #expect(out.entries[0].cancelled == 1)
        #expect(screens.entries == [.up(picker), .down(picker)])
        // Later answers of the framework are ignored.
        out.entries[0].answer(.init(provider: "AppleMSO_Dish"))
        await out.entries[0].tellDelegate(.present, of: picker)
        #expect(screens.entries.count == 2)
    }

    @Test func `canceling before or during the access check ends at once and requests nothing`() async {
        let checks = Journal<StandInCheck>()
        let device = StandInDevice(access: { checks.note($0) }, metadata: { $0.answer(nil) })
        let asking = Task { await ask(choice, device) }
        await checks.until { !$0.isEmpty }
        asking.cancel()
        #expect(await asking.value == PartnerOutcome(permission: .notDetermined, error: .canceled))
        checks.entries[0].answer(.granted)

        let early = Task {
            while !Task.isCancelled { await Task.yield() }
            return await ask(choice, device)
        }
        early.cancel()
        #expect(await early.value == PartnerOutcome(permission: .notDetermined, error: .canceled))
        #expect(device.requests.isEmpty)
    }

    @Test func `a silent question that the framework does not answer times out, at either step`() async {
        let silent = PartnerQuestion(isPromptAllowed: false, isInterruptionAllowed: false)
        let never = StandInDevice(access: { _ in }, metadata: { _ in })
        let half = StandInDevice(access: { $0.answer(.granted) }, metadata: { _ in })
        for (device, permission) in [(never, Permission.notDetermined), (half, .granted)] {
            let clock = ManualClock()
            let due = clock.now.advanced(by: .seconds(30))
            let framework = VideoSubscriberFramework(present: { _ in true }, dismiss: { _ in }, clock: clock)
            let asking = Task { await StandInDevice.$current.withValue(device) { await framework.ask(silent) } }
            await clock.asleep.until(due)
            while permission == .granted && device.requests.isEmpty { await Task.yield() }
            clock.advance(to: due)
            #expect(await asking.value == PartnerOutcome(permission: permission, error: .other(code: 3)))
            #expect(device.requests.map(\.cancelled) == (permission == .granted ? [1] : []))
            #expect(clock.sleepers == 0)
        }
    }

    @Test func `the permission dialog and the picker have no timeout`() async {
        for question in [PartnerQuestion(isPromptAllowed: true, isInterruptionAllowed: false), choice] {
            let clock = ManualClock()
            let checks = Journal<StandInCheck>()
            let device = StandInDevice(access: { checks.note($0) }, metadata: { $0.answer(.init(provider: "AppleMSO_Dish")) })
            let framework = VideoSubscriberFramework(present: { _ in true }, dismiss: { _ in }, clock: clock)
            let asking = Task { await StandInDevice.$current.withValue(device) { await framework.ask(question) } }
            await checks.until { !$0.isEmpty }
            clock.advance(to: clock.now.advanced(by: .seconds(86_400)))
            #expect(clock.asleep.entries.isEmpty)
            checks.entries[0].answer(.granted)
            #expect(await asking.value == PartnerOutcome(permission: .granted, mapping: "AppleMSO_Dish"))
        }
    }

    @Test func `a second callback of the framework is ignored`() async {
        let device = StandInDevice(
            access: { check in
                check.answer(.granted)
                check.answer(.denied)
                check.answer(.granted)
            },
            metadata: { request in
                for provider in ["AppleMSO_Dish", "AppleMSO_Dish"] { request.answer(.init(provider: provider)) }
            })
        for _ in 0..<20 {
            let outcome = await ask(choice, device)
            #expect(outcome == PartnerOutcome(permission: .granted, mapping: "AppleMSO_Dish") || outcome.permission == .denied)
        }
        #expect(device.requests.count <= 20)
    }

    @Test func `a choice passes through the interpreter and becomes the machine's answer`() async throws {
        let store = InMemorySecretStore()
        let device = StandInDevice(access: { $0.answer(.granted) }) { request in
            request.answer(
                .init(provider: "AppleMSO_Dish", expiration: Date(timeIntervalSince1970: 1_769_817_600), saml: " <r\n  a='1'/> "))
        }
        let interpreter = PartnerInterpreter(framework: VideoSubscriberFramework(present: { _ in true }, dismiss: { _ in }), secrets: store)
        let ref = store.put(.request(AuthenticationRequest(request: "PD94", attributeNames: ["uid"])))
        let reply = await StandInDevice.$current.withValue(device) {
            await interpreter.perform(.authentication(request: ref, interruption: false))
        }
        guard case .partner(let answer) = reply.result else { throw FrameworkFixtureMissing() }
        #expect(answer.status.expiry == Instant(milliseconds: 1_769_817_600_000))
        #expect(answer.saml?.length == 10)
        #expect(device.prompts == [false])
        #expect(device.requests.first?.verificationToken == "PD94")
    }
}

extension FrameworkTests {
    @Test func `a provider that the question excludes may not sign in, any other may`() async {
        for (supported, answers) in [(["AppleMSO_Dish"], [true, false]), ([], [true, true])] {
            let heard = Journal<Bool?>()
            let device = StandInDevice(access: { $0.answer(.granted) }) { request in
                Task {
                    for provider in ["AppleMSO_Dish", "AppleMSO_Cablevision"] { heard.note(await request.mayAuthenticate(provider)) }
                    request.answer(nil, error: NSError(domain: VSErrorDomain, code: 1))
                }
            }
            let outcome = await ask(
                PartnerQuestion(isPromptAllowed: true, isInterruptionAllowed: true, supportedMappings: supported), device)
            #expect(outcome.error == .unsupportedProvider(nil))
            #expect(heard.entries == answers)
        }
    }

    @Test func `without a SAML response the body of the provider's response is used`() async {
        let cases: [(String?, StandInRequest.Metadata.Response?, String?)] = [
            ("<r/>", .init(.saml, body: "<other/>"), "<r/>"), (nil, .init(.api, body: "token"), "token"),
            (nil, .init(.saml, body: "<r/>"), "<r/>"), (nil, .init(.api, body: nil), nil), (nil, nil, nil),
            ("", .init(.api, body: "x"), ""),
        ]
        for (saml, response, expected) in cases {
            let device = StandInDevice(access: { $0.answer(.granted) }) { request in
                request.answer(.init(provider: "AppleMSO_Dish", saml: saml, response: response))
            }
            let outcome = await ask(PartnerQuestion(isPromptAllowed: false, isInterruptionAllowed: false), device)
            #expect(outcome == PartnerOutcome(permission: .granted, mapping: "AppleMSO_Dish", saml: expected))
            #expect(device.requests.map(\.schemes) == [[.saml]])
        }
    }
}

private struct FrameworkFixtureMissing: Error {}
