import FlowMachine
import FlowReading

/// The replies that were built last. Worlds of one depth ask Adobe and the partner framework mostly the same, at the same few times, and to
/// build the replies to a question costs as much as to try several of them.
struct RecentReplies: Sendable {
    /// The replies to one question.
    struct Replies: Sendable {
        fileprivate(set) var answers: [Answer] = []
        fileprivate(set) var failures: [Reply] = []
    }

    struct Answer: Sendable {
        /// The number of the answer among the possible ones.
        let index: UInt8
        let reply: Reply
        /// Whether Adobe denies only for now: the provider does not answer. That is a fault, as it is where the whole call fails with this
        /// error.
        let isOutage: Bool
    }

    private struct Entry: Sendable {
        let question: Outstanding.Question
        let time: Instant
        let secrets: Int64
        let replies: Replies
    }

    /// By the numbers of the questions, which are less than 128; the newest entry of a number is last.
    private var entries: [[Entry]] = Array(repeating: [], count: 128)

    /// How many entries a number has before they are forgotten.
    private static let most = 64

    /// The replies that this alphabet tries.
    /// - Parameters:
    ///   - question: the question that is asked.
    ///   - number: the number of the question.
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
