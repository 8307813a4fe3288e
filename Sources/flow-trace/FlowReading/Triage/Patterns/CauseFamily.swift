import FlowMachine

extension FlowCause {
    /// The kind under which variants of one fault are counted together; `nil` if the cause is no variant. Which variant a launch has depends
    /// on what its viewer did, so that no variant alone may be frequent enough to show what it comes with.
    func family(_ settings: FlowSettings) -> Kind? {
        switch finding {
        case .canceled(.pageClosed), .canceled(.canceledByViewer(at: .userAgent, _)), .canceled(.canceledByApp(_, .at(.userAgent))):
            .redirectMissing
        case .canceled(.codeExpired(let code, _)) where !code.isGivenUp: settings.hasUserAgent ? .redirectMissing : nil
        case .unanswered(.endedInBackground(let shown?)), .unanswered(.unansweredAtScreen(_, let shown)),
            .unanswered(.endedAtScreen(let shown, _)):
            Screen(shown.presentation) == .userAgent ? .redirectMissing : nil
        case _: nil
        }
    }
}

extension FlowCause.Kind {
    /// Whether only several launches have it: the kind of a family.
    var isFamily: Bool { self == .redirectMissing }
}
