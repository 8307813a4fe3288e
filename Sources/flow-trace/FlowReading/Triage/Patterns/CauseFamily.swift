import FlowMachine

extension FlowCause {
    /// Returns the kind under which variants of one fault are counted together; `nil` if the cause is not a variant of a fault.
    ///
    /// The acts of the viewer determine which variant a launch has. Each variant alone may be too rare to be correlated with a property.
    func family(of asked: UserEvent, _ settings: FlowSettings) -> Kind? {
        switch finding {
        case .canceled(.pageClosed), .canceled(.canceledByViewer(at: .userAgent, _, _)), .canceled(.canceledByApp(_, .at(.userAgent))):
            .redirectMissing
        case .refused(.nobodySignedIn), .refused(.keptSignInExpiredBefore), .refused(.signedOutBefore):
            if case .play = asked { .playNeverAsks } else { nil }
        case .canceled(.codeExpired(let code, _)) where !code.isGivenUp: settings.hasUserAgent ? .redirectMissing : .codeUnused
        case .canceled(.canceledByViewer(at: .code, _, _)), .canceled(.canceledByViewer(at: .codeExpired, _, _)): .codeUnused
        case .unanswered(.endedInBackground(let shown?)), .unanswered(.unansweredAtScreen(_, let shown)),
            .unanswered(.endedAtScreen(let shown, _)):
            switch Screen(shown.presentation) {
            case .userAgent: .redirectMissing
            case .code, .codeExpired: .codeUnused
            case .own, .providerPicker, .providerConfirmation, .profilePicker, .signOutPage, .signOutInSettings, .problem: nil
            }
        case _: nil
        }
    }
}

extension FlowCause.Kind {
    /// Whether the kind stands for a family of variants. A single launch has a variant as its kind; only counts over launches have families.
    var isFamily: Bool { self == .redirectMissing || self == .codeUnused || self == .playNeverAsks }

    /// Whether the variants are omitted even if one of them correlates better than the family. A play that never asks for a sign-in is the app's
    /// choice; why no viewer was signed in is a separate question.
    var hidesVariants: Bool { self == .playNeverAsks }
}
