import FlowMachine

/// The facts that the machine knows before an event, and on which its decisions depend.
struct Facts {
    /// A value of the model that expires.
    struct Term: Equatable {
        let name: String
        let end: Instant
    }

    /// One known fact: its name and its value in words.
    struct Fact: Equatable {
        let name: String
        let text: String
    }

    /// The known facts, the most informative first.
    private(set) var known: [Fact] = []
    /// The values that expire, with their times of expiry by the device's clock.
    private(set) var terms: [Term] = []

    private let scene: Scene
    private let before: FlowModel
    private let words: Wording
    private let now: Instant
    private let clock: AdobeClock
    private let hasWrongClock: Bool

    /// Collects the facts of `before`, the model before the event of `scene`.
    init(_ scene: Scene, _ before: FlowModel) {
        self.scene = scene
        self.before = before
        words = scene.words
        now = scene.record.event.time
        clock = before.calls.adobeClock
        hasWrongClock = scene.hasWrongClock
        let context = before.context
        addQuestion()
        addClock()
        addAccess()
        addPartnerStatus(context.partnerStatus)
        addProvider(context.provider)
        addCatalog(context.catalog)
        addWishes(context)
        addSignOut(context)
        addCalls(before.calls)
    }

    private mutating func add(_ name: String, _ text: String) { known.append(Fact(name: name, text: text)) }

    private mutating func add(_ term: String, until end: Instant) { terms.append(Term(name: term, end: end)) }

    /// Adds a value that expires at `end` by Adobe's or Apple's clock. The time is converted to the device's clock.
    private mutating func add(_ term: String, untilAdobes end: Instant) { add(term, until: clock.local(end) ?? end) }

    /// Returns the expiry in words, like `until`, for a time by Adobe's or Apple's clock.
    private func untilAdobes(_ end: Instant) -> String { until(end, at: clock.best(now)) }

    /// Returns the expiry in words: the date and the remaining time, or only the date if the value has expired.
    private func until(_ end: Instant) -> String { until(end, at: now) }

    private func until(_ end: Instant, at now: Instant) -> String {
        let length = end.milliseconds - now.milliseconds
        return length <= 0
            ? "expired \(TimeWords.second(end, words.clock))"
            : "until \(TimeWords.second(end, words.clock)), another \(TimeWords.term(length))\(remark(length))"
    }

    /// The remark about a value that would be valid for longer than Adobe grants anything, if the kept token shows that the device's clock is wrong.
    private func remark(_ length: Int64) -> String {
        guard hasWrongClock, length > CallConditions.longestToken else { return "" }
        return " by the device's clock, which is wrong"
    }

    private mutating func addQuestion() {
        guard case .reply(let request, _) = scene.record.event.origin else { return }
        guard let question = scene.question, let since = scene.outstanding.since(scene.record.event) else {
            return add("asked", "no request has the number \(request.number)")
        }
        let wait = TimeWords.length(now.milliseconds - since.milliseconds)
        add("asked", "\(words.asked(question)), \(wait) before")
    }

    /// Adds the difference between the clocks if it is large. A value can then be expired by one clock and valid by the other.
    private mutating func addClock() {
        guard let ahead = clock.offset?.milliseconds, DeviceClock.isWrong(ahead) else { return }
        add("Adobe's clock", "\(TimeWords.term(abs(ahead))) \(ahead < 0 ? "behind" : "ahead of") the device's")
    }

    private mutating func addAccess() {
        switch before.state.access {
        case nil: return
        case .profile(let profile):
            add("access", "profile of \(profile.mvpd.text), \(profile.type.word), \(untilAdobes(profile.notAfter))")
            add("the profile", untilAdobes: profile.notAfter)
        case .serverAuthorization(let authorization):
            let end = authorization.notAfter.map(untilAdobes) ?? ""
            add("access", words.joined(["Adobe's authorization, \(authorization.reason.rawValue)", authorization.mvpd?.text ?? "", end]))
            if let notAfter = authorization.notAfter { add("the access", untilAdobes: notAfter) }
        }
    }

    private mutating func addPartnerStatus(_ status: PartnerStatus?) {
        guard scene.header.settings.partner == .apple else { return add("partner", "this device has no partner framework") }
        guard let status, let provider = status.mapping?.text else { return add("partner status", "none is valid") }
        guard let expiry = status.expiry else { return add("partner status", "granted, \(provider), no expiry") }
        add("partner status", "granted, \(provider), \(untilAdobes(expiry))")
        add("the partner status", untilAdobes: expiry)
    }

    private mutating func addProvider(_ provider: RememberedProvider?) {
        guard let provider else { return add("provider", "none remembered") }
        let mapping = provider.mapping.map { ", known to the partner framework as \($0.text)" } ?? ""
        add("provider", "\(provider.mvpd.text) remembered\(mapping)")
    }

    private mutating func addCatalog(_ catalog: ProviderCatalog?) {
        guard let catalog else { return }
        let count = words.count(catalog.configuration.providers.count, "provider")
        let age =
            catalog.freshUntil > now
            ? "fresh \(until(catalog.freshUntil))" : "stale since \(TimeWords.second(catalog.freshUntil, words.clock))"
        add("provider list", "\(count), \(age)")
        add("the configuration", until: catalog.freshUntil)
    }

    private mutating func addWishes(_ context: Context) {
        if context.wishes.isEmpty {
            return add("wishes", context.resumesAttempt ? "none open; a sign-in of an earlier launch continues" : "none open")
        }
        let texts = context.wishes.map { wish -> String in
            guard let opening = scene.opening(of: wish.id), case .user(let user) = opening.event.origin else {
                return "wish \(wish.id.number)"
            }
            return "\(words.user(user, numbered: true).sentence) (event \(opening.number))"
        }
        add("wishes", texts.joined(separator: "; "))
    }

    private mutating func addSignOut(_ context: Context) {
        if let mark = context.signedOut {
            let account = mark.account.map { "the account on the device was \($0.text)" } ?? "there was no account on the device"
            add("signed out", "by the viewer; the flow stays idle until the viewer asks; \(account)")
        }
        let owed = context.owedLogouts.map { words.owed($0) }
        if !owed.isEmpty { add("pending sign-out", owed.joined(separator: ", ")) }
    }

    private mutating func addCalls(_ calls: Calls) {
        var others = calls.pending
        if case .reply(let request, _) = scene.record.event.origin {
            others.removeAll { $0.isSent(as: request) }
        }
        let texts = others.map { call in
            let what = name(of: call.question)
            if case .sent = call.stage { return what }
            return "\(what) (\(call.stage.tag.rawValue))"
        }
        if !texts.isEmpty { add("also waiting", texts.joined(separator: ", ")) }
        if let token = calls.token {
            add("token", untilAdobes(token.notAfter))
            add("the token", untilAdobes: token.notAfter)
        } else {
            add("token", calls.client == nil ? "none, and no credentials" : "none")
        }
        if let hold = calls.hold {
            add("held", "nothing is sent before \(TimeWords.clock(hold.until, words.clock))")
            add("the hold", until: hold.until)
        }
    }

    private func name(of question: PendingCall.Question) -> String {
        switch question {
        case .adobe(let endpoint), .poll(let endpoint): EndpointKind(endpoint).name
        case .partner(let request): request.kind.rawValue
        }
    }
}
