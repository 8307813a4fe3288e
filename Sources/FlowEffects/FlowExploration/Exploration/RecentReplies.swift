import FlowMachine
import FlowReading

/// The replies that were built last, to be used again. Worlds at the same depth mostly have the same questions at the same few times, and building
/// the replies to a question costs as much as trying several replies.
struct RecentReplies: Sendable {
    /// The replies to one question.
    struct Replies: Sendable {
        fileprivate(set) var answers: [Answer] = []
        fileprivate(set) var failures: [Reply] = []
    }

    struct Answer: Sendable {
        /// The number of the answer among the possible answers.
        let index: UInt8
        let reply: Reply
        /// Whether the answer is a temporary error, for example because the provider does not answer. Such an answer is a fault, even if
        /// the error is only inside a decision.
        let isOutage: Bool
    }

    private struct Entry: Sendable {
        let question: Outstanding.Question
        let time: Instant
        let secrets: Int64
        let replies: Replies
    }

    /// The entries for each number of a question; the numbers are less than 128. The newest entry of a number is last.
    private var entries: [[Entry]] = Array(repeating: [], count: 128)

    /// The maximum number of entries for one number. When it is reached, all entries of that number are removed.
    private static let most = 64

    /// Returns the replies to a question that an alphabet tries.
    /// - Parameters:
    ///   - question: the question.
    ///   - number: the number of the question.
    ///   - alphabet: the alphabet.
    ///   - time: the time by Adobe's clock.
    ///   - secrets: the number of each secret in the replies.
    mutating func replies(
        to question: Outstanding.Question, _ number: UInt8, _ alphabet: Alphabet, at time: Instant, secrets: Int64
    ) -> Replies {
        let slot = Int(number) & 127
        for index in entries[slot].indices.reversed() {
            guard entries[slot][index].time == time, entries[slot][index].secrets == secrets else { continue }
            if entries[slot][index].question == question { return entries[slot][index].replies }
        }
        let replies = Replies(to: question, alphabet.replies(at: time, number: secrets), alphabet.use, at: time)
        if entries[slot].count == RecentReplies.most { entries[slot] = [] }
        entries[slot].append(Entry(question: question, time: time, secrets: secrets, replies: replies))
        return replies
    }
}

extension RecentReplies.Replies {
    fileprivate init(to question: Outstanding.Question, _ possible: PossibleReplies, _ use: PossibleReply.Uses, at time: Instant) {
        let all: [PossibleReply]
        let date: Instant?
        switch question {
        case .adobe(let endpoint): (all, date) = (possible.answers(to: endpoint), time)
        case .partner(let request): (all, date) = (possible.answers(to: request), nil)
        }
        for (index, answer) in all.tried(by: use).enumerated() {
            answers.append(
                RecentReplies.Answer(
                    index: UInt8(truncatingIfNeeded: index), reply: Reply(answer.result, serverTime: date),
                    isOutage: answer.result.errors.contains { $0.action == .retry }))
        }
        guard case .adobe(let endpoint) = question else { return }
        failures = possible.failures(of: endpoint).tried(by: use).map { Reply($0.result, serverTime: date) }
    }
}
