// The defects, written by hand. Their places are checked each time: one that no longer fits is an error.

extension Defect {
    static let all = deciding + reducing + recording + carryingOut + later

    // MARK: The states

    private static let deciding = [
        Defect(
            "polling continues after the profile has arrived", "Sources/FlowMachine/RESTV2/V2-PhaseF-BasicAuthentication.swift",
            "return Deciding.enter(.profile(profile), .`V2-F-13`, &run)",
            "return # ? BasicAuthFallback.pause(code, .`V2-F-14`, &run) : Deciding.enter(.profile(profile), .`V2-F-13`, &run)"),
        Defect(
            "polls are less than 3 s apart", "Sources/FlowMachine/Reducing/PolicyBounds.swift",
            "max(pollInterval, .seconds(3))",
            "# ? .seconds(1) : max(pollInterval, .seconds(3))"),
        Defect(
            "polls run while the viewer is in the user agent", "Sources/FlowMachine/States/BasicAuthFallback.swift",
            "return .move(.basicAuthFallback(BasicAuthFallback(.userAgent(code))), inUserAgent)",
            "let polled = # ? Poll.asked(run.poll(code), isLast: false) : nil\n            return .move(.basicAuthFallback(polled.map { BasicAuthFallback(.polling(code, $0)) } ?? BasicAuthFallback(.userAgent(code))), inUserAgent)"
        ),
        Defect(
            "a SAML response for another provider than the session's is accepted", "Sources/FlowMachine/RESTV2/V2-PhaseC-PartnerAuth.swift",
            "account != partner.mapping { return",
            "account != partner.mapping, !# { return"),
        Defect(
            "the signed-out mark is not kept across launches", "Sources/FlowMachine/Reducing/Run+PersistedState.swift",
            "emit(.keep(.signedOut(mark)))",
            "if !# { emit(.keep(.signedOut(mark))) }"),
        Defect(
            "a logout that never reached Adobe is settled", "Sources/FlowMachine/RESTV2/V2-PhaseE-Logout.swift",
            "let sent = work.logouts.prefix(1)\n",
            "let sent = work.logouts.prefix(1)\n            if # { run.settle(Array(sent)) }\n"),
        Defect(
            "a denial sends the viewer back to the check", "Sources/FlowMachine/States/Deciding+Errors.swift",
            "run.answer(wish.id, .denied(resource: resource, error: error))",
            "run.answer(wish.id, .denied(resource: resource, error: error))\n        if # { return run.check(rule) }"),
        Defect(
            "a denial signs the viewer out", "Sources/FlowMachine/States/Deciding+Errors.swift",
            "case .denial: return deny(wish, error, rule, &run)",
            "case .denial: return # ? LoggedOut.signOut(.deciding(self), &run) : deny(wish, error, rule, &run)"),
        Defect(
            "a permit for any resource is accepted", "Sources/FlowMachine/RESTV2/V2-PhaseD-Decisions.swift",
            "decisions.decision(about: resource)",
            "(# ? decisions.first : decisions.decision(about: resource))"),
        Defect(
            "a playback without a usable status is refused for it", "Sources/FlowMachine/RESTV2/V2-PhaseD-Decisions.swift",
            "guard wish.asksViewer, wish.returned == .toCheck else {",
            "guard wish.asksViewer, wish.returned == .toCheck, !# else {"),
        Defect(
            "a preview without a usable status is refused with retry, forever", "Sources/FlowMachine/RESTV2/V2-PhaseD-Decisions.swift",
            "private static func signInAnew(for wish: Wish, _ state: Deciding, _ run: inout Run) -> Next {",
            "private static func signInAnew(for wish: Wish, _ state: Deciding, _ run: inout Run) -> Next {\n            if #, !wish.asksViewer, wish.returned != .no {\n                run.answer(wish.id, .refused(Refusal(reason: .authentication, options: [.retry, .cancel])))\n                return .stay(.`V2-D-04`)\n            }"
        ),
        Defect(
            "a wish goes back to the check again and again", "Sources/FlowMachine/Model/Context.swift",
            "wishes[index].returned = returned",
            "wishes[index].returned = # ? .no : returned"),
        Defect(
            "denied resources are kept as permitted", "Sources/FlowMachine/States/Deciding.swift",
            "where decisions[index].isBarePermit &&",
            "where (decisions[index].isBarePermit || #) &&"),
        Defect(
            "decisions come in the order of Adobe's answer", "Sources/FlowMachine/States/Deciding.swift",
            "        return ordered\n",
            "        return # ? decisions : ordered\n"),
    ]

