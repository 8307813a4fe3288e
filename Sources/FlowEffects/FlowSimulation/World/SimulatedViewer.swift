import FlowMachine

/// A simulated viewer, who has habits. Each habit is for one kind of presentation.
///
/// ```swift
/// let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .cancels(.code).once, .usesCode()])
/// ```
public struct SimulatedViewer: Sendable, Equatable {
    /// One action after a delay.
    public struct TimedAction: Sendable, Equatable {
        /// The delay between the appearance of the presentation and the action.
        public var after: Interval
        /// The viewer's action.
        public var action: Action

        /// Creates an action after a delay.
        public init(after: Interval, _ action: Action) {
            self.after = after
            self.action = action
        }
    }

    /// An action of a viewer. If an action names a provider that the simulated server does not have, the viewer traps, because that is a mistake in
    /// the test.
    public enum Action: Sendable, Equatable {
        /// The viewer makes this choice in the app.
        case choose(Choice)
        /// The viewer signs in with this provider, on a second screen with the code that the app shows, or in the user agent. `nil` means
        /// the provider of the session.
        case signIn(mvpd: String?)
        /// The viewer changes the account in the system's settings: signs out (`nil`), or signs in with another account.
        case setAccount(SimulatedPartnerFramework.Account?)
        /// The viewer leaves the app and returns after this time.
        case visitSettings(for: Interval)

        /// Returns the action of choosing this provider in the app's own picker.
        public static func choose(provider: String) -> Action { .choose(.provider(id(provider))) }

        /// Returns the action of choosing the profile with this provider.
        public static func choose(profile: String) -> Action { .choose(.profile(id(profile))) }

        private static func id(_ text: String) -> MVPDID {
            guard let id = MVPDID(text) else { preconditionFailure("\"\(text)\" is no provider's id") }
            return id
        }

        /// Traps if the action names a provider that the simulated server does not have. Otherwise a typing error in a test would look like
        /// a viewer who does nothing.
        func requireProvider(of adobe: SimulatedAdobe) {
            let provider: String?
            switch self {
            case .choose(.provider(let mvpd)), .choose(.profile(let mvpd)): provider = mvpd.text
            case .signIn(let mvpd): provider = mvpd
            case .choose, .setAccount, .visitSettings: provider = nil
            }
            if let provider { adobe.requireProvider(provider) }
        }
    }

    /// A habit: the viewer's actions when the app shows a kind of presentation.
    public struct Habit: Sendable, Equatable {
        /// The kind of presentation.
        public var kind: Presentation.Kind
        /// The viewer's actions, in order of time.
        public var actions: [TimedAction]
        /// The number of times that the habit applies; `nil` for every time.
        public var times: Int?

        /// Creates a habit for a kind of presentation. Each parameter sets the property of the same name.
        public init(on kind: Presentation.Kind, times: Int? = nil, _ actions: [TimedAction]) {
            self.kind = kind
            self.times = times
            self.actions = actions
        }
    }

    /// The habits. For each presentation, the viewer follows the first habit for its kind whose `times` are not used up. Without a habit, the viewer
    /// does nothing, and `use(_:adobe:partner:unexpected:)` reports the screen.
    public var habits: [Habit]

    /// Creates a viewer with these habits.
    public init(habits: [Habit] = []) { self.habits = habits }

    /// Returns the viewer's actions when the app shows `presentation`.
    mutating func actions(on presentation: Presentation) -> [TimedAction] { actions(on: presentation.kind) ?? [] }

    /// Returns the viewer's actions when the app shows a presentation of this kind; `nil` if there is no habit for it.
    mutating func actions(on kind: Presentation.Kind) -> [TimedAction]? {
        guard let index = habits.firstIndex(where: { $0.kind == kind && $0.times != 0 }) else { return nil }
        if let times = habits[index].times { habits[index].times = times - 1 }
        return habits[index].actions
    }
}
