import FlowMachine

/// The habits of a viewer, each for one kind of presentation.
///
/// ```swift
/// let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .cancels(.code).once, .usesCode()])
/// ```
public struct SimulatedViewer: Sendable, Equatable {
    /// One action after a delay.
    public struct TimedAction: Sendable, Equatable {
        /// How long after the presentation appeared.
        public var after: Interval
        /// The act of the viewer.
        public var action: Action

        /// Creates an action after a delay.
        public init(after: Interval, _ action: Action) {
            self.after = after
            self.action = action
        }
    }

    /// An act of a viewer. A provider that the simulated server does not have is a mistake of the test, and traps.
    public enum Action: Sendable, Equatable {
        /// Makes that choice in the app.
        case choose(Choice)
        /// Signs in with this provider, or the session's own: on a second screen with the code that is shown, or in the user agent that is
        /// shown.
        case signIn(mvpd: String?)
        /// Signs out, or signs in with another account, in the system's settings.
        case setAccount(SimulatedPartnerFramework.Account?)
        /// Leaves the app and comes back.
        case visitSettings(for: Interval)

        /// Chooses that provider in the app's own picker.
        public static func choose(provider: String) -> Action { .choose(.provider(id(provider))) }

        /// Chooses the profile of that provider.
        public static func choose(profile: String) -> Action { .choose(.profile(id(profile))) }

        private static func id(_ text: String) -> MVPDID {
            guard let id = MVPDID(text) else { preconditionFailure("\"\(text)\" is no provider's id") }
            return id
        }

        /// Traps if the viewer means a provider that the simulated server does not have: a typing error in a test would otherwise look like
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

    /// A habit: the acts of the viewer when a presentation is shown.
    public struct Habit: Sendable, Equatable {
        /// The kind of presentation.
        public var kind: Presentation.Kind
        /// The acts of the viewer, in order of time.
        public var actions: [TimedAction]
        /// How many times; `nil`: always.
        public var times: Int?

        /// Creates a habit for a kind of presentation. Each parameter is the property of that name.
        public init(on kind: Presentation.Kind, times: Int? = nil, _ actions: [TimedAction]) {
            self.kind = kind
            self.times = times
            self.actions = actions
        }
    }

    /// The habits; the first one that matches and is not used up applies. If none matches, the viewer does
    /// nothing, and `use(_:adobe:partner:unexpected:)` reports the screen.
    public var habits: [Habit]

    /// Creates a viewer with these habits.
    public init(habits: [Habit] = []) { self.habits = habits }

    /// Returns the acts of the viewer when `presentation` is shown.
    mutating func actions(on presentation: Presentation) -> [TimedAction] { actions(on: presentation.kind) ?? [] }

    /// Returns the acts of the viewer when a presentation of that kind is shown; `nil` if there is no habit for it.
    mutating func actions(on kind: Presentation.Kind) -> [TimedAction]? {
        guard let index = habits.firstIndex(where: { $0.kind == kind && $0.times != 0 }) else { return nil }
        if let times = habits[index].times { habits[index].times = times - 1 }
        return habits[index].actions
    }
}