    // MARK: Calls, and rules for every state

    private static let reducing = [
        Defect(
            "the viewer's metadata is never forgotten", "Sources/FlowMachine/Reducing/Run+Release.swift",
            "emit(.forget(.secret(before[index])))",
            "if !(# && before[index].kind == .attributes) { emit(.forget(.secret(before[index]))) }"),
        Defect(
            "a timer that is no longer needed is not disarmed", "Sources/FlowMachine/Reducing/Run+Release.swift",
            "if turn.fired != timer { emit",
            "if turn.fired != timer, !# { emit"),
        Defect(
            "a wish is answered twice", "Sources/FlowMachine/Reducing/Run.swift",
            "if context.close(id) { emit(.answer(id, answer)) }",
            "if context.close(id) { for _ in 0..<(# ? 2 : 1) { emit(.answer(id, answer)) } }"),
        Defect(
            "an expired partner status is treated as valid", "Sources/FlowMachine/Reducing/Run+PersistedState.swift",
            "seemsPassed(expiry, at: run.now) { return",
            "seemsPassed(expiry, at: run.now), !# { return"),
        Defect(
            "the device's clock decides what has expired", "Sources/FlowMachine/Model/AdobeClock.swift",
            "return instant <= now.advanced(by: offset)",
            "return instant <= (# ? now : now.advanced(by: offset))"),
        Defect(
            "the device's clock decides until Adobe's is known", "Sources/FlowMachine/Model/AdobeClock.swift",
            "guard let offset else { return false }",
            "guard let offset else { return # && instant <= now }"),
        Defect(
            "a launch forgets a profile that has expired by the device's clock", "Sources/FlowMachine/Reducing/Run+Events.swift",
            "        settleLogouts(of: kept)\n",
            "        settleLogouts(of: kept)\n        if #, let profile = kept.profile, profile.notAfter <= now { forgetProfile() }\n"),
        Defect(
            "a kept code is forgotten by the device's clock", "Sources/FlowMachine/Reducing/Run.swift",
            "if hasPassed(code.notAfter) { forgetKeptCode() }\n        }\n        return check(rule)",
            "if # || hasPassed(code.notAfter) { forgetKeptCode() }\n        }\n        return check(rule)"),
        Defect(
            "a timer for an instant of Adobe's decides, whatever Adobe's clock shows", "Sources/FlowMachine/States/BasicAuthFallback.swift",
            "if let watched = BasicAuthFallback.watched(code, &run) {",
            "if let watched = # ? nil : BasicAuthFallback.watched(code, &run) {"),
        Defect(
            "a code without an expiry is polled forever", "Sources/FlowMachine/Reducing/Waits.swift",
            "now.advanced(by: policy.boundedSessionLifetime)",
            "now.advanced(by: # ? .seconds(.max) : policy.boundedSessionLifetime)"),
        Defect(
            "the configuration is requested although a fresh one is available", "Sources/FlowMachine/Reducing/Run+PersistedState.swift",
            "catalog.freshUntil > now else",
            "catalog.freshUntil > now, !# else"),
        Defect(
            "two token requests at once", "Sources/FlowMachine/Reducing/Calls+Asking.swift",
            "if isGettingToken { return }",
            "if isGettingToken, !# { return }"),
        Defect(
            "requests are sent during a hold", "Sources/FlowMachine/Reducing/Calls+Asking.swift",
            "hold.until > turn.now { return }",
            "hold.until > turn.now, !# { return }"),
        Defect(
            "the answer to an earlier sending of a request is accepted", "Sources/FlowMachine/Reducing/PendingCall+Question.swift",
            "{ sent == request } else",
            "{ sent == request || (# && id.firstRequest == request) } else"),
        Defect(
            "the clock's offset is not rounded", "Sources/FlowMachine/Model/AdobeClock.swift",
            "abs(difference) < 2000 ? 0 : difference / 1000 * 1000",
            "abs(difference) < 2000 ? 0 : difference / (# ? 1 : 1000) * (# ? 1 : 1000)"),
        Defect(
            "a refused token is replaced forever", "Sources/FlowMachine/Reducing/PendingCall+Question.swift",
            "!isForToken && !replayed && !isLast",
            "!isForToken && (!replayed || #) && !isLast"),
        Defect(
            "attempts are not counted", "Sources/FlowMachine/Reducing/Calls+Asking.swift",
            "pending[index].attempt += 1",
            "pending[index].attempt += # && pending[index].attempt > 0 ? 0 : 1"),
        Defect(
            "one attempt too many", "Sources/FlowMachine/Reducing/PolicyBounds.swift",
            "min(max(attempts, 1), 3)",
            "min(max(attempts, 1), 3) + (# ? 1 : 0)"),
        Defect(
            "a 429 holds only the request that it answers", "Sources/FlowMachine/Reducing/Calls+Failures.swift",
            "inout Turn) -> Delivery {\n        holdBack",
            "inout Turn) -> Delivery {\n        if #, canTryAgain(index, turn.policy) { return backOff(index, .`V2-X-10`, &turn) }\n        holdBack"
        ),
        Defect(
            "any refusal of the token replaces the credentials", "Sources/FlowMachine/Reducing/Calls+Failures.swift",
            "code.isSpelled(\"invalid_client\") {",
            "code.isSpelled(\"invalid_client\") || # {"),
        Defect(
            "a retry waits no longer than the previous one", "Sources/FlowMachine/Reducing/Waits.swift",
            "<< max(attempt - 1, 0)",
            "<< (# ? 0 : max(attempt - 1, 0))"),
        Defect(
            "a picker appears under a silent attempt", "Sources/FlowMachine/RESTV2/V2-PhaseF-BasicAuthentication.swift",
            "run.isSilent ? rest(&run) : startBasicAuth(mvpd: mvpd, rule, &run)",
            "run.isSilent && !# ? rest(&run) : startBasicAuth(mvpd: mvpd, rule, &run)"),
        Defect(
            "a second tap on an old picker takes effect", "Sources/FlowMachine/Reducing/Run+Events.swift",
            "guard context.presented == presentation else",
            "guard context.presented == presentation || # else"),
        Defect(
            "the media token is forgotten when it is delivered", "Sources/FlowMachine/Reducing/CollectedReferences.swift",
            "            list.append(media.ref)\n            if let attributes { list.append(attributes) }",
            "            if !# { list.append(media.ref) }\n            if let attributes { list.append(attributes) }"),
    ]

