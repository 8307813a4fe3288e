import FlowMachine
import FlowSimulation

/// What goes wrong in one simulated session, and when: a value, so that a failing plan can be reduced.
public struct FaultPlan: Sendable, Equatable {
    /// One fault.
    public struct Entry: Sendable, Equatable {
        /// The step of the session before which it occurs, starting at 0.
        public let step: Int
        let planned: PlannedFault

        /// Its kind.
        public var fault: Fault { planned.fault }

        /// A description for people.
        public var text: String { "\(fault.rawValue): \(planned)" }
    }

    /// The seed of everything else in the session: the household, delays, habits.
    public let seed: UInt64
    /// The number of steps before everything works again.
    public internal(set) var steps: Int
    /// The maximum number of steps after the last fault until the viewer plays.
    var patience = 1_500
    /// How far the device's clock is ahead of every other clock at the start, in milliseconds.
    public internal(set) var clockAhead: Int64 = 0
    /// The faults, by step.
    public internal(set) var entries: [Entry]

    /// Creates the plan that follows from a seed; it contains only `faults`.
    public init(seed: UInt64, faults: Set<Fault> = Set(Fault.allCases)) {
        self.seed = seed
        // A different stream of random numbers than the session's own.
        var random = RandomSource(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 1)
        steps = Int.random(in: 20...200, using: &random)
        // In the order of declaration: a set has no reliable order.
        let ofLog: [Fault] = [.log, .rotation]
        let kinds = Fault.allCases.filter { faults.contains($0) && !ofLog.contains($0) && ($0 != .torn || faults.contains(.crash)) }
        entries = []
        defer { if faults.contains(.clock) { setClock() } }
        defer { addTroubleOfLog(ofLog.filter { faults.contains($0) }) }
        // Torn logs are crashes too, so crashes must be allowed.
        guard !kinds.isEmpty else { return }
        let rate = random.pick([3, 5, 8, 15, 40])
        for step in 0..<steps where random.once(in: rate) {
            let fault = random.pick(kinds)
            entries.append(Entry(step: step, planned: PlannedFault(fault, tears: faults.contains(.torn), &random)))
        }
    }

    /// A clock that was wrong before the session has its own random numbers, too: off by months, as on devices without a clock chip.
    private mutating func setClock() {
        var random = RandomSource(seed: seed &* 0xD6E8_FEB8_6659_FD93 &+ 5)
        clockAhead = random.pick([0, 0, 0, 0, 3_600_000, -3_600_000, 8_035_200_000, -8_035_200_000])
    }

    /// Faults of the log have their own random numbers, so that all other faults are the same with and without them.
    private mutating func addTroubleOfLog(_ kinds: [Fault]) {
        guard !kinds.isEmpty else { return }
        var random = RandomSource(seed: seed &* 0x9E6C_63D0_876A_9A47 &+ 3)
        let rate = random.pick([8, 20, 60])
        for step in 0..<steps where random.once(in: rate) {
            let entry = Entry(step: step, planned: PlannedFault(random.pick(kinds), tears: false, &random))
            entries.insert(entry, at: entries.firstIndex { $0.step > step } ?? entries.count)
        }
    }
}

/// One fault, with its particulars.
enum PlannedFault: Sendable, Equatable {
    /// What happens to the next request and its answer in transit.
    case delivery(TransitFaults.Delivery)
    /// Adobe's answer to this number of further requests.
    case outage(SimulatedAdobe.Mishap, calls: Int)
    /// There is no connection for this long; the viewer may sign out meanwhile.
    case offline(milliseconds: Int64, signsOut: Bool)
    case adobeForgets(Forgetting)
    /// The process ends after the runtime has performed this many more actions, and starts again after a pause.
    case crash(afterActions: Int, pause: Int64, tear: Tear)
    case shutdown(pause: Int64)
    /// Each sync of the log takes this long, for this number of syncs.
    case slowDisk(milliseconds: Int64, syncs: Int)
    case vaultFails
    /// The log's next writes or syncs fail, as many as this number.
    case logFails(DiskFailure, times: Int)
    case logIsFull
    case secretLost(Int)
    case factLost(Int)
    case clock(jump: Int64)
    case act(Act)
    case account(Int)
    case background(length: Int64, suspends: Bool)

    enum Forgetting: Sendable, Equatable {
        case clients, tokens, profiles
    }

    /// What a crash leaves of the part of the log that was not yet durable.
    enum Tear: Sendable, Equatable {
        /// All of it: only the process ended.
        case nothingLost
        /// This many thousandths of the bytes.
        case kept(thousandths: Int)
    }

    enum DiskFailure: Sendable, Equatable {
        /// Only a part of the bytes is written, in thousandths.
        case writing(thousandths: Int)
        case syncing
    }

    /// What the viewer does on their own initiative.
    enum Act: Sendable, Equatable {
        case start, otherProvider, play(Int), playIfSignedIn(Int), playTemporarily(Int), preview(Int), userMetadata, signOut
        /// The app cancels a wish, counted back from the last.
        case cancel(Int)
        /// A choice for a presentation, counted back from the last.
        case choose(Int, back: Int)
    }

    var fault: Fault {
        switch self {
        case .delivery(let delivery): Fault(.delivery(delivery))
        case .outage(let answer, _): Fault(.outage(answer))
        case .offline: Fault(.offline)
        case .adobeForgets: .forgotten
        case .crash(_, _, .nothingLost), .shutdown: .crash
        case .crash(_, _, .kept): .torn
        case .slowDisk, .vaultFails: .disk
        case .logFails: .log
        case .logIsFull: .rotation
        case .secretLost, .factLost: .secrets
        case .clock: .clock
        case .act: .viewer
        case .account: .account
        case .background: .background
        }
    }
}

