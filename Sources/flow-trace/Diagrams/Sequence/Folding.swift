import FlowMachine

/// Draws what happened over and over once: a request that a timer sends again and that is answered the same again.
enum Folding {
    /// The fewest repetitions that are folded.
    private static let fewest = 2

    /// `blocks` with each run of repetitions after a first occurrence replaced by one row that counts them.
    static func fold(_ blocks: [Block]) -> [Block] {
        var folded: [Block] = []
        var index = 0
        while index < blocks.count {
            let block = blocks[index]
            folded.append(block)
            index += 1
            let answers = repetitions(of: block, in: blocks, from: index)
            if answers.count >= fewest, let last = answers.last {
                folded.append(again(block, answers, last))
                index += answers.count * 2
            }
        }
        return folded
    }

    /// The answers that equal `answer`, each after a request of a timer, all requests alike.
    private static func repetitions(of answer: Block, in blocks: [Block], from start: Int) -> [Block] {
        var answers: [Block] = []
        var index = start
        while index + 1 < blocks.count {
            let request = blocks[index]
            let next = blocks[index + 1]
            guard request.event == nil, !request.effects.isEmpty, request.repeats(blocks[start]), next.repeats(answer) else { break }
            answers.append(next)
            index += 2
        }
        return answers
    }

    private static func again(_ first: Block, _ answers: [Block], _ last: Block) -> Block {
        var shortest = Int64.max
        var longest: Int64 = 0
        var previous = first.time.milliseconds
        for answer in answers {
            let gap = max(0, answer.time.milliseconds - previous)
            shortest = min(shortest, gap)
            longest = max(longest, gap)
            previous = answer.time.milliseconds
        }
        var block = Block(
            number: last.number, time: last.time, rule: last.rule, before: last.before, after: last.after, isIgnored: last.isIgnored)
        let apart = TimeWords.tenths(shortest)
        let most = TimeWords.tenths(longest)
        block.event = Row(.again, Label("\(answers.count)", apart == most ? "\(apart) s apart" : "\(apart) to \(most) s apart"))
        return block
    }
}
