import FlowMachine

/// The causes and effects in a recording: the requests, timers and screens that each decision issued, and the events that answered them.
///
/// A run can replay the recorded answers with their delays to a flow that decides differently.
struct RecordedCourse {
    /// A request, a timer or a screen that a decision issued.
    struct Issue {
        let kind: Kind
        let issued: Issued
        /// The index of the record whose decision issued this request, timer or screen.
        let index: Int
        /// The indices of the records that answered this request, timer or screen.
        fileprivate(set) var answers: [Int] = []
        /// The indices of the answers that edits removed.
        fileprivate(set) var lost: [Int] = []
        /// The index of the record that canceled, disarmed or replaced this request, timer or screen before an answer arrived; `nil` if none did.
        fileprivate(set) var closed: Int?
        /// Whether an edit removed the answer, or the request timed out. If so, no answer is simulated.
        var isLost = false
        /// Whether a time limit of the flow ended the wait for the answer. The recording does not show what a longer wait would have brought.
        fileprivate(set) var isTimedOut = false
    }

    /// The kind by which the requests, timers and screens of a recording are matched with the requests, timers and screens of a run.
    enum Kind: Hashable {
        case call(EndpointKind, MVPDID?, [SecretRef])
        case partner(PartnerRequest.Kind)
        /// A timer, with the interval for which it was armed, in milliseconds.
        case timer(TimerPurpose, Int64)
        case screen(PresentationKind)

        /// Creates the kind of the request, timer or screen that `effect` issues; `nil` if it issues none.
        ///
        /// - Parameters:
        ///   - effect: The effect.
        ///   - now: The time of the event whose decision contains the effect.
        init?(_ effect: Effect, at now: Instant) {
            switch effect {
            case .call(_, let call):
                let parameters = call.endpoint.parameters
                self = .call(EndpointKind(call.endpoint), parameters.mvpd, parameters.resources)
            case .partner(_, let request): self = .partner(request.kind)
            case .arm(_, let purpose, let due): self = .timer(purpose, due.milliseconds - now.milliseconds)
            case .present(_, .nothing), .cancel, .answer, .disarm, .keep, .forget: return nil
            case .present(_, let presentation): self = .screen(PresentationKind(presentation))
            }
        }
    }

    let records: [LogRecord]
    private(set) var issues: [Issue] = []
    /// For each record, the index in `issues` of the request, timer or screen that it answers; `nil` for records that answer nothing in the
    /// recording.
    private(set) var answered: [Int?]
    /// The time of each record in milliseconds since the first record. If the device's clock jumps back, the jump is removed.
    let axis: [Int64]

    init(_ records: [LogRecord]) {
        self.records = records
        var axis: [Int64] = []
        for (index, record) in records.enumerated() {
            let passed = index == 0 ? 0 : record.event.time.milliseconds - records[index - 1].event.time.milliseconds
            axis.append((axis.last ?? 0) + max(0, passed))
        }
        self.axis = axis
        answered = Array(repeating: nil, count: records.count)
        var open: [Issued: Int] = [:]
        var screen: Int?
        for (index, record) in records.enumerated() {
            if let quoted = record.event.quoted, let issue = open[quoted] {
                issues[issue].answers.append(index)
                answered[index] = issue
            }
            for effect in record.effects {
                note(effect, of: index, &open, &screen)
            }
        }
    }

    private mutating func note(_ effect: Effect, of index: Int, _ open: inout [Issued: Int], _ screen: inout Int?) {
        func close(_ issued: Issued) {
            guard let place = open[issued], issues[place].answers.isEmpty, issues[place].closed == nil else { return }
            issues[place].closed = index
            guard case .request = issued, case .timer = records[index].event.origin else { return }
            issues[place].isLost = true
            issues[place].isTimedOut = true
        }
        switch effect {
        case .cancel(let id): close(.request(id.number))
        case .disarm(let id): close(.timer(id.number))
        case .present:
            if let screen, issues[screen].answers.isEmpty, issues[screen].closed == nil { issues[screen].closed = index }
            screen = nil
        case .call, .partner, .arm, .answer, .keep, .forget: break
        }
        guard let issued = effect.issues, let kind = Kind(effect, at: records[index].event.time) else { return }
        open[issued] = issues.count
        if case .present = effect { screen = issues.count }
        issues.append(Issue(kind: kind, issued: issued, index: index))
    }

    /// Returns the time between a request and its recorded answer at `index`, in milliseconds; `nil` if the event answers no request.
    func delay(ofAnswer index: Int) -> (kind: Kind, milliseconds: Int64)? {
        guard let place = answered[index], case .request = issues[place].issued else { return nil }
        return (issues[place].kind, axis[index] - axis[issues[place].index])
    }

    /// Returns the index of the event with the number `number`; `nil` if the recording does not have it.
    func index(of number: Int64) -> Int? {
        guard let first = records.first?.number else { return nil }
        let place = Int(clamping: number - first)
        if records.indices.contains(place), records[place].number == number { return place }
        return records.firstIndex { $0.number == number }
    }

    /// Returns the index of the last record at or before `time`, in milliseconds since the first record; 0 if there is none.
    func lastIndex(at time: Int64) -> Int {
        var range = 0..<axis.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if axis[middle] <= time { range = middle + 1..<range.upperBound } else { range = range.lowerBound..<middle }
        }
        return max(0, range.lowerBound - 1)
    }

    /// Removes the answer at `index`, so that it never arrives.
    mutating func lose(_ index: Int) {
        guard let issue = answered[index] else { return }
        issues[issue].answers.removeAll { $0 == index }
        issues[issue].lost.append(index)
        issues[issue].isLost = true
    }

    /// Returns whether a request, timer or screen is treated as if the recording did not contain it, because edits skip all its answers.
    func isSkipped(_ issue: Issue, _ skipped: Set<Int>) -> Bool {
        issue.answers.isEmpty && !issue.lost.isEmpty && issue.lost.allSatisfy { skipped.contains($0) }
    }
}