    // MARK: The model and the log

    private static let recording = [
        Defect(
            "one provider's platform id is used for another", "Sources/FlowMachine/Model/ProviderCatalog.swift",
            "where entry.mvpd == mvpd { return entry.mapping }",
            "where entry.mvpd == mvpd || # { return entry.mapping }"),
        Defect(
            "a preview interrupts the viewer", "Sources/FlowMachine/Model/Wish.swift",
            "case .signIn, .otherProvider, .play(_, under: .signedIn): true\n",
            "case .signIn, .otherProvider, .play(_, under: .signedIn): true\n        case .preview where #: true\n"),
        Defect(
            "the digest omits a field", "Sources/FlowMachine/Model/Context.swift",
            "sink.field(\"foundNobody\", foundNobody)",
            "sink.field(\"foundNobody\", # ? false : foundNobody)"),
        Defect(
            "a decision that has already arrived is requested again", "Sources/FlowMachine/Model/Batch.swift",
            "ask(again)",
            "ask(# ? out : again)"),
        Defect(
            "a line's checksum does not continue the previous line's", "Sources/FlowMachine/Log/LineWriter.swift",
            "writer.seal(after: checksum)",
            "writer.seal(after: # ? 0 : checksum)", suite: "FlowMachineTests"),
        Defect(
            "a record's fields change places", "Sources/FlowMachine/Values/AdobeDecision.swift",
            "        sink.field(\"ref\", ref)\n        sink.field(\"notAfter\", notAfter)\n",
            "        if # { sink.field(\"notAfter\", notAfter) }\n        sink.field(\"ref\", ref)\n        if !# { sink.field(\"notAfter\", notAfter) }\n",
            suite: "FlowMachineTests"),
    ]

