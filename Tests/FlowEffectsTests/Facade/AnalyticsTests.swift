import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

/// A step that is shown again, pressed twice or changed by the flow itself is one step in an app's analytics.
@Suite struct AnalyticsTests {
    private static let mvpd = MVPDID("Cablevision") ?? FlowSettings.anyMVPD

    /// A launch up to the app's own picker, with the reported steps.
    private struct Launch {
        private var recorder: FlowRecorder
        private var tracker = AnalyticsTracker()
        private(set) var events: [AnalyticsEvent] = []
        private var time: Int64 = 1_767_225_600_000
        private var shown = PresentationID(0)
        private var request = RequestID(0)
        private var timer: TimerID?

        init() {
            var settings = FlowSettings.picker
            settings.policy.breakerThreshold = 0
            settings.policy.attempts = 1
            recorder = FlowRecorder(header: LogHeader(app: "Test/1", support: "SUPPORT1", settings: settings))
            feed(.app(.launched(PersistedState())))
            reply(.registered(client: SecretRef(.client, 1)))
            reply(.token(AccessToken(ref: SecretRef(.token, 1), notAfter: later(20_000))))
            reply(.profiles([]))
        }

        func later(_ seconds: Int64) -> Instant { Instant(milliseconds: time + seconds * 1000) }

        mutating func feed(_ origin: FlowEvent.Origin) {
            time += 1000
            let record = recorder.record(FlowEvent(time: Instant(milliseconds: time), origin: origin))
            for effect in record.effects {
                switch effect {
                case .call(let id, _): request = id
                case .present(let id, let presentation) where presentation != .nothing: shown = id
                case .arm(let id, .poll, let due): (timer, time) = (id, max(time, due.milliseconds - 1000))
                case _: continue
                }
            }
            events += tracker.events(in: record)
        }

        mutating func reply(_ result: Reply.Result) { feed(.reply(request, Reply(result, serverTime: later(1)))) }
        mutating func user(_ event: UserEvent) { feed(.user(event)) }
        mutating func choose(_ choice: Choice) { feed(.user(.chose(shown, choice))) }
        mutating func poll() { if let timer { feed(.timer(timer)) } }

        mutating func pick() {
            user(.signIn(WishID(1)))
            let provider = AdobeConfiguration.Provider(mvpd: AnalyticsTests.mvpd)
            // The silent check at the launch has found no profile.
            reply(.configuration(AdobeConfiguration(ref: SecretRef(.configuration, 1), providers: [provider])))
            choose(.provider(AnalyticsTests.mvpd))
        }

        mutating func show() {
            reply(
                .session(
                    .authenticate(OpenSession(code: SecretRef(.code, 1), notAfter: later(1800), link: nil, mvpd: AnalyticsTests.mvpd))))
        }

        mutating func signIn() {
            reply(.profiles([Profile(mvpd: AnalyticsTests.mvpd, type: .regular, notAfter: later(86_400))]))
        }
    }

    @Test func `a provider pressed twice is reported as chosen once`() {
        var launch = Launch()
        launch.pick()
        launch.choose(.provider(Self.mvpd))
        #expect(launch.events == [.pickerShown(.own), .providerChosen(Self.mvpd, in: .own)])
    }

    @Test func `a code that is slow for a while is reported as shown once`() {
        var launch = Launch()
        launch.pick()
        launch.show()
        for _ in 0..<2 {
            launch.reply(.failed(.status(http: 503)))
            launch.poll()
        }
        launch.reply(.profiles([]))
        launch.poll()
        launch.signIn()
        #expect(
            launch.events.dropFirst(2) == [.codeShown, .signedIn(Self.mvpd, by: .basicAuthentication, isSilent: false)])
    }

    @Test func `a viewer who starts with another provider and cancels is reported as signed in once`() {
        var launch = Launch()
        launch.pick()
        launch.show()
        launch.signIn()
        launch.user(.otherProvider(WishID(2)))
        launch.choose(.cancel)
        launch.signIn()
        #expect(launch.events.filter { if case .signedIn = $0 { true } else { false } }.count == 1)
        #expect(launch.events.contains(.refused(.canceled)))
    }

    @Test func `after a sign-out the next sign-in is reported, and one found silently is marked silent`() {
        var launch = Launch()
        launch.user(.signIn(WishID(7)))
        launch.user(.cancel(WishID(7)))
        launch.feed(.app(.foregrounded))
        launch.signIn()
        #expect(launch.events.last == .signedIn(Self.mvpd, by: .basicAuthentication, isSilent: true))
        launch.user(.signOut(WishID(8)))
        launch.reply(.logouts([Logout(mvpd: Self.mvpd, action: .complete)]))
        #expect(launch.events.last == .signedOut(isOwed: false))
    }
}
