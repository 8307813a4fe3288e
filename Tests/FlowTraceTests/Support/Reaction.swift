import FlowMachine

/// The flow's reaction to an answer, by its effects alone.
struct Reaction {
    private(set) var asksForToken = false
    /// The same call is sent again immediately.
    private(set) var repeatsAtOnce = false
    /// The same call is sent again later; a poll waits for its next turn.
    private(set) var triesAgain = false
    private(set) var polls = false
    private(set) var showsProblem = false
    private var offersOtherProvider = false
    /// Another request goes to Adobe or the partner framework, or the viewer is asked.
    private(set) var asksElse = false
    private(set) var answers: [WishAnswer] = []
    private let state: String

    init(_ record: LogRecord, _ asked: Endpoint?) {
        state = record.state
        for effect in record.effects {
            switch effect {
            case .call(_, let call):
                if call.endpoint.kind == .token || call.endpoint.kind == .register { asksForToken = true }
                if call.endpoint == asked { repeatsAtOnce = true } else { asksElse = true }
            case .partner: asksElse = true
            case .present(_, .problem(let problem)):
                showsProblem = true
                offersOtherProvider = problem.options.contains(.otherProvider)
            case .present(_, let shown): if shown != .nothing { asksElse = true }
            case .arm(_, .retry, _): triesAgain = true
            case .arm(_, .poll, _): polls = true
            case .answer(_, let answer): answers.append(answer)
            case .cancel, .arm, .disarm, .keep, .forget: continue
            }
        }
    }

    var words: String {
        "\(state): token \(asksForToken), again \(triesAgain), at once \(repeatsAtOnce), poll \(polls), problem \(showsProblem), "
            + "else \(asksElse), answers \(answers.map(\.kind))"
    }

    /// The error in this reaction, given the action that Adobe's error names.
    func complaint(about error: AdobeError, at place: String) -> String? {
        let isRegistration = place == "register" || place == "token"
        let isPoll = place == "profileForCode" || place == "legacy authenticationToken"
        let isSomething = asksForToken || triesAgain || polls || showsProblem || asksElse || !answers.isEmpty
        if !isSomething, !["registered", "loggedOut", "unregistered"].contains(state) { return "nothing happens" }
        if repeatsAtOnce { return "the same is asked at once" }
        if isRegistration { return triesAgain ? "a refused registration is tried again" : nil }
        switch error.action {
        case .applicationRegistration: return asksForToken ? nil : "no new token is asked for"
        case .retry: return (isPoll ? polls : triesAgain) ? nil : "it is not tried again"
        case .authentication:
            if triesAgain || asksForToken { return "it is tried again" }
            // No viewer is signed in, as the error says, and the attempt is silent.
            if state == "registered" || state == "loggedOut" { return nil }
            // The sign-in is already in progress; the legacy API has no such error for a code that waits.
            if offersOtherProvider || (isPoll && polls) { return nil }
            let leavesToApp = answers.contains { answer in
                switch answer {
                case .refused(let refusal): refusal.options.contains(.otherProvider)
                // Legacy: the app gets the error with its action.
                case .previewed(let decisions): place.hasPrefix("legacy ") && decisions.contains { $0.verdict == .deny(error) }
                case .permitted, .denied, .signedIn, .signedOut, .userMetadata, .dropped: false
                }
            }
            return asksElse || leavesToApp ? nil : "no sign-in is offered"
        case .none, .configuration, .authorization:
            return triesAgain || (asksForToken && error.status != 401) ? "it is tried again" : nil
        }
    }
}
