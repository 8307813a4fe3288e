/// Credentials and a token are not both held yet: phase A.
public struct Unregistered: Hashable, Sendable, LogObject {
    var step = Step.waiting

    enum Step: String, Word {
        static let table = WordTable<Self>()
        /// For `launched`.
        case waiting
        /// For credentials (V2-A-02).
        case registering
        /// For a token (V2-A-06).
        case gettingToken
        /// Adobe or the way to it refused; rests until the app asks again or comes to the foreground.
        case refused
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Unregistered(
            step: try source.field("step"))
    }
}

// MARK: Reducing

extension Unregistered {
    func wished(_ wish: Wish, _ run: inout Run) -> Next {
        guard step == .refused else { return Next(.unregistered(self), .`FM-16`) }
        let isAsking = if case .play = wish.kind { true } else { wish.asksPerson }
        guard isAsking else {
            run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
            return Next(.unregistered(self), .`FM-17`)
        }
        // The person asks again, so another registration is allowed.
        run.calls.hasReregistered = false
        return retry(&run)
    }

    func foregrounded(_ run: inout Run) -> Next {
        guard step == .refused else { return Next(.unregistered(self), .`FM-10`) }
        return retry(&run)
    }

    private func retry(_ run: inout Run) -> Next {
        run.getToken()
        if run.calls.client == nil { return Next(.unregistered(Unregistered(step: .registering)), .`V2-A-02`) }
        return Next(.unregistered(Unregistered(step: .gettingToken)), .`V2-A-08`)
    }
}
