import FlowMachine

/// The last act of the viewer, and the viewer's last choice on a screen, as evidence. All open requests share them.
package struct ViewerActs: Sendable {
    package private(set) var last: Witness?
    package private(set) var lastChoice: (choice: Choice, witness: Witness)?

    package init() {}

    /// Records an event.
    package mutating func note(_ note: RequestTrail.Note) {
        switch note.origin {
        case .user:
            last = note.witness
            if let choice = note.choice { lastChoice = (choice, note.witness) }
        // The partner framework's own screens produce no user events, so its error shows that the viewer acted.
        case .reply: if note.isPartnersError { last = note.witness }
        case .codeExpiry, .otherTimer, .app: break
        }
    }

    /// Returns the acts after the event with the number `event`; all acts if `event` is `nil`.
    package func after(_ event: Int64?) -> ViewerActs {
        guard let event else { return self }
        var acts = ViewerActs()
        if let last, last.number > event { acts.last = last }
        if let lastChoice, lastChoice.witness.number > event { acts.lastChoice = lastChoice }
        return acts
    }
}

extension UserEvent {
    /// Whether the event is a request.
    package var opens: Bool { if case .cancel = self { false } else { wish != nil } }
}

extension Wish {
    /// The event that made the wish.
    var opening: UserEvent {
        switch kind {
        case .signIn: .signIn(id)
        case .otherProvider: .otherProvider(id)
        case .play(let resource, let access): .play(id, resource: resource, under: access)
        case .preview(let resources): .preview(id, resources: resources)
        case .userMetadata: .userMetadata(id)
        case .signOut: .signOut(id)
        }
    }
}
