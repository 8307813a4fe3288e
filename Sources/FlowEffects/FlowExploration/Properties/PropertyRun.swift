#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine
import FlowSimulation

/// Runs random sequences of events on a machine with your settings and policy, and checks every invariant after every event.
///
/// In your own test:
/// ```swift
/// let violation = PropertyRun(settings: settings, events: 10_000).violation()
/// #expect(violation == nil, "\(violation?.text ?? "")")
/// ```
/// If an invariant is broken, `text` contains the seed, the command that reproduces the violation, and the shortest sequence of events found, as log
/// lines and as a drawing. `FLOW_SEED` in the environment replaces the seed.
public struct PropertyRun: Sendable {
    /// The settings of the machine.
    public let settings: FlowSettings
    /// The seed of the first sequence. The seed of each further sequence is the next number.
    public let seed: UInt64
    /// The minimum total number of events. The run ends after a whole sequence.
    public let events: Int
    /// The number of events in each sequence, including the launch with which it begins.
    public var sequenceLength = 400
    private let test: String

    /// Creates a run; nothing happens before `violation` is called.
    /// - Parameters:
    ///   - settings: the app's settings, with its policy.
    ///   - seed: the first seed; `FLOW_SEED` in the environment takes precedence.
    ///   - events: the total number of events; rounded up to whole sequences.
    ///   - file: the test's file, for the command that reproduces a violation.
    public init(settings: FlowSettings, seed: UInt64 = 1, events: Int, file: String = #fileID) {
        self.settings = settings
        self.seed = ProcessInfo.processInfo.environment["FLOW_SEED"].flatMap { UInt64($0) } ?? seed
        self.events = events
        test = file.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? file
    }

    /// Runs the sequences. Returns the first violation, with its events reduced to a few simple events; `nil` if no invariant is broken.
    /// - Parameter progress: called after each sequence with the number of events so far.
    public func violation(progress: (Int) -> Void = { _ in }) -> PropertyViolation? {
        let machine = FlowReducer(settings: settings)
        var done = 0
        var seed = seed
        while done < events {
            if let (events, broken) = firstViolation(seed, machine) {
                let fewest = Shrinker(machine: machine, invariant: broken).shrink(events)
                let counterexample = Counterexample(violation: broken.rawValue, events: fewest, settings: settings)
                return PropertyViolation(
                    seed: seed, invariant: broken, originalLength: events.count, counterexample: counterexample, test: test)
            }
            done += sequenceLength
            seed &+= 1
            progress(done)
        }
        return nil
    }

    /// Returns the events of one sequence up to the first event that breaks an invariant, and the invariant; `nil` if no invariant is broken.
    private func firstViolation(_ seed: UInt64, _ machine: FlowReducer) -> ([FlowEvent], Invariant)? {
        var generator = EventGenerator(seed: seed)
        var checker = InvariantChecker(settings: settings)
        var model = FlowModel()
        var events: [FlowEvent] = []
        events.reserveCapacity(sequenceLength)
        for index in 0..<sequenceLength {
            let event = index == 0 ? generator.launch() : generator.next()
            events.append(event)
            let transition = machine.reduce(model, event)
            model = transition.model
            generator.note(transition.effects)
            if let broken = checker.check(event, model, transition.effects).first { return (events, broken) }
        }
        return nil
    }
}

/// An invariant that random events broke.
public struct PropertyViolation: Sendable {
    /// The seed of the sequence that broke the invariant.
    public let seed: UInt64
    /// The invariant that was broken.
    public let invariant: Invariant
    /// The number of events in the random sequence, up to the violation.
    public let originalLength: Int
    /// The reduced events that break the invariant.
    public let counterexample: Counterexample
    let test: String

    /// The seed, the invariant, the log of the reduced events, their path through the states, and the command that reproduces the
    /// violation.
    public var text: String {
        """
        seed \(seed) breaks \(invariant.rawValue) with \(counterexample.events.count) events (shrunk from \(originalLength)):
        \(String(decoding: counterexample.log, as: UTF8.self))
        \(counterexample.drawing)

        Again: FLOW_SEED=\(seed) swift test --filter \(test)
        """
    }
}
