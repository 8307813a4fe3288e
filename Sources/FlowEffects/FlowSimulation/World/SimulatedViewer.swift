import FlowMachine

/// What the person does with what the app shows: habits, each for one kind of presentation.
public struct SimulatedViewer: Sendable, Equatable {
    /// One thing done after a while.
    public struct Deed: Sendable, Equatable {
        /// How long after the presentation appeared.
        public var after: Interval
        /// What is done.
        public var act: Act

        /// One thing done after a while.
        public init(after: Interval, _ act: Act) {
            self.after = after
            self.act = act
        }
    }

    /// What a person can do.
    public enum Act: Sendable, Equatable {
        /// Chooses that in the app.
        case choose(Choice)
        /// Signs in with this provider, or the session's own: on a second screen with the code that is shown, or in the
        /// user agent that is shown.
        case signIn(mvpd: String?)
        /// Signs out, or signs in as somebody else, in the system's settings.
        case setAccount(SimulatedPartnerFramework.Account?)
        /// Leaves the app and comes back.
        case visitSettings(for: Interval)

        /// Chooses that provider in the app's own picker.
        public static func choose(provider: String) -> Act { .choose(MVPDID(provider).map { .provider($0) } ?? .cancel) }

        /// Chooses the profile of that provider.
        public static func choose(profile: String) -> Act { .choose(MVPDID(profile).map { .profile($0) } ?? .cancel) }
    }

    /// What is done when something is shown.
    public struct Habit: Sendable, Equatable {
        /// What must be shown.
        public var kind: Presentation.Kind
        /// What is done then, by time.
        public var deeds: [Deed]
        /// How often; `nil`: always.
        public var times: Int?

        /// What is done when something is shown.
        public init(on kind: Presentation.Kind, times: Int? = nil, _ deeds: [Deed]) {
            self.kind = kind
            self.times = times
            self.deeds = deeds
        }
    }

    /// The habits; the first that fits and is not used up holds. Where none fits, the person ignores what is shown.
    public var habits: [Habit]

    /// A person with these habits.
    public init(habits: [Habit] = []) { self.habits = habits }

    /// What the person does about `presentation`.
    mutating func deeds(on presentation: Presentation) -> [Deed] { deeds(on: presentation.kind) }

    /// What the person does about something of that kind.
    mutating func deeds(on kind: Presentation.Kind) -> [Deed] {
        guard let index = habits.firstIndex(where: { $0.kind == kind && $0.times != 0 }) else { return [] }
        if let times = habits[index].times { habits[index].times = times - 1 }
        return habits[index].deeds
    }
}
