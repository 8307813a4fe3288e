import FlowMachine

/// The events that could have arrived instead of a recorded event.
struct PossibleEvents {
    private let surroundings: Surroundings
    private let words: Wording

    init(_ surroundings: Surroundings, _ words: Wording) {
        self.surroundings = surroundings
        self.words = words
    }

    /// Returns the events that could have arrived instead of `origin`.
    ///
    /// - Parameters:
    ///   - question: The question that `origin` answers, if it is a reply.
    ///   - shown: The presentation to which `origin` belongs, if it is a choice.
    func instead(of origin: FlowEvent.Origin, asked question: Question?, shown: Presentation?) -> [Possible<FlowEvent.Origin>] {
        switch origin {
        case .reply(let request, let reply):
            guard let question else { return [] }
            return replies(to: question).tried(by: .explained).filter { $0.result != reply.result }.map {
                Possible($0.label, .reply(request, Reply($0.result, serverTime: reply.serverTime)))
            }
        case .user(.chose(let presentation, let choice)):
            guard let shown else { return [] }
            return choices(shown).filter { $0 != choice }.map { choice in
                Possible(words.user(.chose(presentation, choice)).main, .user(.chose(presentation, choice)))
            }
        case .app(.launched(let kept)):
            return launches(kept).filter { $0.value != kept }.map { Possible($0.label, .app(.launched($0.value))) }
        case .user, .app, .timer: return []
        }
    }

    private func replies(to question: Question) -> [PossibleReply] {
        switch question {
        case .timer: []
        case .partner(let request): surroundings.replies.answers(to: request)
        case .call(let call): surroundings.replies.answers(to: call.endpoint) + surroundings.replies.failures(of: call.endpoint)
        }
    }

    /// Returns the choices that the viewer has on a screen.
    package func choices(_ presentation: Presentation) -> [Choice] {
        let provider = surroundings.configuration.providers.first { !$0.isTemporary }
        return presentation.choices(among: provider.map { [$0.mvpd] } ?? [], mostProfiles: 2)
    }

    /// Returns possible contents of the vault at launch. Their next numbers for requests, timers and secrets are those of `kept`.
    func launches(_ kept: PersistedState) -> [Possible<PersistedState>] {
        func vault(_ label: String, _ fill: (inout PersistedState) -> Void) -> Possible<PersistedState> {
            var other = PersistedState(first: kept.first)
            fill(&other)
            return Possible(label, other)
        }
        let client = kept.client ?? surroundings.ref(.client)
        let token = AccessToken(ref: surroundings.ref(.token), notAfter: surroundings.instant(21_600))
        let profile = Profile(mvpd: surroundings.mvpd, type: .regular, notAfter: surroundings.instant(86_400))
        return [
            vault("an empty vault") { _ in },
            vault("credentials kept, but no token") { $0.client = client },
            vault("credentials and a token kept") {
                $0.client = client
                $0.token = token
            },
            vault("credentials, a token and a profile kept") {
                $0.client = client
                $0.token = token
                $0.profile = profile
                $0.provider = RememberedProvider(mvpd: surroundings.mvpd, mapping: surroundings.mapping)
            },
            vault("an unexpired code kept") {
                $0.client = client
                $0.token = token
                $0.code = PersistedCode(code: surroundings.ref(.code), notAfter: surroundings.instant(1200), mvpd: surroundings.mvpd)
            },
            vault("signed out before") {
                $0.client = client
                $0.token = token
                $0.signedOut = SignedOutMark(account: surroundings.mapping)
            },
            vault("a pending sign-out kept") {
                $0.client = client
                $0.token = token
                $0.signedOut = SignedOutMark()
                $0.owedLogouts = [.mvpd(surroundings.mvpd)]
            },
        ]
    }
}
