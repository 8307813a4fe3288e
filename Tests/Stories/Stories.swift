import FlowEffects
import FlowMachine
import FlowSimulation

extension Scenario {
    /// All stories, in the best order for a newcomer to read them.
    package static let all: [Scenario] =
        partnerSignOn + partnerFallbacks + otherScreens + decisions + leaving + troubles + corners + field + misplaced + clocks + legacy
        + endOfLife

    /// The story with that name, if there is one.
    package static func story(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

extension SimulatedPartnerFramework {
    /// A viewer is signed in with Cablevision.
    package static let onCablevision = Self(account: .cablevisionForAMonth)
}

extension SimulatedViewer.Habit {
    /// Makes that choice once, some time after a presentation of that kind is shown.
    package static func once(_ kind: Presentation.Kind, _ choice: Choice, after: Interval) -> Self {
        chooses(choice, on: kind, after: after).once
    }
}

extension SimulatedWorld {
    /// An iPhone with that framework and viewer.
    package static func iPhone(_ partner: SimulatedPartnerFramework, _ habits: [SimulatedViewer.Habit] = []) -> SimulatedWorld {
        SimulatedWorld(settings: .iPhone, partner: partner, viewer: SimulatedViewer(habits: habits), device: .iPhone)
    }

    /// Launches and registers, adds these profiles as if they existed before, and signs in.
    package mutating func launchAndSignIn(holding profiles: [(String, ProfileType)]) {
        launch()
        signIn()
        addOnceRegistered(profiles)
    }

    /// As above, but no viewer asks for a sign-in.
    package mutating func launch(holding profiles: [(String, ProfileType)]) {
        launch()
        addOnceRegistered(profiles)
    }

    /// Asks for a playback, and runs until nothing more happens.
    package mutating func playAndWait(_ resource: String = "REF30") {
        play(resource)
        runUntilIdle()
    }

    private mutating func addOnceRegistered(_ profiles: [(String, ProfileType)]) {
        while adobe.received.last != .token, !isQuiet { run(for: .milliseconds(10)) }
        for (mvpd, type) in profiles { addProfile(mvpd, type) }
        runUntilIdle()
    }
}
