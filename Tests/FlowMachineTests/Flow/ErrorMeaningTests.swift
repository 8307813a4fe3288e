import FlowTestSupport
import Testing

@testable import FlowMachine

/// Errors of Adobe's list in both places: as the whole answer, and with the one decision in it (ERR-02).
@Suite struct ErrorMeaningTests {
    private static let film = SecretRef(.resource, 1)
    private static let options: [Problem.Option] = [.retry, .otherProvider, .cancel]

    /// Every code that Adobe documents with an action, and errors without a code and with an unknown one.
    private static func errors() throws -> [AdobeError] {
        var errors: [AdobeError] = []
        for row in try AccountTables().codes {
            guard let action = ErrorAction(rawValue: row.cells[2]), let status = Int64(row.cells[1]) else { continue }
            let code = row.cells[0].filter { $0 != "`" }
            errors.append(AdobeError(action: action, status: status, code: ErrorCode(String(code))))
        }
        for action in ErrorAction.allCases {
            for status in [400, 403, 500] as [Int64] {
                errors.append(AdobeError(action: action, status: status, code: nil))
                errors.append(AdobeError(action: action, status: status, code: ErrorCode("a_code_of_next_year")))
            }
        }
        return errors
    }

    private static func answer(to play: Script, _ error: AdobeError, inDecision: Bool) -> WishAnswer? {
        var script = play
        for _ in 0..<16 {
            if let answer = script.answer { return answer }
            script.meet(error, inDecision: inDecision)
        }
        return nil
    }

    private static func plays() -> [(String, Script)] {
        var plays: [(String, Script)] = []
        for access in [PlayAccess.signedIn, .ifSignedIn, .temporary(identity: nil)] {
            var script = Script.signedIn(.regular, .lasting)
            script.user(.play(WishID(1), resource: film, under: access))
            plays.append(("\(access)", script))
            var legacy = Script.legacySignedIn(.lasting)
            legacy.user(.play(WishID(1), resource: film, under: access))
            if case .temporary = access { legacy.reply(.done) }
            plays.append(("legacy \(access)", legacy))
        }
        var media = Script.legacySignedIn(.lasting)
        media.user(.play(WishID(1), resource: film, under: .signedIn))
        media.permit(film, media: false)
        plays.append(("media token", media))
        return plays
    }

    @Test func `an error has the same effect as the whole answer and in a decision`() throws {
        for (name, play) in Self.plays() {
            for error in try Self.errors() {
                let whole = Self.answer(to: play, error, inDecision: false)
                let decision = Self.answer(to: play, error, inDecision: true)
                #expect(whole != nil, "\(name) \(error)")
                #expect(whole == decision, "\(name) \(error)")
            }
        }
    }

    @Test func `an outage of the provider is no denial: the viewer may try again`() {
        for code in ["network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded"] {
            let error = AdobeError(action: .retry, status: 403, code: ErrorCode(code))
            for (name, play) in Self.plays() {
                let refused = WishAnswer.refused(Refusal(reason: .service, error: error, options: Self.options))
                #expect(Self.answer(to: play, error, inDecision: true) == refused, "\(name)")
            }
        }
    }

    @Test(arguments: [
        "authorization_denied_by_mvpd", "authorization_denied_by_parental_controls", "authorization_denied_by_degradation_rule",
    ])
    func `a denial is a denial in both places`(code: String) {
        let error = AdobeError(action: .none, status: 403, code: ErrorCode(code))
        for inDecision in [true, false] {
            var script = Script.signedIn(.regular, .lasting)
            script.user(.play(WishID(1), resource: Self.film, under: .signedIn))
            #expect(Self.answer(to: script, error, inDecision: inDecision) == .denied(resource: Self.film, error: error))
        }
    }

    @Test(arguments: ["invalid_integration", "invalid_header_pfs_status_invalid"])
    func `an error about the provider or the partner status denies nothing, even with status 403`(code: String) {
        let error = AdobeError(action: .none, status: 403, code: ErrorCode(code))
        for (name, play) in Self.plays() {
            for inDecision in [true, false] {
                guard case .refused(let refusal)? = Self.answer(to: play, error, inDecision: inDecision) else {
                    Issue.record("\(name) is not refused")
                    continue
                }
                #expect(refusal.reason != .temporaryAccess, "\(name)")
            }
        }
    }

