/// Something that happened, with its time. Events are the flow's only input.
public struct FlowEvent: Hashable, Sendable, LogObject {
    /// The time of the event, by the device's clock.
    public let time: Instant
    /// The origin of the event, with its content.
    public let origin: Origin

    /// The sender of an event, with the event's content.
    public enum Origin: Hashable, Sendable, LogObject {
        /// An event from the viewer, or from the app on the viewer's behalf.
        case user(UserEvent)
        /// An event from the app or its device.
        case app(AppEvent)
        /// An event from an interpreter, which reports the result of a request.
        case reply(RequestID, Reply)
        /// An event from a timer that fired.
        case timer(TimerID)

        enum Kind: String, Word {
            static let table = WordTable<Self>()
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

        package func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .user(let user): sink.fields(Kind.user, "user", user)
            case .app(let app): sink.fields(Kind.app, "app", app)
            case .reply(let request, let reply): sink.fields(Kind.reply, "request", request, "reply", reply)
            case .timer(let timer): sink.fields(Kind.timer, "timer", timer)
            }
        }

        package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Kind.self) {
            case .user: return .user(try source.field("user"))
            case .app: return .app(try source.field("app"))
            case .reply: return .reply(try source.field("request"), try source.field("reply"))
            case .timer: return .timer(try source.field("timer"))
            }
        }
    }

    /// Creates an event that happened at `time`. Each parameter sets the property of the same name.
    public init(time: Instant, origin: Origin) {
        self.time = time
        self.origin = origin
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("time", time)
        sink.field("origin", origin)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        FlowEvent(time: try source.field("time"), origin: try source.field("origin"))
    }
}
