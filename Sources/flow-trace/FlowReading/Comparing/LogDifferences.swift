import FlowMachine

/// One kind of difference between what logs recorded and what this build decides.
struct DifferenceKind: Hashable, Sendable {
    /// The rule that decided when the log was written.
    let recorded: String
    /// The rule that decides in this build.
    let thisBuild: String
    /// The differences between the two decisions.
    let what: [DecisionDifference]

    /// The differences, in words.
    var texts: [String] { what.map { $0.words("->") } }
}

/// The frequency of a kind of difference, with an event as an example.
struct DifferenceCount: Sendable {
    /// An event that shows a kind of difference.
    struct Example: Sendable {
        let file: String
        let line: Int
        let event: Int64
        /// The event in words.
        let words: String
        let entries: [DifferenceEntry]
    }

    var events: Int
    var logs: Int
    let example: Example
}

/// Every difference between one log and this build.
package struct LogDifferences: Sendable {
    package let name: String
    /// The number of events that could be read.
    private(set) var events = 0
    package private(set) var differing = 0
    private(set) var notCompared = 0
    /// The kinds of differences, at most `mostKinds`. Logs that are not manipulated have few.
    private(set) var kinds: [DifferenceKind: DifferenceCount] = [:]
    /// The number of events whose kind of difference did not fit into `kinds`.
    private(set) var otherwise = 0

    static let mostKinds = 1000
    /// The failure that stopped the comparison; `nil` if none did.
    package private(set) var failure: LogFailure?

    /// Creates the result for a log whose events this build decides exactly as recorded.
    package init(_ name: String, _ agreement: StreamedReplay.Agreement) {
        self.name = name
        events = agreement.count
    }

    /// Compares the log in `bytes` with this build. `clock` is the clock for the times in the examples.
    package init(_ name: String, _ bytes: [UInt8], _ clock: DisplayedClock = .utc) {
        self.name = name
        if case .agrees(let agreement) = StreamedReplay.result(bytes) {
            events = agreement.count
        } else {
            compare(bytes, clock)
        }
    }

    private mutating func compare(_ bytes: [UInt8], _ clock: DisplayedClock) {
        do throws(LogFailure) {
            var reader = try LogReader(bytes)
            guard var redecision = Redecision(reader.header, reader.snapshot) else {
                stop(LogFailure(.foreignModel(reader.header.modelRevision), line: reader.line, column: 1), &reader)
                return
            }
            let words = Wording(reader.header, clock)
            var outstanding = QuestionHistory()
            do throws(LogFailure) {
                while let record = try reader.next() {
                    events += 1
                    let step = redecision.next(record)
                    switch step.verdict {
                    case .agrees: break
                    case .notCompared: notCompared += 1
                    case .differs:
                        differing += 1
                        note(record, step.thisBuild, line: reader.line, words, outstanding)
                    }
                    outstanding.note(record)
                }
            } catch {
                stop(error, &reader)
            }
        } catch {
            failure = error
        }
    }

    private mutating func note(_ record: LogRecord, _ thisBuild: LogRecord, line: Int, _ words: Wording, _ outstanding: QuestionHistory) {
        let entries = DecisionEntries(recorded: record, thisBuild: thisBuild, words)
        let kind = DifferenceKind(recorded: record.rule, thisBuild: thisBuild.rule, what: entries.kinds)
        if kinds[kind] != nil {
            kinds[kind]?.events += 1
            return
        }
        if kinds.count >= LogDifferences.mostKinds {
            otherwise += 1
            return
        }
        let event = ComparisonText.event(record, outstanding.question(record.event), words)
        kinds[kind] = DifferenceCount(
            events: 1, logs: 1,
            example: DifferenceCount.Example(file: name, line: line, event: record.number, words: event, entries: entries.list))
    }

    /// Stores the failure that stopped the comparison, and counts the remaining readable events as not compared.
    private mutating func stop(_ failure: LogFailure, _ reader: inout LogReader) {
        self.failure = failure
        var isDone = false
        while !isDone {
            do throws(LogFailure) {
                while try reader.next() != nil {
                    events += 1
                    notCompared += 1
                }
                isDone = true
            } catch {
                isDone = !reader.resumeAfterDamage()
            }
        }
    }
}

/// Every difference between many logs and this build.
package struct CorpusDifferences {
    package private(set) var logs = 0
    private(set) var logsThatDiffer = 0
    private(set) var logsNotRead = 0
    private(set) var events = 0
    private(set) var differing = 0
    private(set) var notCompared = 0
    private var kinds: [DifferenceKind: DifferenceCount] = [:]
    /// The number of events whose kind of difference is not listed.
    private(set) var otherwise = 0

    package init() {}

    /// Adds the differences of one log.
    package mutating func add(_ log: LogDifferences) {
        logs += 1
        if log.differing > 0 { logsThatDiffer += 1 }
        if log.failure != nil { logsNotRead += 1 }
        events += log.events
        differing += log.differing
        notCompared += log.notCompared
        otherwise += log.otherwise
        for (kind, count) in log.kinds {
            if kinds[kind] == nil {
                if kinds.count < LogDifferences.mostKinds { kinds[kind] = count } else { otherwise += count.events }
            } else {
                kinds[kind]?.events += count.events
                kinds[kind]?.logs += count.logs
            }
        }
    }

    /// The kinds of differences, most frequent first.
    var sorted: [(kind: DifferenceKind, count: DifferenceCount)] {
        kinds.map { (kind: $0.key, count: $0.value) }.ordered { left, right in
            if left.count.events != right.count.events { return left.count.events > right.count.events }
            if left.kind.recorded != right.kind.recorded { return left.kind.recorded < right.kind.recorded }
            if left.kind.thisBuild != right.kind.thisBuild { return left.kind.thisBuild < right.kind.thisBuild }
            return left.kind.texts.lexicographicallyPrecedes(right.kind.texts)
        }
    }

    /// Whether this build decides every event of every log the same way.
    var agrees: Bool { differing == 0 && notCompared == 0 && logsNotRead == 0 }
}
