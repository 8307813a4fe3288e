import FlowMachine

/// An event that shows a cause, as the log describes it.
public struct Evidence: Sendable, Equatable {
    /// The number of the event.
    public let event: Int64
    /// The time of the event, by the device's clock; `nil` for an event that is not in the log.
    public let time: Instant?
    /// The event in words.
    public let text: String

    package init(event: Int64, time: Instant?, text: String) {
        self.event = event
        self.time = time
        self.text = text
    }
}

extension Witness {
    func evidence(_ words: Wording) -> Evidence { Evidence(event: number, time: time, text: text(words)) }

    private func text(_ words: Wording) -> String {
        switch testimony {
        case .event(let event, let question, let shown): words.sentence(event, asked: question, shown: shown)
        case .request(let asked): words.user(asked).sentence
        case .secretLost(let ref): "\(ref.name) was lost"
        case .vaultFailed: "the vault could not save a value"
        case .signedOut: "signed out"
        case .signedOutAtLaunch: "the vault recorded that the viewer had signed out before this launch"
        case .signedOutBefore: "a viewer had signed out before this event"
        case .expired(let profile): "launched; \(profile.expiredWords(words.clock))"
        case .expiredAtLaunch(let profile): "launched with a profile that had expired at \(TimeOfDay(profile.notAfter, words.clock).words)"
        }
    }

    /// Returns the event in words: as the act of the viewer if the event is an act, and otherwise as a sentence.
    func act(_ words: Wording) -> String {
        if case .event(let event, _, _) = testimony, case .user(let user) = event.origin { words.user(user).main } else { text(words) }
    }
}
