import FlowMachine

/// What the machine knew before an event, as far as decisions rest on it.
struct Facts {
    /// Something that ends.
    struct Term: Equatable {
        let name: String
        let end: Instant
    }

    /// One thing known, with its name.
    struct Fact: Equatable {
        let name: String
        let text: String
    }

    /// What was known, the most telling first.
    private(set) var known: [Fact] = []
    /// What had an end.
    private(set) var terms: [Term] = []

    private let scene: Scene
    private let words: Words
    private let now: Instant

    init(_ scene: Scene) {
        self.scene = scene
        words = Words(scene.header)
        now = scene.record.event.time
        let model = Tree(scene.before)
        addQuestion()
        addAccess()
        addPartnerStatus(model["known"]?["partnerStatus"])
        addProvider(model["known"]?["provider"])
        addCatalogue(model["known"]?["catalogue"])
        addWishes(model["known"])
        addSignOut(model["known"])
        addCalls(model["calls"])
    }

    private mutating func add(_ name: String, _ text: String) { known.append(Fact(name: name, text: text)) }

    private mutating func add(_ term: String, until end: Instant) { terms.append(Term(name: term, end: end)) }

    /// `until 2026-01-31`, or that it is over.
    private func until(_ end: Instant) -> String {
        let length = end.milliseconds - now.milliseconds
        return length <= 0 ? "ended \(TimeWords.utc(end))" : "until \(TimeWords.utc(end)), another \(TimeWords.term(length))"
    }

    private mutating func addQuestion() {
        guard case .reply(let request, _) = scene.record.event.origin else { return }
        guard let question = scene.question, let since = scene.outstanding.since(scene.record.event) else {
            return add("asked", "nothing under number \(request.number)")
        }
        let wait = TimeWords.length(now.milliseconds - since.milliseconds)
        add("asked", "\(words.asked(question)), \(wait) before")
    }

    private mutating func addAccess() {
        switch scene.before.state.access {
        case nil: return
        case .profile(let profile):
            add("access", "profile of \(profile.mvpd.text), \(profile.type.word), \(until(profile.notAfter))")
            add("the profile", until: profile.notAfter)
        case .serverAuthorization(let word):
            let end = word.notAfter.map(until) ?? ""
            add("access", words.joined(["Adobe's word, \(word.reason.rawValue)", word.mvpd?.text ?? "", end]))
            if let notAfter = word.notAfter { add("the access", until: notAfter) }
        }
    }

    private mutating func addPartnerStatus(_ status: Tree?) {
        guard scene.header.settings.partner == .apple else { return add("partner", "this device has no partner framework") }
        guard let status, let provider = status["provider"]?.word else { return add("partner status", "none that is valid") }
        guard let expiry = status["expiry"]?.moment else { return add("partner status", "granted, \(provider), its end not told") }
        add("partner status", "granted, \(provider), \(until(expiry))")
        add("the partner status", until: expiry)
    }

    private mutating func addProvider(_ provider: Tree?) {
        guard let mvpd = provider?["mvpd"]?.word else { return add("provider", "none remembered") }
        let mapping = provider?["mapping"]?.word
        add("provider", "\(mvpd) remembered" + (mapping.map { ", to the partner framework \($0)" } ?? ""))
    }

    private mutating func addCatalogue(_ catalogue: Tree?) {
        guard let end = catalogue?["freshUntil"]?.moment else { return }
        let count = catalogue?["configuration"]?["providers"]?.elements.count ?? 0
        add("configuration", "\(words.count(count, "provider")), \(end > now ? "fresh " : "")\(until(end))")
        add("the configuration", until: end)
    }

    private mutating func addWishes(_ known: Tree?) {
        let open = (known?["wishes"]?.elements ?? []).compactMap { $0["id"]?.integer }
        if open.isEmpty {
            let resumes = known?["resumesAttempt"] == .truth(true)
            return add("wishes", resumes ? "none open; a sign-in of an earlier launch goes on" : "none open")
        }
        let told = open.map { number -> String in
            guard let opening = scene.opening(of: WishID(number)), case .user(let user) = opening.event.origin else {
                return "wish \(number)"
            }
            return "\(words.user(user, numbered: true).sentence) (event \(opening.number))"
        }
        add("wishes", told.joined(separator: "; "))
    }

    private mutating func addSignOut(_ known: Tree?) {
        if let mark = known?["signedOut"] {
            let account = mark["provider"]?.word.map { "the account on the device was \($0)" } ?? "no account on the device"
            add("signed out", "nothing signs in by itself; \(account)")
        }
        let owed = (known?["owedLogouts"]?.elements ?? []).compactMap(\.word)
        if !owed.isEmpty { add("sign-out owed", owed.map { words.owed(by: $0) }.joined(separator: ", ")) }
    }

    private mutating func addCalls(_ calls: Tree?) {
        var others = (calls?["asked"]?.elements ?? [])
        if case .reply(let request, _) = scene.record.event.origin {
            others.removeAll { $0["stage"]?["request"]?.integer == request.number }
        }
        let told = others.map { asked in
            let question = asked["question"]
            let what = question?["endpoint"]?["kind"]?.word ?? question?["partner"]?["kind"]?.word ?? question?["kind"]?.word ?? "request"
            let stage = asked["stage"]?["kind"]?.word ?? ""
            return stage == "sent" ? what : "\(what) (\(stage))"
        }
        if !told.isEmpty { add("also waiting", told.joined(separator: ", ")) }
        if let token = calls?["token"], let end = token["notAfter"]?.moment {
            add("token", until(end))
            add("the token", until: end)
        } else {
            add("token", calls?["client"] == nil ? "none, and no credentials" : "none")
        }
        if let hold = calls?["hold"]?["until"]?.moment {
            add("held", "nothing is sent before \(TimeWords.clock(hold))")
            add("the hold", until: hold)
        }
    }
}

extension Tree {
    /// The named part.
    subscript(_ name: String) -> Tree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The elements of a list.
    var elements: [Tree] {
        if case .list(let list) = self { list } else { [] }
    }

    /// The text of a leaf.
    var word: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number of a leaf.
    var integer: Int64? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The instant of a leaf.
    var moment: Instant? {
        if case .instant(let instant) = self { instant } else { nil }
    }
}
