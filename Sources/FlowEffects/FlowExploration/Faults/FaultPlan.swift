import FlowMachine
import FlowSimulation

/// The faults of one simulated session, with their times. A plan is a value, so that a failing plan can be reduced to fewer faults.
public struct FaultPlan: Sendable, Equatable {
    /// One fault, and the time at which it occurs.
    public struct Entry: Sendable, Equatable {
        /// The step of the session before which the fault occurs, starting at 0.
        public let step: Int
        let planned: PlannedFault

        /// The kind of the fault.
        public var fault: Fault { planned.fault }

        /// A description of the fault, with its details.
        public var text: String { "\(fault.rawValue): \(withoutTypes("\(planned)"))" }
    }

    /// The seed of the session. The household, the delays and the habits also follow from the seed.
    public let seed: UInt64
    /// The frequency and the severity of the faults.
    package internal(set) var options: FaultOptions
    /// The number of steps in which faults occur. After these steps, everything works again.
    public internal(set) var steps: Int
    /// The lead of the device's clock over all other clocks at the start, in milliseconds.
    public private(set) var clockAhead: Int64 = 0
    /// The faults, by step.
    public internal(set) var entries: [Entry] = []

    /// The parts of the plan. Each part has its own random numbers, so that leaving out one part does not change the other parts.
    private enum Part: UInt64 {
        case faults = 1, clock, log
    }

    /// Creates the plan for a seed, with only the kinds of faults in `faults`.
    public init(seed: UInt64, faults: Set<Fault> = Set(Fault.allCases)) { self.init(seed: seed, faults: faults, FaultOptions()) }

    init(seed: UInt64, faults: Set<Fault> = Set(Fault.allCases), _ options: FaultOptions) {
        self.seed = seed
        self.options = options
        var random = RandomSource(seed: seed, part: Part.faults.rawValue)
        steps = Int.random(in: options.steps, using: &random)
        // Uses the order of declaration, because the order of a set may differ from run to run.
        let kinds = Fault.allCases.filter { fault in
            switch fault {
            case .log, .rotation: false
            // Torn logs are crashes too, so crashes must be allowed.
            case .torn: faults.isSuperset(of: [.torn, .crash])
            case _: faults.contains(fault)
            }
        }
        add(kinds, oneIn: options.faultsOneIn, &random)
        random = RandomSource(seed: seed, part: Part.log.rawValue)
        add([.log, .rotation].filter { faults.contains($0) }, oneIn: options.logFaultsOneIn, &random)
        random = RandomSource(seed: seed, part: Part.clock.rawValue)
        if faults.contains(.clock) { clockAhead = random.pick(options.clockAhead) }
    }

    private mutating func add(_ kinds: [Fault], oneIn rates: [Int], _ random: inout RandomSource) {
        if kinds.isEmpty { return }
        let rate = random.pick(rates)
        for step in 0..<steps where random.once(in: rate) {
            let entry = Entry(step: step, planned: PlannedFault(random.pick(kinds), options, &random))
            entries.insert(entry, at: entries.firstIndex { $0.step > step } ?? entries.count)
        }
    }
}

/// One fault, with its details.
enum PlannedFault: Sendable, Equatable {
    /// A fault in the delivery of the next request or its answer.
    case delivery(TransitFaults.Delivery)
    /// Adobe answers the next `calls` requests with the given mishap.
    case outage(SimulatedAdobe.Mishap, calls: Int)
    /// There is no connection for the given time. If `signsOut` is true, the viewer signs out meanwhile.
    case offline(milliseconds: Int64, signsOut: Bool)
    case adobeForgets(Forgetting)
    /// The process ends after the runtime has performed `afterActions` further actions, and starts again after `pause` milliseconds.
    case crash(afterActions: Int, pause: Int64, tear: Tear)
    case shutdown(pause: Int64)
    /// Each of the next `syncs` syncs of the log takes the given time.
    case slowDisk(milliseconds: Int64, syncs: Int)
    case vaultFails
    /// The log's next `times` writes or syncs fail.
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

    /// The damage that a crash does to the part of the log that was not yet durable.
    enum Tear: Sendable, Equatable {
        /// No bytes are lost, because only the process ended.
        case nothingLost
        /// The given part of the bytes, in thousandths, is kept. All other bytes are lost.
        case kept(thousandths: Int)
    }

    enum DiskFailure: Sendable, Equatable {
        /// Writing fails after the given part of the bytes, in thousandths.
        case writing(thousandths: Int)
        case syncing
    }

