import FlowMachine

/// Finds a sign-out after which the account on the device stays signed in: the viewer closed the request to sign out in Settings and did not
/// leave the app, so the next sign-in takes that account without asking.
package struct AccountLeftOnDevice: Sendable {
    /// The event that showed the request to sign out in Settings.
    private var shown: (presentation: PresentationID, witness: Witness)?
    /// Both events, if the viewer closed the request.
    package private(set) var witnesses: [Witness] = []

    package init() {}

    /// Notes the next event.
    package mutating func note(_ record: LogRecord, _ effects: EffectKinds) {
        switch record.event.origin {
        case .app(.launched), .app(.backgrounded): self = AccountLeftOnDevice()
        case .user(.chose(let presentation, _)):
            if let shown, shown.presentation == presentation { witnesses = [shown.witness, Witness(record, nil)] }
        case .reply(_, let reply):
            if case .partner(let answer) = reply.result, answer.status.mapping == nil { self = AccountLeftOnDevice() }
        case .app, .user, .timer: break
        }
        for case .present(let presentation, .signOutInSettings) in effects.contains(.present) ? record.effects : [] {
            shown = (presentation, Witness(record, nil))
        }
    }
}
