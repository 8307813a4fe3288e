import FlowMachine

// The launches that are compared.
extension LaunchCensus {
    /// The first launch of a unit: its start, and its file.
    struct Place: Sendable {
        let start: Instant
        let file: String
    }

    /// Consecutive launches of one device with the same properties, settings and causes. They depend on each other, so they are counted once.
    struct Unit {
        let device: Int
        let start: Instant
        let file: String
        var properties: [Correlation.Property]
        let settings: Int
        let kinds: Set<FlowCause.Kind>
        /// The numbers of the causes `kinds`.
        let kindNumbers: [Int]
        /// Whether the launches were compared with a previous launch. Only compared launches can have findings of a comparison.
        let isCompared: Bool
        /// What each of the launches shows that is no failure by itself.
        let observations: Set<Observation>
        /// The launches, in their order.
        var launches: [Launch]
        /// The number of calls of all launches.
        var calls: [CallRates.Call: Int]

        /// Returns the same unit with other observations.
        func observing(_ observations: Set<Observation>) -> Unit {
            Unit(
                device: device, start: start, file: file, properties: properties, settings: settings, kinds: kinds,
                kindNumbers: kindNumbers,
                isCompared: isCompared, observations: observations, launches: launches, calls: calls)
        }

        /// The sign-in with which the first launch began; `nil` if no viewer was signed in then.
        var signIn: KeptSignIn? { launches.first?.signIn }

        /// The last sign-in of the first launch.
        var lastSignIn: KeptSignIn? { launches.first?.lastSignIn }

        /// The first launch.
        var place: Place { Place(start: start, file: file) }

        /// What the launches tried.
        var tried: Attempts { launches.reduce([]) { $0.union($1.tried) } }
    }

    /// One launch of a unit.
    struct Launch {
        let start: Instant
        /// The time of the last permitted play; `nil` if there was none.
        let permitted: Instant?
        /// The time of the first play that was denied or refused, for each cause by its number.
        let failures: [Int: Instant]
        let tried: Attempts
        /// Whether the app had access to the TV provider when Apple's framework last reported it; `nil` if it reported nothing.
        let hasAccess: Bool?
        /// The sign-in with which the launch began; `nil` if no viewer was signed in.
        let signIn: KeptSignIn?
        /// The last sign-in of the launch, or the one with which it began; `nil` if no viewer was signed in.
        let lastSignIn: KeptSignIn?
        /// The places in previews of the resources whose playback was denied, in ascending order.
        let deniedPlaces: [Int]

        /// Returns the time at which the launch showed the cause with this number, or could have shown it: the time of a play, because a denial or a refusal
        /// may depend on the hour; otherwise the start of the launch.
        func time(of cause: Int?) -> Instant { cause.map { failures[$0] ?? permitted ?? start } ?? start }
    }

    /// A sign-in with which a launch began.
    struct KeptSignIn {
        /// The time of the sign-in if a log contains it; otherwise the start of the device's first launch.
        let time: Instant
        /// Whether a log contains the sign-in.
        let isLogged: Bool

        /// Returns whether the viewer signed in before `instant`. Returns false if the logs do not show it.
        func isBefore(_ instant: Instant) -> Bool { isLogged ? time < instant : time <= instant }

        /// Returns whether the viewer signed in at `instant` or later. Returns false if the logs do not show it.
        func isSince(_ instant: Instant) -> Bool { isLogged && time >= instant }
    }
}
