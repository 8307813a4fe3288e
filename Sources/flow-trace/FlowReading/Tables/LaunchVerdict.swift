import FlowMachine

/// The result of reading the log of a launch.
package enum LogState: String, CaseIterable, Sendable {
    /// This build decides every event as recorded.
    case verified
    /// This build decides an event differently.
    case differs
    /// Another revision of the model wrote the log. The decisions agree as far as they can be compared; digests are not compared.
    case otherRevision
    /// Events are missing: the log has a gap, or its first segment is missing.
    case incomplete
    /// Lines are damaged.
    case damaged
    /// The last line is incomplete.
    case torn
    /// Not even the first line can be read.
    case unreadable
    /// The process that read the log crashed. The process that started the reading writes this row.
    case crashed
    /// Reading the log took too long. The process that started the reading writes this row.
    case timedOut
}

/// The result of comparing this build's decisions about a launch with the recorded decisions.
struct LaunchVerdict {
    /// The result of the comparison.
    enum Result: String, CaseIterable, Sendable {
        /// This build decides every event as recorded.
        case same
        /// This build decides events differently, but every request ends as recorded.
        case differs
        /// A request is fulfilled in the log, but not by this build.
        case worse
        /// A request is not fulfilled in the log, but is fulfilled by this build.
        case better
        /// A request ends with a different outcome or cause. It is fulfilled or unfulfilled, as before.
        case otherwise
        /// A request with a recorded answer has no answer in this build, because the log does not contain a reply that this build needs.
        case unknown
        /// The log continues from a snapshot of another model revision, so it cannot be compared.
        case otherRevision
        /// The log cannot be compared. The cases of `LogState` with the same names explain the reasons.
        case incomplete, damaged, unreadable, crashed, timedOut
    }

    private(set) var result: Result
    private(set) var firstEvent: Int64?
    private(set) var rules: (recorded: String?, build: String?) = (nil, nil)
    private(set) var request: JudgedRequest?
    private(set) var answer: JudgedRequest?
    private(set) var isSimulated = false

    init(_ result: Result) { self.result = result }

    /// Compares a launch that this build does not decide exactly as recorded. `recorded` contains its requests.
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
            // If the log ends before the request's answer, the end of the request is unknown.
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

    /// Returns the severity of a request's result. The most severe result becomes the result of the launch.
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
