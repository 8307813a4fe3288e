import FlowMachine

/// What reading the log of a launch found.
package enum LogState: String, CaseIterable, Sendable {
    /// This build decides every event as recorded.
    case verified
    /// This build decides an event differently.
    case differs
    /// Another revision of the model wrote the log: decisions agree as far as they can be compared, digests are not compared.
    case otherRevision
    /// Events are missing, by a gap or because the first segment is.
    case incomplete
    /// Lines cannot be trusted.
    case damaged
    /// The last line is incomplete.
    case torn
    /// Not even the first line can be read.
    case unreadable
    /// The process that read the log ended. The process that reads many logs writes this row.
    case crashed
    /// Reading the log took too long. The process that reads many logs writes this row.
    case timedOut
}

/// What this build decides about a launch that was recorded.
struct LaunchVerdict {
    /// The result of the comparison.
    enum Result: String, CaseIterable, Sendable {
        /// Every event is decided as recorded.
        case same
        /// Events are decided differently, and every request ends as it did.
        case differs
        /// A request that was fulfilled no longer is.
        case worse
        /// A request that was not fulfilled is now.
        case better
        /// A request ends otherwise, fulfilled or not as before.
        case otherwise
        /// A request that was answered has no answer, because the log does not have what this build asks for.
        case unknown
        /// The log continues from a snapshot of another revision of the model.
        case otherRevision
        /// As in `LogState`: such a log is not compared.
        case incomplete, damaged, unreadable, crashed, timedOut
    }

    private(set) var result: Result
    private(set) var firstEvent: Int64?
    private(set) var rules: (recorded: String?, build: String?) = (nil, nil)
    private(set) var request: JudgedRequest?
    private(set) var answer: JudgedRequest?
    private(set) var isSimulated = false

    init(_ result: Result) { self.result = result }

    /// Compares a launch whose records this build does not all decide alike.
    init(_ content: LogContent, _ recorded: [JudgedRequest]) {
        guard let run = EditedRun(content, []) else {
            self.init(.otherRevision)
            return
        }
        self.init(.differs)
        noteFirstDifference(content.records, run.records)
        if firstEvent == nil {
            result = .same
            return
        }
        let fold = LaunchFold(content.header, content.snapshot)
        for record in run.records { fold.note(record) }
        let answers = fold.judge.requests
        let simulated = run.steps.first { $0.source == .simulated }?.record.number
        for request in recorded {
            let answer = answers.first { $0.wish == request.wish }
            let needsSimulation = simulated.map { first in answer?.answerEvent.map { $0 >= first } ?? true } ?? false
            // A log that ends early says nothing about what it would have shown.
            if request.outcome == .unanswered, needsSimulation { continue }
            let found = LaunchVerdict.result(request, answer)
            guard LaunchVerdict.rank(found) > LaunchVerdict.rank(result) else { continue }
            (result, self.request, self.answer) = (found, request, found == .unknown ? nil : answer)
            isSimulated = needsSimulation
        }
    }

    private mutating func noteFirstDifference(_ recorded: [LogRecord], _ build: [LogRecord]) {
        for (index, record) in recorded.enumerated() {
            let other = index < build.count ? build[index] : nil
            if let other, other.event == record.event, other.rule == record.rule, other.effects == record.effects,
                other.state == record.state, other.step == record.step
            {
                continue
            }
            firstEvent = record.number
            rules = (record.rule, other?.event == record.event ? other?.rule : nil)
            return
        }
    }

    private static func result(_ request: JudgedRequest, _ answer: JudgedRequest?) -> Result {
        guard let answer, answer.outcome != .unanswered || request.outcome == .unanswered else { return .unknown }
        switch (request.outcome.isFulfilled, answer.outcome.isFulfilled) {
        case (true, false): return .worse
        case (false, true): return .better
        case (true, true), (false, false):
            return request.outcome == answer.outcome && request.cause?.id == answer.cause?.id ? .differs : .otherwise
        }
    }

    /// What one request of a launch says about the launch: the worst.
    private static func rank(_ result: Result) -> Int {
        switch result {
        case .worse: 4
        case .unknown: 3
        case .otherwise: 2
        case .better: 1
        case .same, .differs, .otherRevision, .incomplete, .damaged, .unreadable, .crashed, .timedOut: 0
        }
    }
}
