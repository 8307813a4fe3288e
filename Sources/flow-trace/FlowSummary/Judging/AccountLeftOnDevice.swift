import FlowMachine

/// Finds a sign-out after which the account on the device stays signed in, because the viewer closed the request to sign out in Settings without
/// leaving the app. The next sign-in then uses that account without asking the viewer.
package struct AccountLeftOnDevice: Sendable {
    /// The event that showed the request to sign out in Settings.
    private var shown: (presentation: PresentationID, witness: Witness)?
    /// The event that showed the request and the event that closed it; empty unless the viewer closed it.
    package private(set) var witnesses: [Witness] = []

    package init() {}

    /// Processes the next event.
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
