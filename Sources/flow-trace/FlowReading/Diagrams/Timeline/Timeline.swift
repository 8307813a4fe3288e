import FlowMachine

/// The time of a log, divided into stretches. In each stretch, the flow waited for one party.
package struct Timeline {
    /// The shortest time, in milliseconds, in which a viewer can answer the partner framework's question.
    ///
    /// A shorter stretch is attributed to the framework itself.
    private static let quickest: Int64 = 1000

    /// A stretch of time in which the flow waited for one party for one reason.
    struct Stretch: Equatable {
        let awaited: Awaited
        var start: Instant
        var end: Instant
        /// Whether the flow waited for the partner framework, which may have asked the viewer or may have answered by itself.
        var isQuestion = false

        var party: AwaitedParty { awaited.party }
        var what: String { awaited.what }
        var milliseconds: Int64 { end.milliseconds - start.milliseconds }
    }

    /// The stretches of 0.05 s and longer, in order.
    let stretches: [Stretch]
    let start: Instant
    let end: Instant

    package init(_ records: [LogRecord]) {
        var stretches: [Stretch] = []
        var waiting = Waiting()
        var previous: LogRecord?
        for record in records {
            if let previous, record.event.time > previous.event.time {
                let awaited = waiting.awaited
                let isQuestion = awaited.party == .viewer && waiting.shown == nil
                if let last = stretches.last, last.awaited == awaited {
                    stretches[stretches.count - 1].end = record.event.time
                } else {
                    stretches.append(
                        Stretch(awaited: awaited, start: previous.event.time, end: record.event.time, isQuestion: isQuestion))
                }
            }
            waiting.take(record)
            if previous.map({ $0.event.time <= record.event.time }) ?? true { previous = record }
        }
        start = records.first?.event.time ?? Instant(milliseconds: 0)
        end = previous?.event.time ?? start
        self.stretches = stretches.filter { $0.milliseconds >= 50 }.map { stretch in
            guard stretch.isQuestion, stretch.milliseconds < Timeline.quickest else { return stretch }
            return Stretch(awaited: .partnerStatus, start: stretch.start, end: stretch.end)
        }
    }

    /// The total time that the flow waited for each party, longest first.
    var sums: [(party: AwaitedParty, milliseconds: Int64)] {
        var sums: [(party: AwaitedParty, milliseconds: Int64)] = []
        for party in AwaitedParty.allCases {
            let sum = stretches.reduce(0) { $1.party == party ? $0 + $1.milliseconds : $0 }
            if sum > 0 { sums.append((party, sum)) }
        }
        return sums.ordered {
            $0.milliseconds == $1.milliseconds ? $0.party.rawValue < $1.party.rawValue : $0.milliseconds > $1.milliseconds
        }
    }
}
