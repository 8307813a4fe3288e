import FlowTestSupport
import Testing

@testable import FlowMachine

/// Checks the invariant `adobesClockDecides` with decisions that no build makes.
@Suite struct ExpiryJudgeTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let profile = Profile(mvpd: .any, type: .regular, notAfter: noon.advanced(by: .seconds(600)))
    private static let code = PersistedCode(code: SecretRef(.code, 1), notAfter: noon.advanced(by: .seconds(600)))
    private static let call = Effect.call(RequestID(1), Call(token: nil, endpoint: .profiles(status: nil)))

    /// Kept facts, and a request whose answer has a clock this many seconds ahead of the device's; `nil`: no answer.
    private func judge(ahead: Int64?) -> JudgeAlone<ExpiryJudge> {
        var judge = JudgeAlone(ExpiryJudge())
        let launch = FlowEvent(time: Self.noon, origin: .app(.launched(PersistedState(profile: Self.profile, code: Self.code))))
        judge.take(launch, [Self.call])
        guard let ahead else { return judge }
        let date = Self.noon.advanced(by: .seconds(ahead))
        let answer = FlowEvent(time: Self.noon, origin: .reply(RequestID(1), Reply(.profiles([]), serverTime: date)))
        judge.take(
            answer,
            [
                Effect.call(RequestID(2), Call(token: nil, endpoint: .profiles(status: nil))),
                .partner(RequestID(3), .status(prompt: false)),
            ])
        return judge
    }

    private func breaks(_ judge: JudgeAlone<ExpiryJudge>, _ origin: FlowEvent.Origin, _ effects: [Effect]) -> Bool {
        judge.breaks(FlowEvent(time: Self.noon, origin: origin), effects)
    }

    @Test func `the judge reports a launch that forgets kept facts as expired`() {
        let launch = FlowEvent.Origin.app(.launched(PersistedState(profile: Self.profile)))
        for kind in [PersistedValue.Kind.profile, .code] {
            #expect(breaks(JudgeAlone(ExpiryJudge()), launch, [.forget(.fact(kind))]))
            #expect(!breaks(judge(ahead: 0), launch, [.forget(.fact(kind))]), "a second launch is not a launch of this process")
        }
        #expect(!breaks(JudgeAlone(ExpiryJudge()), launch, [.forget(.fact(.token))]))
    }

    @Test(arguments: [(nil, false), (0, false), (590, false), (598, false), (604, true), (9999, true)] as [(Int64?, Bool)])
    func `the judge reports a status that is sent after its expiry by Adobe's clock`(ahead: Int64?, isBroken: Bool) {
        let status = PartnerStatus(
            permission: .granted, mapping: PlatformMappingID("Apple_M"), expiry: Self.noon.advanced(by: .seconds(600)))
        let sent = Effect.call(RequestID(9), Call(token: nil, endpoint: .profiles(status: status)))
        #expect(breaks(judge(ahead: ahead), .app(.foregrounded), [sent]) == isBroken)
    }

    @Test(arguments: [(0, true), (590, true), (602, false), (9999, false)] as [(Int64, Bool)])
    func `the judge reports a valid status that is not sent with the profile check`(ahead: Int64, isBroken: Bool) {
        let status = PartnerStatus(
            permission: .granted, mapping: PlatformMappingID("Apple_M"), expiry: Self.noon.advanced(by: .seconds(600)))
        let answer = FlowEvent.Origin.reply(RequestID(3), Reply(.partner(PartnerAnswer(status: status))))
        #expect(breaks(judge(ahead: ahead), answer, [Self.call]) == isBroken)
        #expect(!breaks(judge(ahead: ahead), answer, []))
        #expect(!breaks(judge(ahead: ahead), .reply(RequestID(8), Reply(.partner(PartnerAnswer(status: status)))), [Self.call]))
    }

    @Test(arguments: [(0, true), (590, true), (602, false), (9999, false)] as [(Int64, Bool)])
    func `the judge reports a profile that is forgotten although Adobe returned it as valid`(ahead: Int64, isBroken: Bool) {
        let date = Self.noon.advanced(by: .seconds(ahead))
        let answer = FlowEvent.Origin.reply(RequestID(2), Reply(.profiles([Self.profile]), serverTime: date))
        #expect(breaks(judge(ahead: 0), answer, [.forget(.fact(.profile))]) == isBroken)
        #expect(!breaks(judge(ahead: 0), .reply(RequestID(2), Reply(.profiles([]))), [.forget(.fact(.profile))]))
    }

    @Test(arguments: [(nil, false), (0, true), (590, true), (602, false), (9999, false)] as [(Int64?, Bool)])
    func `the judge reports a code that its timer ends before it has expired by Adobe's clock`(ahead: Int64?, isBroken: Bool) {
        var judge = judge(ahead: ahead)
        judge.take(FlowEvent(time: Self.noon, origin: .app(.foregrounded)), [.arm(TimerID(1), .codeExpiry, at: Self.noon)])
        #expect(breaks(judge, .timer(TimerID(1)), [.forget(.fact(.code))]) == isBroken)
        #expect(!breaks(judge, .timer(TimerID(2)), [.forget(.fact(.code))]), "not its timer")
        #expect(!breaks(judge, .timer(TimerID(1)), []))
    }

    @Test func `the judge reports a profile that a timer makes the flow forget, whatever the clock`() {
        var judge = judge(ahead: 9999)
        judge.take(FlowEvent(time: Self.noon, origin: .app(.foregrounded)), [.arm(TimerID(1), .profileExpiry, at: Self.noon)])
        #expect(breaks(judge, .timer(TimerID(1)), [.forget(.fact(.profile))]))
    }

    @Test func `the judge reports a timer for an instant of Adobe's before Adobe's clock is known`() {
        let bound = Self.noon.advanced(by: .seconds(1800))
        #expect(breaks(judge(ahead: nil), .app(.foregrounded), [.arm(TimerID(1), .profileExpiry, at: bound)]))
        #expect(breaks(judge(ahead: nil), .app(.foregrounded), [.arm(TimerID(1), .codeExpiry, at: Self.noon)]))
        #expect(!breaks(judge(ahead: nil), .app(.foregrounded), [.arm(TimerID(1), .codeExpiry, at: bound)]), "the policy's limit")
        #expect(!breaks(judge(ahead: 0), .app(.foregrounded), [.arm(TimerID(1), .profileExpiry, at: Self.profile.notAfter)]))
    }
}
