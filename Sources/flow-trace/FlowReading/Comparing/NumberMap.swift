import FlowMachine

/// Maps the numbers that the recorded decisions issued to the numbers that this build's decisions issued.
///
/// A number without an entry was issued before the first difference, so it is the same on both sides.
struct NumberMap {
    private var toThisBuild: [Issued: Issued] = [:]
    private var toRecorded: [Issued: Issued] = [:]
    /// The recorded numbers that have no counterpart in this build's decisions.
    private var missing: Set<Issued> = []

    /// An offset far above every number that a log can contain. It produces numbers that this build never issued.
    private static let nowhere: Int64 = 1 << 60

    /// Adds the numbers that both sides issued in their decisions about one event.
    mutating func note(_ recorded: [Effect], _ thisBuild: [Effect], _ pairs: EffectPairs) {
        for pair in pairs.pairs {
            let left = pair.left.flatMap { recorded[$0].issues }
            let right = pair.right.flatMap { thisBuild[$0].issues }
            guard let left else { continue }
            let isCounterpart = pair.left.map { EffectKind(recorded[$0]) } == pair.right.map { EffectKind(thisBuild[$0]) }
            guard isCounterpart, let right else {
                missing.insert(left)
                continue
            }
            missing.remove(left)
            if left == right { continue }
            toThisBuild[left] = right
            toRecorded[right] = left
        }
    }

    /// Returns whether the event answers a request, a timer or a presentation that this build never issued.
    func isWithoutCause(_ event: FlowEvent) -> Bool { event.quoted.map { missing.contains($0) } ?? false }

    /// Returns the event with this build's number in place of the recorded number.
    func thisBuilds(_ event: FlowEvent) -> FlowEvent {
        guard let quoted = event.quoted else { return event }
        let number = missing.contains(quoted) ? NumberMap.nowhere + quoted.number : (toThisBuild[quoted] ?? quoted).number
        return event.quoting(number)
    }

    /// Returns this build's effect with the numbers of the log.
    func recorded(_ effect: Effect) -> Effect {
        func number(_ issued: Issued) -> Int64 { (toRecorded[issued] ?? issued).number }
        switch effect {
        case .call(let id, let call): return .call(RequestID(number(.request(id.number))), call)
        case .partner(let id, let request): return .partner(RequestID(number(.request(id.number))), request)
        case .cancel(let id): return .cancel(RequestID(number(.request(id.number))))
        case .present(let id, let presentation): return .present(PresentationID(number(.presentation(id.number))), presentation)
        case .arm(let id, let purpose, let at): return .arm(TimerID(number(.timer(id.number))), purpose, at: at)
        case .disarm(let id): return .disarm(TimerID(number(.timer(id.number))))
        case .answer, .keep, .forget: return effect
        }
    }
}

extension Issued {
    var number: Int64 {
        switch self {
        case .request(let number), .timer(let number), .presentation(let number): number
        }
    }

    /// Returns whether both numbers belong to requests, both to timers, or both to presentations.
    func isAlike(_ other: Issued) -> Bool {
        switch (self, other) {
        case (.request, .request), (.timer, .timer), (.presentation, .presentation): true
        case (.request, _), (.timer, _), (.presentation, _): false
        }
    }
}

extension FlowEvent {
    /// The request, timer or presentation to which the event refers by its number; `nil` if there is none.
    var quoted: Issued? {
        switch origin {
        case .reply(let id, _): .request(id.number)
        case .timer(let id): .timer(id.number)
        case .user(.chose(let id, _)): .presentation(id.number)
        case .user, .app: nil
        }
    }

    /// Returns the event with `number` in place of the number of the request, timer or presentation to which it refers.
    func quoting(_ number: Int64) -> FlowEvent {
        switch origin {
        case .reply(_, let reply): FlowEvent(time: time, origin: .reply(RequestID(number), reply))
        case .timer: FlowEvent(time: time, origin: .timer(TimerID(number)))
        case .user(.chose(_, let choice)): FlowEvent(time: time, origin: .user(.chose(PresentationID(number), choice)))
        case .user, .app: self
        }
    }
}
