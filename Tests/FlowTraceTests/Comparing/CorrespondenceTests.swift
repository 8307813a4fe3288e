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

    @Test func `waits may differ by half a second, deadlines by seconds, and a past one is no future one`() {
        #expect(armed(.poll, in: 0.1, 0.6, isWait: true))
        #expect(!armed(.poll, in: 0.1, 0.9, isWait: true))
        #expect(armed(.codeExpiry, in: 0.5, 2.5, isWait: false))
        #expect(!armed(.codeExpiry, in: 1, -0.5, isWait: false))
    }

    @Test func `a provider that is missing differs alone, not every provider after it`() {
        func configured(_ names: [String], boarding: AdobeConfiguration.Provider.Boarding = .supported) -> FlowEvent.Origin {
            let providers = names.map { AdobeConfiguration.Provider(mvpd: Flows.mvpd($0), boarding: boarding) }
            return .reply(RequestID(1), Reply(.configuration(AdobeConfiguration(ref: SecretRef(.configuration, 1), providers: providers))))
        }
        let missing = differences(configured(["A", "Cablevision", "Cox", "Dish"]), configured(["A", "Cox", "Dish"]))
        #expect(missing.map { Comparison.field($0.what) } == ["provider Cablevision"])
        #expect(missing.map { [$0.texts.left, $0.texts.right] } == [["listed", "not listed"]])
        let new = differences(configured(["Cox"]), configured(["A.b", "Cox", "Zed"]))
        #expect(new.map { $0.texts.right }.allSatisfy { $0 == "listed" || $0.contains("A.b") })
        #expect(differences(configured(["A", "B"]), configured(["B", "A"])).isEmpty)
        let changed = differences(configured(["A", "B"]), configured(["B", "A"], boarding: .picker))
        #expect(changed.map { Comparison.field($0.what) } == ["provider A.boarding", "provider B.boarding"])
        // Ids that occur twice name no provider.
        #expect(
            differences(configured(["A", "A", "B"]), configured(["A", "A"])).map { Comparison.field($0.what) } == [
                "configuration.providers[2]"
            ])
    }

    @Test func `an account, a mapping and a provider are reported once, wherever the logs name them`() {
        func kept(_ name: String, _ mapping: String) -> PersistedState {
            PersistedState(
                provider: RememberedProvider(mvpd: Flows.mvpd(name), mapping: PlatformMappingID(mapping)),
                signedOut: SignedOutMark(account: PlatformMappingID(mapping)))
        }
        var correspondence = Correspondence(Script().header, Script().header)
        func paths() -> [String] {
            correspondence.differences(
                FlowEvent.Origin.app(.launched(kept("Dish", "A"))), at: Script.instant(0), .app(.launched(kept("Cox", "B"))),
                at: Script.instant(0)
            ).map(\.what)
        }
        #expect(paths() == ["app.kept.provider.mvpd", "app.kept.provider.mapping"], "the mark names the same two accounts")
        #expect(paths() == [])
    }

    @Test func `numbers, random values and the next numbers of a launch are not compared`() {
        let left = PersistedState(first: NextNumbers(request: 5, timer: 6, presentation: 7), jitter: Jitter(1))
        let right = PersistedState(first: NextNumbers(request: 50, timer: 60, presentation: 70), jitter: Jitter(2))
        #expect(differences(.app(.launched(left)), .app(.launched(right))).isEmpty)
    }

    @Test func `of a value that one side has, only a kind or a truth alone is said by an event's words`() {
        func entries(_ kept: PersistedState) -> [DifferenceEntry] {
            var correspondence = Correspondence(Script().header, Script().header)
            let none = FlowEvent.Origin.app(.launched(PersistedState()))
            return correspondence.differences(FlowEvent.Origin.app(.launched(kept)), at: Script.instant(0), none, at: Script.instant(0))
        }
        let two = entries(PersistedState(signedOut: SignedOutMark(isAccountUnknown: true, owesSettings: true)))
        #expect(two == [DifferenceEntry(what: "app.kept.signedOut", left: "yes, yes", right: nil, isWorded: false)])
        let now = entries(PersistedState(code: PersistedCode(code: SecretRef(.code, 1), notAfter: Script.instant(0))))
        #expect(now.map(\.left) == ["code, now"])
        let ago = entries(PersistedState(code: PersistedCode(code: SecretRef(.code, 1), notAfter: Script.instant(-90))))
        #expect(ago.map(\.left) == ["code, 90.0 s ago"])
        let owed = entries(PersistedState(owedLogouts: [.mvpd(Flows.mvpd("Dish"))]))
        #expect(owed.allSatisfy { !$0.isWorded }, "\(owed)")
        func partner(_ error: PartnerError?) -> FlowEvent.Origin {
            HandMade.reply(1, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted), error: error)))
        }
        #expect(differences(partner(.canceled), partner(nil)).map(\.isWorded) == [false], "an error that one side has is more than a kind")
        var correspondence = Correspondence(Script().header, Script().header)
        let mark = { (owes: Bool) in
            FlowEvent.Origin.app(.launched(PersistedState(signedOut: SignedOutMark(account: PlatformMappingID("A"), owesSettings: owes))))
        }
        let one = correspondence.differences(mark(true), at: Script.instant(0), mark(false), at: Script.instant(0))
        #expect(one == [DifferenceEntry(what: "app.kept.signedOut.owesSettings", left: "yes", right: nil, isWorded: true)])
    }

    @Test func `a resource that only one log names is paired with the one met at the same place`() {
        for isLeft in [true, false] {
            let named = Script(names: [ResourceName(ref: SecretRef(.resource, 1), name: "news")]).header
            var correspondence = isLeft ? Correspondence(named, Script().header) : Correspondence(Script().header, named)
            let play = FlowEvent.Origin.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
            #expect(correspondence.differences(play, at: Script.instant(0), play, at: Script.instant(0)).isEmpty)
        }
    }

    @Test func `a value that only one side has is one entry, under the outermost missing field`() {
        let code = PersistedCode(code: SecretRef(.code, 1), notAfter: Script.instant(600), mvpd: Flows.mvpd("Dish"))
        let entries = differences(.app(.launched(PersistedState(code: code))), .app(.launched(PersistedState())))
        #expect(entries == [DifferenceEntry(what: "app.kept.code", left: "code, in 10 min, Dish", right: nil)])
        #expect(
            differences(.app(.launched(PersistedState())), .app(.launched(PersistedState(code: code)))).map(\.left) == [nil])
    }

    @Test func `a kind and a truth are said by the words of an event, a text that looks like one is not`() {
        func chose(_ name: String) -> FlowEvent.Origin { .user(.chose(PresentationID(1), .provider(Flows.mvpd(name)))) }
        let texts = differences(chose("yes"), chose("no"))
        #expect(texts == [DifferenceEntry(what: "user.choice.mvpd", left: "yes", right: "no")])
        #expect(texts.allSatisfy { !$0.isShown(by: "chose a provider", "chose another provider") })
        let kinds = differences(.user(.chose(PresentationID(1), .retry)), .user(.chose(PresentationID(1), .cancel)))
        #expect(kinds == [DifferenceEntry(what: "user.choice.kind", left: "retry", right: "cancel", isWorded: true)])
        #expect(kinds.allSatisfy { $0.isShown(by: "try again", "gave up") })
        func answer(isFromPartner: Bool) -> FlowEvent.Origin {
            HandMade.reply(1, .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: isFromPartner)))
        }
        let truths = differences(answer(isFromPartner: true), answer(isFromPartner: false))
        #expect(truths.map(\.isWorded) == [true])
    }

    @Test func `effects that differ only in numbers and values are of one kind`() {
        let dish = Flows.mvpd("Dish")
        let cox = Flows.mvpd("Cox")
        let resource = SecretRef(.resource, 1)
        let kinds: [[Effect]] = [
            [HandMade.call(1, .logout(dish)), HandMade.call(2, .logout(cox))], [HandMade.call(1, .configuration)],
            [.partner(RequestID(1), .choice(configuration: SecretRef(.configuration, 1)))], [.cancel(RequestID(1)), .cancel(RequestID(2))],
            [.present(PresentationID(1), .nothing)], [.present(PresentationID(1), .providerConfirmation(dish))],
            [.present(PresentationID(1), .signOutUserAgent(link: SecretRef(.link, 1))), .present(PresentationID(2), .legacySignOut)],
            [.present(PresentationID(1), .codeExpired)], [.answer(WishID(1), .signedOut(owed: true))],
            [.answer(WishID(1), .signedOut(owed: false)), .answer(WishID(2), .signedOut(owed: false, settings: true))],
            [.answer(WishID(1), .refused(Refusal(reason: .service))), .answer(WishID(1), .refused(Refusal(reason: .setup)))],
            [.arm(TimerID(1), .poll, at: Script.instant(1)), .arm(TimerID(2), .poll, at: Script.instant(9))],
            [.arm(TimerID(1), .hold, at: Script.instant(1))], [.disarm(TimerID(1))], [.keep(.owedLogouts([.mvpd(dish)]))],
            [.forget(.secret(resource)), .forget(.secret(SecretRef(.resource, 2)))], [.forget(.fact(.profile))],
        ]
        for effects in kinds { #expect(Set(effects.map(EffectKind.init)).count == 1, "\(effects)") }
        let all = kinds.compactMap(\.first).map(EffectKind.init)
        #expect(Set(all).count == all.count)
        #expect(Set(all.map(\.words)).count == all.count)
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