    @Test func `a denial without a code and without an error status is a denial`() {
        let error = AdobeError(action: .none, status: 200, code: nil)
        for (name, play) in Self.plays() where !name.hasSuffix("temporary(identity: nil)") {
            #expect(Self.answer(to: play, error, inDecision: true) == .denied(resource: Self.film, error: error), "\(name)")
        }
    }

    @Test func `of two decisions about one resource the denial counts`() {
        let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))
        for isFirst in [true, false] {
            var script = Script.signedIn(.regular, .lasting)
            script.user(.play(WishID(1), resource: Self.film, under: .signedIn))
            let media = MediaToken(ref: script.ref(.media), notAfter: script.instant(in: 300))
            let permit = AdobeDecision(resource: Self.film, verdict: .permit(media: media), source: .mvpd)
            let denial = AdobeDecision(resource: Self.film, verdict: .deny(error), source: .mvpd)
            script.reply(.decisions(isFirst ? [permit, denial] : [denial, permit]))
            #expect(script.answer == .denied(resource: Self.film, error: error))
            var preview = Script.signedIn(.regular, .lasting)
            preview.user(.preview(WishID(1), resources: [Self.film]))
            let bare = AdobeDecision(resource: Self.film, verdict: .permit(media: nil), source: .mvpd)
            preview.reply(.decisions(isFirst ? [bare, denial] : [denial, bare]))
            #expect(preview.answer == .previewed([denial]))
            preview.user(.preview(WishID(2), resources: [Self.film]))
            #expect(preview.called == [.preauthorize], "the permit is not kept")
        }
    }

    @Test(arguments: [-1, 600]) func `a media token that has expired by Adobe's clock permits nothing`(seconds: Int64) {
        var script = Script.signedIn(.regular, .lasting)
        script.user(.play(WishID(1), resource: Self.film, under: .signedIn))
        var legacy = Script.legacySignedIn(.lasting)
        legacy.user(.play(WishID(1), resource: Self.film, under: .signedIn))
        legacy.permit(Self.film, media: false)
        for var play in [script, legacy] {
            let media = MediaToken(ref: play.ref(.media), notAfter: play.instant(in: seconds))
            play.reply(.decisions([AdobeDecision(resource: Self.film, verdict: .permit(media: media), source: .mvpd)]))
            #expect(play.answered == [seconds < 0 ? .refused : .permitted])
            #expect(play.effects.contains(.forget(.secret(media.ref))) == (seconds < 0))
        }
    }
}

extension FlowSettings {
    /// A box on which nothing is held back.
    fileprivate static var lasting: FlowSettings {
        var settings = FlowSettings.box
        settings.policy.allowanceBurst = 0
        settings.policy.breakerThreshold = 0
        return settings
    }
}

extension Script {
    /// Adobe answers requests for the decision with this error, and everything else as if the viewer were signed in.
    fileprivate mutating func meet(_ error: AdobeError, inDecision: Bool) {
        guard let asked = model.calls.pending.last else { return }
        if case .backingOff(let timer) = asked.stage { return expire(timer) }
        guard case .adobe(let endpoint) = asked.question else { return reply(.partner(PartnerAnswer(status: status()))) }
        switch endpoint {
        case .authorize(_, let resource, _, _), .restV1(.authorize(let resource, _)), .restV1(.mediaToken(let resource)):
            let denial = AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)
            reply(inDecision ? .decisions([denial]) : .failed(.refused(http: error.status, error)))
        case .register: reply(.registered(client: ref(.client)))
        case .token: reply(.token(AccessToken(ref: ref(.token), notAfter: instant(in: 21_600))))
        case .configuration, .restV1(.configuration): reply(.configuration(configuration()))
        case .restV1: reply(.authentication(ServerAuthorization(reason: .legacyToken)))
        case _: reply(.profiles([profile()]))
        }
    }
}
