import FlowMachine

extension FlowCause.Finding {
    /// Returns the cause in one or two sentences, and the advice.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .unanswered(let finding): finding.words(words)
        case .canceled(let finding): finding.words(words)
        case .refused(let finding): finding.words(words)
        case .late(let finding): finding.words(words)
        case .launch(let finding): finding.words(words)
        case .compared(let finding): finding.words(words)
        case .log(let finding): finding.words(words)
        }
    }

    /// The expired sign-in; `nil` if the finding is not about an expired sign-in.
    var expiredProfile: Profile? {
        switch self {
        case .launch(.keptSignInExpired(let profile, _)), .launch(.signInExpired(let profile)): profile
        case _: nil
        }
    }

    /// Returns the time of day at which the sign-in expired; `nil` if the finding is not about an expired sign-in.
    func expiry(by clock: DisplayedClock) -> TimeOfDay? { expiredProfile.map { TimeOfDay($0.notAfter, clock) } }
}