    /// An action of the viewer that is not an answer to a screen. The number in a playback or a preview selects the resource.
    enum Act: Sendable, Equatable {
        case start, otherProvider, play(Int), playIfSignedIn(Int), playTemporarily(Int), preview(Int), userMetadata, signOut
        /// The app cancels one of its requests. The number counts back from the last request, which has the number 0.
        case cancel(Int)
        /// The viewer makes a choice for a presentation. The number selects the choice. `back` counts back from the last presentation, which is 0.
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
    /// Creates a random fault of the kind `fault`.
    init(_ fault: Fault, _ options: FaultOptions, _ random: inout RandomSource) {
        switch fault {
        case .lost: self = .delivery(random.once(in: 2) ? .requestLost : .answerLost)
        case .late: self = .delivery(.late(random.pick(options.lateBy)))
        case .doubled: self = .delivery(.doubled(after: random.pick(options.doubledAfter), freshly: random.once(in: 2)))
        case .reordered: self = .delivery(.reordered(Int64.random(in: options.reorderedBy, using: &random)))
        case .failed:
            if random.once(in: options.offlineOneIn) {
                self = .offline(milliseconds: random.pick(options.offlineFor), signsOut: random.once(in: 2))
            } else {
                let cut = Int.random(in: options.cutAfterBytes, using: &random)
                self = .delivery(random.pick([.breaksBefore, .breaksAfter, .cut(cut)]))
            }
        case .unauthorized: self = .outage(.unauthorized, calls: random.pick(options.outageLength))
        case .throttled: self = .outage(.throttled, calls: random.pick(options.outageLength))
        case .server: self = .outage(.page(status: random.pick(options.statuses)), calls: random.pick(options.outageLength))
        case .refused:
            let code = random.pick(options.errorCodes)
            let error: SimulatedAdobe.Mishap = random.once(in: options.itemErrorsOneIn) ? .item(code: code) : .error(code: code)
            self = .outage(error, calls: random.pick(options.outageLength))
        case .forgotten: self = .adobeForgets(random.pick([.clients, .tokens, .profiles]))
        case .crash:
            let pause = random.pick(options.pause)
            if random.once(in: options.shutdownOneIn) {
                self = .shutdown(pause: pause)
            } else {
                self = .crash(afterActions: random.pick(options.crashAfterActions), pause: pause, tear: .nothingLost)
            }
        case .torn:
            let tear = Tear.kept(thousandths: Int.random(in: options.tornAt, using: &random))
            self = .crash(afterActions: random.pick(options.crashAfterActions), pause: random.pick(options.pause), tear: tear)
        case .disk:
            if random.once(in: options.vaultFailsOneIn) {
                self = .vaultFails
            } else {
                self = .slowDisk(milliseconds: random.pick(options.slowSync), syncs: random.pick(options.outageLength))
            }
        case .log:
            let how = random.once(in: 2) ? DiskFailure.syncing : .writing(thousandths: Int.random(in: options.tornAt, using: &random))
            self = .logFails(how, times: random.pick(options.logFailures))
        case .rotation: self = .logIsFull
        case .secrets:
            let which = Int.random(in: 0..<1_000, using: &random)
            self = random.once(in: 2) ? .secretLost(which) : .factLost(which)
        case .clock: self = .clock(jump: random.pick(options.clockJump) * (random.once(in: 2) ? 1 : -1))
        case .viewer: self = .act(Act(options, &random))
        case .account: self = .account(Int.random(in: 0..<1_000, using: &random))
        case .background:
            self = .background(length: random.pick(options.background), suspends: random.once(in: options.suspendedOneIn))
        }
    }
}

extension PlannedFault.Act {
    /// The kinds of actions of a viewer.
    enum Kind: Sendable {
        case start, otherProvider, play, playIfSignedIn, playTemporarily, preview, userMetadata, signOut, cancel, choose
    }

    fileprivate init(_ options: FaultOptions, _ random: inout RandomSource) {
        let number = Int.random(in: 0..<6, using: &random)
        switch random.pick(options.acts) {
        case .start: self = .start
        case .otherProvider: self = .otherProvider
        case .play: self = .play(number)
        case .playIfSignedIn: self = .playIfSignedIn(number)
        case .playTemporarily: self = .playTemporarily(number)
        case .preview: self = .preview(number)
        case .userMetadata: self = .userMetadata
        case .signOut: self = .signOut
        case .cancel: self = .cancel(number)
        case .choose: self = .choose(Int.random(in: 0..<1_000, using: &random), back: random.pick(options.choiceBack))
        }
    }
}
