/// Something that happened, stamped with the time. The only input of the machine.
public struct FlowEvent: Hashable, Sendable, LogValue {
    /// When, by the device's clock.
    public let time: Instant
    /// Where it came from, and what it was.
    public let origin: Origin

    /// Where an event came from.
    public enum Origin: Hashable, Sendable, LogValue {
        /// The person, or the app in the person's name.
        case user(UserEvent)
        /// The app and its device.
        case app(AppEvent)
        /// An interpreter, about a request.
        case reply(RequestID, Reply)
        /// A timer that ran out.
        case timer(TimerID)

        enum Kind: String, Word {
            case user, app, reply, timer
        }

        var kind: Kind {
            switch self {
            case .user: .user
            case .app: .app
            case .reply: .reply
            case .timer: .timer
            }
        }

        public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                switch try archive.kind(old?.kind) {
                case .user:
                    var user: UserEvent?
                    if case .user(let value) = old { user = value }
                    return .user(try archive.field("user", user))
                case .app:
                    var app: AppEvent?
                    if case .app(let value) = old { app = value }
                    return .app(try archive.field("app", app))
                case .reply:
                    var parts: (RequestID, Reply)?
                    if case .reply(let request, let reply) = old { parts = (request, reply) }
                    return .reply(try archive.field("request", parts?.0), try archive.field("reply", parts?.1))
                case .timer:
                    var timer: TimerID?
                    if case .timer(let value) = old { timer = value }
                    return .timer(try archive.field("timer", timer))
                }
            }
        }
    }

    /// Something that happened at `time`.
    public init(time: Instant, origin: Origin) {
        self.time = time
        self.origin = origin
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            FlowEvent(time: try archive.field("time", old?.time), origin: try archive.field("origin", old?.origin))
        }
    }
}
