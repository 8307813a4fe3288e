import FlowMachine

/// Finds the event whose effect led to a later event, for the field `by` of a record. Remembers only the newest causes, at most 1,024.
struct Causes: Sendable {
    enum Key: Hashable, Sendable {
        case request(RequestID)
        case timer(TimerID)
        case presentation(PresentationID)
        case wish(WishID)
    }

    private static let bound = 512
    private var numbers: [Key: Int64] = [:]
    private var order: [Key] = []

    /// Remembers the event `number` as the cause of the replies, timers, choices and cancellations that the event or its effects may lead to.
    mutating func note(_ event: FlowEvent, _ effects: [Effect], number: Int64) {
        if case .user(let user) = event.origin, let wish = user.wish { note(.wish(wish), number) }
        for effect in effects {
            switch effect {
            case .call(let id, _), .partner(let id, _): note(.request(id), number)
            case .arm(let id, _, _): note(.timer(id), number)
            // Removing a screen causes nothing: a late choice is caused by the event that showed the screen.
            case .present(_, .nothing): continue
            case .present(let id, _): note(.presentation(id), number)
            case .cancel, .answer, .disarm, .keep, .forget: continue
            }
        }
    }

    /// Returns the number of the event that led to `origin`; `nil` if no event did, or if the cause is no longer remembered.
    func cause(of origin: FlowEvent.Origin) -> Int64? {
        switch origin {
        case .reply(let id, _): numbers[.request(id)]
        case .timer(let id): numbers[.timer(id)]
        case .user(.chose(let id, _)): numbers[.presentation(id)]
        case .user(.cancel(let wish)): numbers[.wish(wish)]
        case .user, .app: nil
        }
    }

    private mutating func note(_ key: Key, _ number: Int64) {
        if numbers.updateValue(number, forKey: key) == nil { order.append(key) }
        if order.count > Causes.bound * 2 {
            for key in order[..<Causes.bound] { numbers[key] = nil }
            order.removeFirst(Causes.bound)
        }
    }
}
