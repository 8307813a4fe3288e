import FlowMachine

extension LaunchJudge {
    /// The properties of an event that several parts of a report need. They are computed once per event.
    package struct Context {
        /// The question that the event answers; `nil` if it is unknown.
        package let question: Question?
        /// The time when the question was asked that the event answers, or that times out; `nil` if there is none, or if it is unknown.
        package let asked: Instant?
        /// The request that times out at the event; `nil` if there is none.
        package let timedOut: Question?
        /// The kinds of the event's effects.
        package let effects: EffectKinds
        /// Whether a screen was shown before the event.
        package let showedScreen: Bool
        /// The time of the oldest request that was open before the event; `nil` if no open request was in the log.
        package let oldestOpen: Instant?
    }

    /// The parts of the last record that are needed; without meaning before the first event. Keeping each whole record would copy it.
    struct Last {
        private(set) var number: Int64 = 0
        private(set) var event = FlowEvent(time: Instant(milliseconds: 0), origin: .app(.shutDown))
        private(set) var state = ""
        private(set) var step = ""

        mutating func note(_ record: LogRecord) {
            (number, event, state, step) = (record.number, record.event, record.state, record.step)
        }
    }
}
