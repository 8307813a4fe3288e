import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

/// Whether values of two logs have the same meaning.
@Suite struct CorrespondenceTests {
    private func differences(_ left: FlowEvent.Origin, _ right: FlowEvent.Origin) -> [DifferenceEntry] {
        var correspondence = Correspondence(Script().header, Script().header)
        return correspondence.differences(left, at: Script.instant(0), right, at: Script.instant(5000))
    }

    private func armed(_ purpose: TimerPurpose, in seconds: Double, _ other: Double, isWait: Bool) -> Bool {
        var correspondence = Correspondence(Script().header, Script().header)
        let left = Effect.arm(TimerID(1), purpose, at: Script.instant(seconds))
        let right = Effect.arm(TimerID(2), purpose, at: Script.instant(5000 + other))
        return correspondence.differences(left, at: Script.instant(0), right, at: Script.instant(5000), isWait: isWait).isEmpty
    }

    private func saml(_ request: Int64, _ length: Int64, _ trace: String, ahead: Double) -> FlowEvent.Origin {
        let status = PartnerStatus(permission: .granted)
        let answer = PartnerAnswer(status: status, saml: .init(ref: SecretRef(.saml, request), length: length))
        return .reply(
            RequestID(request),
            Reply(.partner(answer), serverTime: Script.instant(ahead), trace: AnswerTrace(request: TraceID(trace))))
    }

    @Test func `numbers, trace ids, Adobe's clock and lengths are not compared`() {
        #expect(differences(saml(1, 100, "abc", ahead: 9000), saml(7, 200, "def", ahead: 0)).isEmpty)
    }

    @Test func `a wait is compared by its length, any other time by whether it is in the future`() {
        #expect(armed(.poll, in: 5, 5.4, isWait: true))
        #expect(!armed(.poll, in: 1, 5, isWait: true))
        #expect(armed(.codeExpiry, in: 1800, 1790, isWait: false))
        #expect(!armed(.codeExpiry, in: 1800, 300, isWait: false))
        #expect(armed(.profileExpiry, in: 86_400, 864_000, isWait: false))
        #expect(!armed(.profileExpiry, in: 86_400, -60, isWait: false))
        #expect(armed(.profileExpiry, in: -5, -86_400, isWait: false))
    }

    @Test func `a value that only one side has is one entry, under the outermost missing field`() {
        let code = PersistedCode(code: SecretRef(.code, 1), notAfter: Script.instant(600), mvpd: Flows.mvpd("Dish"))
        let entries = differences(.app(.launched(PersistedState(code: code))), .app(.launched(PersistedState())))
        #expect(entries == [DifferenceEntry(what: "app.kept.code", left: "code, in 10 min, Dish", right: "nothing")])
        #expect(
            differences(.app(.launched(PersistedState())), .app(.launched(PersistedState(code: code)))).map(\.left) == ["nothing"])
    }

    @Test func `resources met at the same place are equal from then on`() {
        var correspondence = Correspondence(Script().header, Script().header)
        func play(_ left: Int64, _ right: Int64) -> Bool {
            func origin(_ number: Int64) -> FlowEvent.Origin {
                .user(.play(WishID(number), resource: SecretRef(.resource, number), under: .signedIn))
            }
            return correspondence.differences(origin(left), at: Script.instant(0), origin(right), at: Script.instant(1)).isEmpty
        }
        #expect(play(1, 4))
        #expect(play(2, 5))
        #expect(play(1, 4))
        #expect(!play(1, 5), "one viewer watches the first resource again, the other does not")
        #expect(!play(3, 4))
    }

    @Test func `resources that both logs name are compared by name`() {
        func header(_ number: Int64, _ name: String) -> LogHeader {
            Script(names: [ResourceName(ref: SecretRef(.resource, number), name: name)]).header
        }
        func isSame(_ left: String, _ right: String) -> Bool {
            var correspondence = Correspondence(header(1, left), header(2, right))
            let effect = { (number: Int64) in
                Effect.answer(
                    WishID(1), .denied(resource: SecretRef(.resource, number), error: AdobeError(action: .none, status: 403, code: nil)))
            }
            return correspondence.differences(effect(1), at: Script.instant(0), effect(2), at: Script.instant(0)).isEmpty
        }
        #expect(isSame("news", "news"))
        #expect(!isSame("news", "sports"))
    }
}
