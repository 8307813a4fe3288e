import FlowMachine

/// Replaces the repetitions of a poll or a retried request by one row, even if their answers differ.
enum Folding {
    /// The fewest repetitions of a request that one row replaces.
    private static let fewest = 2
    /// The highest number of parts into which a series is divided where its outcome changes. A series with more parts is folded as a whole.
    private static let mostChanges = 4

    /// A round: one request of a series, with all its blocks up to its outcome.
    private struct Round {
        let blocks: [Block]
        let result: Block.Result

        var last: Block? { blocks.last }

        /// Returns whether `other` had the same outcome by the same rule.
        func repeats(_ other: Round) -> Bool { result == other.result && last?.rule == other.last?.rule }
    }

    /// Returns `blocks` with each series of repetitions shortened to its first request and a row that counts the other requests.
    static func fold(_ blocks: [Block]) -> [Block] {
        var folded: [Block] = []
        var index = 0
        while index < blocks.count {
            let end = endOfSeries(blocks, from: index)
            if end > index {
                folded += fold(series: blocks[index..<end])
                index = end
            } else {
                folded.append(blocks[index])
                index += 1
            }
        }
        return folded
    }

    /// Returns the end of the series that begins at `start`. All its blocks concern one endpoint and stay in one state.
    private static func endOfSeries(_ blocks: [Block], from start: Int) -> Int {
        var endpoint: Endpoint?
        var index = start
        while index < blocks.count, let turn = blocks[index].turn, blocks[index].waits.allSatisfy({ $0.kind == .pause }) {
            switch turn {
            case .pause: break
            case .request(let other), .answer(let other, _):
                if let endpoint, endpoint != other { return index }
                endpoint = other
            }
            index += 1
        }
        return index
    }

    /// Divides a series into its requests with an outcome (`rounds`), and the blocks after the last outcome (`rest`).
    private static func rounds(_ series: ArraySlice<Block>) -> (rounds: [Round], rest: [Block]) {
        var rounds: [Round] = []
        var open: [Block] = []
        for block in series {
            open.append(block)
            if case .answer(_, let result) = block.turn {
                rounds.append(Round(blocks: open, result: result))
                open = []
            }
        }
        return (rounds, open)
    }

    private static func fold(series: ArraySlice<Block>) -> [Block] {
        let (rounds, rest) = rounds(series)
        var parts: [[Round]] = []
        for round in rounds {
            if let last = parts.last?.last, last.repeats(round) { parts[parts.count - 1].append(round) } else { parts.append([round]) }
        }
        if parts.count > mostChanges { parts = [rounds] }
        return parts.flatMap(fold) + rest
    }

    private static func fold(_ rounds: [Round]) -> [Block] {
        guard let first = rounds.first, rounds.count > fewest else { return rounds.flatMap({ $0.blocks }) }
        return first.blocks + [again(after: first.last?.time, Array(rounds.dropFirst()))].compactMap { $0 }
    }

    /// Returns the block that counts the requests in `blocks`, which repeat the request with the outcome `first`.
    ///
    /// Returns `nil` if `blocks` contain no outcome.
    static func again(after first: Block, _ blocks: [Block]) -> Block? {
        let rounds = rounds(blocks[...]).rounds
        return again(after: first.time, rounds)
    }

    private static func again(after start: Instant?, _ rounds: [Round]) -> Block? {
        guard let last = rounds.last?.last, let begin = rounds.first?.blocks.first else { return nil }
        var shortest = Int64.max
        var longest: Int64 = 0
        var previous = start?.milliseconds ?? 0
        for round in rounds {
            let time = round.last?.time.milliseconds ?? previous
            let gap = max(0, time - previous)
            shortest = min(shortest, gap)
            longest = max(longest, gap)
            previous = time
        }
        let isOneRule = rounds.allSatisfy { $0.last?.rule == last.rule }
        var block = Block(
            number: last.number, time: last.time, rule: isOneRule ? last.rule : "", before: last.before, after: last.after, isIgnored: false
        )
        let apart = TimeWords.tenths(shortest)
        let most = TimeWords.tenths(longest)
        let pace = apart == most ? "\(apart) s apart" : "\(apart) to \(most) s apart"
        let isTrouble = rounds.contains { $0.last?.event?.isTrouble ?? false }
        block.event = Row(
            .again, Label("\(rounds.count)", "\(pace)\(results(rounds)); events \(begin.number) to \(last.number)"), isTrouble: isTrouble)
        return block
    }

    /// The highest number of different outcomes that one row distinguishes.
    private static let mostResults = 16

    /// Returns the outcomes in words, such as `, all answered 429 throttled` or `: 31 nothing yet, 9 without an answer (no connection)`.
    private static func results(_ rounds: [Round]) -> String {
        var counts: [(result: Block.Result, count: Int)] = []
        var others = 0
        for round in rounds {
            if let index = counts.firstIndex(where: { $0.result == round.result }) {
                counts[index].count += 1
            } else if counts.count < mostResults {
                counts.append((round.result, 1))
            } else {
                others += 1
            }
        }
        if counts.count == 1, let only = counts.first?.result {
            return only.isAnswer ? ", all answered \(only.text)" : ", none answered: \(only.text)"
        }
        let words = counts.map { "\($0.count) \($0.result.isAnswer ? $0.result.text : "without an answer (\($0.result.text))")" }
        return ": " + (words + (others > 0 ? ["\(others) otherwise"] : [])).joined(separator: ", ")
    }
}