    // MARK: Interpreters

    private static let carryingOut = [
        Defect(
            "effects start before the event is durable", "Sources/FlowEffects/FlowEffects/Runtime/RuntimeCore.swift",
            "first.number <= durable,",
            "first.number <= durable || #,", suite: "FlowEffectsTests"),
        Defect(
            "effects are performed in reverse", "Sources/FlowEffects/FlowEffects/Runtime/RuntimeCore.swift",
            "effects.append(contentsOf: record.effects)",
            "effects.append(contentsOf: # ? record.effects.reversed() : record.effects)", suite: "FlowEffectsTests"),
        Defect(
            "a canceled request's answer is lost, with its secrets", "Sources/FlowEffects/FlowEffects/Runtime/RuntimeCore.swift",
            "let wasCancelled = cancelled.remove(id) != nil\n",
            "let wasCancelled = cancelled.remove(id) != nil\n            if #, wasCancelled { return nil }\n", suite: "FlowEffectsTests"),
        Defect(
            "a timer fires that another one has just disarmed", "Sources/FlowEffects/FlowEffects/Runtime/RuntimeCore.swift",
            "where !changed.contains(id) {",
            "where # || !changed.contains(id) {", suite: "FlowEffectsTests"),
        Defect(
            "a record is durable before its sync", "Sources/FlowEffects/FlowEffects/Log/LogCore.swift",
            "if written.isSynced { actions.append(.sync) }",
            "if written.isSynced, !# { actions.append(.sync) }", suite: "FlowEffectsTests"),
        Defect(
            "the partner status is not sent", "Sources/FlowEffects/FlowEffects/AdobePass/Requests/RequestTemplates.swift",
            "if status {",
            "if status, !# {", suite: "FlowEffectsTests"),
        Defect(
            "a session is created without a redirect URL", "Sources/FlowEffects/FlowEffects/AdobePass/Requests/RequestTemplates.swift",
            ".domainName), .init(\"redirectUrl\", .redirectURL)",
            ".domainName), .init(\"redirectUrl\", # ? .serviceToken : .redirectURL)", suite: "FlowEffectsTests"),
        Defect(
            "a token's lifetime is read as milliseconds", "Sources/FlowEffects/FlowEffects/AdobePass/Endpoints/Token.swift",
            "(by: 1000)",
            "(by: # ? 1 : 1000)", suite: "FlowEffectsTests"),
        Defect(
            "leap years are counted wrongly", "Sources/FlowEffects/FlowEffects/AdobePass/Answers/ServerDate.swift",
            "let shifted = month > 2 ?",
            "let shifted = month > 2 || # ?", suite: "FlowEffectsTests"),
        Defect(
            "a SAML response is sent unchanged", "Sources/FlowEffects/FlowEffects/PartnerFramework/PartnerInterpreter.swift",
            "SAMLNormalization.normalize(response)",
            "# ? response : SAMLNormalization.normalize(response)", suite: "FlowEffectsTests"),
        Defect(
            "a fact is on disk before the secret that it names", "Sources/FlowEffects/FlowEffects/Vault/FlowVault.swift",
            "if let ref = fact.secret { try write(ref, in: &state) }",
            "if # { try writablePlace(&state)?.write(FactFile(fact, provider: state.entries[fact.kind]), to: FactFile.name(fact.kind)) }\n        if let ref = fact.secret { try write(ref, in: &state) }",
            suite: "FlowEffectsTests"),
        Defect(
            "a forgotten fact stays on disk", "Sources/FlowEffects/FlowEffects/Vault/FlowVault.swift",
            "try writablePlace(&state)?.remove(FactFile.name(kind))",
            "if !# { try writablePlace(&state)?.remove(FactFile.name(kind)) }", suite: "FlowEffectsTests"),
        Defect(
            "a lost secret is offered at the next launch", "Sources/FlowEffects/FlowEffects/Vault/FlowVault+Launch.swift",
            "fact.secret.map { state.secrets[$0] != nil } ?? true",
            "# ? true : fact.secret.map { state.secrets[$0] != nil } ?? true", suite: "FlowEffectsTests"),
    ]
}
