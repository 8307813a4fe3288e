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
    /// Whether something went wrong here.
    var isTrouble = false

    enum Kind: Equatable, Sendable {
        /// Goes from one lane to another, as a request or as an answer.
        case message(from: Lane, to: Lane, isAnswer: Bool)
        /// Happens in the app itself.
        case note
        /// The viewer took their time.
        case wait
        /// Nothing happened for a while.
        case pause
        /// The previous rows were repeated: how often, and with which results.
        case again
        /// Something is kept over launches, forgotten, or owed to Adobe.
        case memory
        /// Something of the log is missing here.
        case gap
        /// Events that were not asked for are left out here.
        case leftOut
    }

    /// Whether the row goes from or to the partner framework.
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
    /// The states before and after.
    let before: String
    let after: String
    /// Whether the event was ignored.
    let isIgnored: Bool
    /// The waits of the flow before the event.
    var waits: [Row] = []
    /// The event, unless its effects say everything.
    var event: Row?
    /// Adobe's trace id, if the event brought an error with one.
    var trace: String?
    var effects: [Row] = []
    /// The role of the block in a series of polls or retries; `nil` if it belongs to none.
    var turn: Turn?

    /// One step of a request that is sent over and over.
    enum Turn: Equatable, Sendable {
        case request(Endpoint)
        /// Nothing but time: a hold is over.
        case pause
        case answer(Endpoint, Result)
    }

    /// The result of one of the requests.
    struct Result: Equatable, Sendable {
        /// The value by which results are compared: two that read alike may still differ.
        let value: Value
        let text: String

        /// Whether an answer arrived at all.
        var isAnswer: Bool {
            switch value {
            case .failed(.transport(let transport)): transport == .status || transport == .unreadable
            case .failed, .replied: true
            }
        }

        static func == (left: Result, right: Result) -> Bool { left.value == right.value }

        /// What arrived, without what differs from answer to answer, such as a trace id.
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
