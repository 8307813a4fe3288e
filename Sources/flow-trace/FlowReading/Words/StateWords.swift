import FlowMachine

/// The phase of the cookbook to which a state belongs: its letter and its title.
package struct Phase: Equatable, Sendable {
    package let letter: String
    let title: String

    /// Creates the phase of the state that the log calls `name`. A state that this build does not know has no letter.
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

    /// The letter and the title, such as `C  Partner authentication`.
    var text: String { letter.isEmpty ? title : letter + "  " + title }
}
