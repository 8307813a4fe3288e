import FlowMachine

/// A state as the cookbook's phase: its letter and what it is called there.
package struct Phase: Equatable, Sendable {
    package let letter: String
    let title: String

    /// The phase of the state that the log calls `name`; one that this build does not know has no letter.
    package init(state name: String) {
        switch FlowStateName(rawValue: name) {
        case .unregistered: self.init("A", "Registration")
        case .registered: self.init("", "At rest")
        case .checking: self.init("B", "Check authentication")
        case .partnerAuth: self.init("C", "Partner authentication")
        case .basicAuthFallback: self.init("F", "Basic authentication")
        case .deciding: self.init("D", "Decisions")
        case .loggedOut: self.init("E", "Logout")
        case nil: self.init("", "Unknown state")
        }
    }

    private init(_ letter: String, _ title: String) {
        self.letter = letter
        self.title = title
    }

    /// `C  Partner authentication`.
    var text: String { letter.isEmpty ? title : letter + "  " + title }
}