extension PlannedFault {
    /// Creates a random fault of that kind.
    init(_ fault: Fault, tears: Bool, _ random: inout RandomSource) {
        switch fault {
        case .lost: self = .delivery(random.once(in: 2) ? .requestLost : .answerLost)
        case .late: self = .delivery(.late(random.pick([4_000, 29_900, 30_000, 31_000, 95_000, 400_000])))
        case .doubled: self = .delivery(.doubled(after: random.pick([0, 1, 900, 20_000, 200_000]), freshly: random.once(in: 2)))
        case .reordered: self = .delivery(.reordered(Int64.random(in: 1...3_000, using: &random)))
        case .failed:
            if random.once(in: 3) {
                self = .offline(milliseconds: random.pick([2_000, 40_000, 900_000]), signsOut: random.once(in: 2))
            } else {
                self = .delivery(random.pick([.breaksBefore, .breaksAfter, .cut(Int.random(in: 0...900, using: &random))]))
            }
        case .unauthorized: self = .outage(.unauthorized, calls: PlannedFault.length(&random))
        case .throttled: self = .outage(.throttled, calls: PlannedFault.length(&random))
        case .server: self = .outage(.page(status: random.pick([500, 502, 503, 504])), calls: PlannedFault.length(&random))
        case .refused: self = .outage(PlannedFault.refusal(&random), calls: PlannedFault.length(&random))
        case .forgotten: self = .adobeForgets(random.pick([.clients, .tokens, .profiles]))
        case .crash:
            let pause = PlannedFault.pause(&random)
            if random.once(in: 4) {
                self = .shutdown(pause: pause)
            } else {
                self = .crash(afterActions: PlannedFault.actions(&random), pause: pause, tear: .nothingLost)
            }
        case .torn:
            let kept = Int.random(in: 0...1_000, using: &random)
            self = .crash(afterActions: PlannedFault.actions(&random), pause: PlannedFault.pause(&random), tear: .kept(thousandths: kept))
        case .disk:
            if random.once(in: 5) {
                self = .vaultFails
            } else {
                self = .slowDisk(milliseconds: random.pick([20, 400, 3_000, 60_000]), syncs: PlannedFault.length(&random))
            }
        case .log:
            let how = random.once(in: 2) ? DiskFailure.syncing : .writing(thousandths: Int.random(in: 0...1_000, using: &random))
            // The highest number is more than a session can reach: the log never works again.
            self = .logFails(how, times: random.pick([1, 1, 2, 3, 8, 1_000_000]))
        case .rotation: self = .logIsFull
        case .secrets:
            let which = Int.random(in: 0..<1_000, using: &random)
            self = random.once(in: 2) ? .secretLost(which) : .factLost(which)
        case .clock:
            let jump = random.pick([900, 5_000, 61_000, 1_800_000, 7_200_000, 86_400_000, 2_592_000_000, 8_035_200_000])
            self = .clock(jump: random.once(in: 2) ? Int64(jump) : -Int64(jump))
        case .viewer: self = .act(Act(&random))
        case .account: self = .account(Int.random(in: 0..<1_000, using: &random))
        case .background:
            self = .background(length: random.pick([300, 5_000, 60_000, 3_600_000, 90_000_000]), suspends: random.once(in: 2))
        }
    }

    /// An error of Adobe's catalog, or one that is in no catalog.
    private static func refusal(_ random: inout RandomSource) -> SimulatedAdobe.Mishap {
        let code = random.pick([
            "internal_server_error", "invalid_integration", "invalid_parameter_mvpd", "authenticated_profile_missing",
            "authenticated_profile_expired", "authenticated_profile_invalidated", "invalid_header_pfs_provider_info_expired",
            "invalid_header_pfs_permission_access_not_present", "network_received_error", "maximum_execution_time_exceeded",
            "invalid_authentication_session", "invalid_parameter_code", "invalid_access_token_service_provider",
            "invalid_access_token_client_application", "invalid_configuration_service_provider", "too_many_resources",
            "temporary_access_duration_limit_exceeded", "authorization_denied_by_mvpd", "unheard_of",
        ])
        return random.once(in: 3) ? .item(code: code) : .error(code: code)
    }

    private static func length(_ random: inout RandomSource) -> Int { random.pick([1, 1, 2, 3, 5, 12]) }
    private static func actions(_ random: inout RandomSource) -> Int { random.pick([0, 0, 1, 2, 3, 5, 8, 13]) }
    private static func pause(_ random: inout RandomSource) -> Int64 {
        random.pick([0, 50, 2_000, 60_000, 2_000_000, 30_000_000, 200_000_000, 3_000_000_000])
    }
}

extension PlannedFault.Act {
    fileprivate init(_ random: inout RandomSource) {
        let number = Int.random(in: 0..<6, using: &random)
        switch Int.random(in: 0..<19, using: &random) {
        case 0..<2: self = .start
        case 2: self = .otherProvider
        case 3..<6: self = .play(number)
        case 6: self = .playTemporarily(number)
        case 7: self = .preview(number)
        case 8: self = .userMetadata
        case 9, 16, 17: self = .signOut
        case 10: self = .cancel(number)
        case 11: self = .playIfSignedIn(number)
        case _: self = .choose(Int.random(in: 0..<1_000, using: &random), back: random.pick([0, 0, 0, 0, 1, 2]))
        }
    }
}
