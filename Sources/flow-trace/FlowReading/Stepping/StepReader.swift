import FlowMachine

/// Reads a log event by event, forward and back: the model around each event, the outstanding requests, and the contents of the vault.
///
/// It stores its position at regular distances, so that a step back in a long log decides only a few events again.
package final class StepReader {
    /// The reader's state between two events.
    struct Position {
        /// The number of events before this position.
        var index = 0
        /// The replay that decided these events; `nil` if this build cannot decide them as recorded.
        var replay: Replay?
        /// The reason why `replay` is `nil`, as the end of a sentence.
        var unknown = ""
        var outstanding = Outstanding()
        var questions = QuestionHistory()
        var vault = KeptValues()
    }

    private let content: LogContent
    private let segments: [JoinedLog.Segment]
    let words: Wording
    private var marks: [Position] = []
    private var position: Position
    private var places: [Int64: Int] = [:]

    /// The number of events between two stored positions.
    private static let distance = 256

    package init(_ log: JoinedLog, _ clock: DisplayedClock = .utc) {
        content = log.content
        segments = log.segments
        words = Wording(content.header, clock)
        position = Position()
        begin(log.segments.first)
        marks = [position]
        for (index, record) in content.records.enumerated() where places[record.number] == nil { places[record.number] = index }
    }

    /// Returns the sheet of the event with the number `number`; `nil` if the log has no such event.
    package func sheet(_ number: Int64) -> StepSheet? {
        guard let index = places[number], content.records.indices.contains(index) else { return nil }
        let before = at(index)
        let after = at(index + 1)
        return StepSheet(content, index, before, after, words)
    }

    /// Returns the position after `index` events.
    private func at(_ index: Int) -> Position {
        if position.index > index || index - position.index > StepReader.distance {
            let mark = marks[min(index / StepReader.distance, marks.count - 1)]
            if position.index > index || mark.index > position.index { position = mark }
        }
        while position.index < index {
            advance()
            if position.index == marks.count * StepReader.distance { marks.append(position) }
        }
        return position
    }

    /// Starts to replay a file.
    private func begin(_ segment: JoinedLog.Segment?) {
        position.replay = segment.flatMap { try? Replay($0.bytes) }
        position.unknown = position.replay == nil ? "this build cannot continue from the log's first line" : ""
    }

    private func advance() {
        let record = content.records[position.index]
        if position.index > 0, let segment = segments.first(where: { $0.start == position.index && !$0.content.records.isEmpty }) {
            begin(segment)
        }
        position.questions.note(record)
        _ = position.outstanding.step(record.event, record.effects, content.header.settings)
        position.vault.note(record, words)
        position.index += 1
        do throws(ReplayFailure) {
            _ = try position.replay?.advance()
        } catch {
            position.replay = nil
            switch error {
            case .divergence(let divergence):
                position.unknown = "this build's decisions differ from event \(divergence.thisBuild.number) on"
            case .log(let failure): position.unknown = "line \(failure.line), before this event, is damaged"
            }
        }
    }
}

/// The values in the vault, as far as the log shows them.
struct KeptValues {
    private(set) var values: [(kind: PersistedValue.Kind, text: String)] = []

    /// Applies the effects of an event that keep and forget values. A launch reports the contents of the vault, which replace all values.
    mutating func note(_ record: LogRecord, _ words: Wording) {
        if case .app(.launched(let kept)) = record.event.origin {
            values = []
            for fact in kept.facts { keep(fact, words) }
        }
        for effect in record.effects {
            switch effect {
            case .keep(let fact): keep(fact, words)
            case .forget(.fact(let kind)): values.removeAll { $0.kind == kind }
            case .forget(.secret), .call, .partner, .cancel, .present, .answer, .arm, .disarm: break
            }
        }
    }

    private mutating func keep(_ fact: PersistedValue, _ words: Wording) {
        values.removeAll { $0.kind == fact.kind }
        values.append((fact.kind, words.fact(fact)))
    }
}

extension PersistedState {
    /// The persisted values, one by one.
    fileprivate var facts: [PersistedValue] {
        [
            client.map { .client($0) }, token.map { .token($0) }, provider.map { .provider($0) }, profile.map { .profile($0) },
            code.map { .code($0) }, signedOut.map { .signedOut($0) }, owedLogouts.isEmpty ? nil : .owedLogouts(owedLogouts),
        ].compactMap { $0 }
    }
}
