import FlowMachine

/// The parties of the drawing, from left to right.
enum Lane: Int, CaseIterable, Sendable {
    case app, viewer, partner, register, adobe

    /// The heading of the lane.
    var name: String {
        switch self {
        case .app: "App"
        case .viewer: "Viewer"
        case .partner: "Apple"
        case .register: "Register"
        case .adobe: "Adobe Pass"
        }
    }
}

/// One row of a sequence diagram.
struct Row: Equatable, Sendable {
    let kind: Kind
    let label: Label
    /// Whether the row shows a problem.
    var isTrouble = false

    enum Kind: Equatable, Sendable {
        /// A request or an answer between two lanes.
        case message(from: Lane, to: Lane, isAnswer: Bool)
        /// An event inside the app.
        case note
        /// The time that the viewer took to act.
        case wait
        /// A time in which nothing happened.
        case pause
        /// A count of repetitions of the previous rows, with their results.
        case again
        /// A change of the values that outlast the launch: a value is kept or forgotten, or a sign-out at Adobe becomes pending.
        case memory
        /// A part of the log that is missing.
        case gap
        /// Events that a filter leaves out.
        case leftOut
    }

    /// Whether the row is a message from or to the partner framework.
    var touchesPartner: Bool {
        if case .message(let from, let to, _) = kind { from == .partner || to == .partner } else { false }
    }

    init(_ kind: Kind, _ label: Label, isTrouble: Bool = false) {
        self.kind = kind
        self.label = label
        self.isTrouble = isTrouble
    }
}

/// One event of the log in a sequence diagram.
package struct Block: Equatable, Sendable {
    let number: Int64
    let time: Instant
    let rule: String
    /// The state before the event. `after` is the state after the event.
    let before: String
    let after: String
    /// Whether the event was ignored.
    let isIgnored: Bool
    /// The rows before the event: the time that passed, gaps, and events that are left out.
    var waits: [Row] = []
    /// The row of the event; `nil` if the rows of its effects show the same.
    var event: Row?
    /// Adobe's trace id; `nil` if the event is no error with a trace id.
    var trace: String?
    var effects: [Row] = []
    /// The role of the block in a series of polls or retries; `nil` if it belongs to none.
    var turn: Turn?

    /// The role of an event in a series of repeated requests.
    enum Turn: Equatable, Sendable {
        case request(Endpoint)
        /// A timer after which the next request may be sent, such as the end of a waiting time after an error.
        case pause
        case answer(Endpoint, Result)
    }

    /// The outcome of one repeated request.
    struct Result: Equatable, Sendable {
        /// The value by which results are compared. Results with the same text can have different values.
        let value: Value
        let text: String

        /// Whether an answer arrived, even if it is an error.
        var isAnswer: Bool {
            switch value {
            case .failed(.transport(let transport)): transport == .status || transport == .unreadable
            case .failed, .replied: true
            }
        }

        static func == (left: Result, right: Result) -> Bool { left.value == right.value }

        /// The outcome without the parts that differ in every answer, such as a trace id.
        enum Value: Equatable, Sendable {
            case failed(FailureKind)
            case replied(Reply.Result)

            init(_ result: Reply.Result) {
                switch result {
                case .failed(let failure): self = .failed(FailureKind(failure))
                case .decisions(let decisions): self = .replied(.decisions(decisions.map(Value.withoutIDs)))
                case _: self = .replied(result)
                }
            }

            private static func withoutIDs(_ decision: AdobeDecision) -> AdobeDecision {
                guard case .deny(let error) = decision.verdict else { return decision }
                let kept = AdobeError(action: error.action, status: error.status, code: error.code)
                return AdobeDecision(resource: decision.resource, verdict: .deny(kept), source: decision.source)
            }
        }
    }
}
