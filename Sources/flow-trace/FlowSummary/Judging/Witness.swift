import FlowMachine

/// An event that may become evidence. It is put into words only then, because most events never do.
package struct Witness: Sendable {
    /// The number of the event.
    package let number: Int64
    /// The time of the event, by the device's clock; `nil` for an event that is not in the log.
    package let time: Instant?
    package let testimony: Testimony

    /// What it shows. One reference, because a witness is copied often.
    package indirect enum Testimony: Sendable {
        /// An event of a party. `shown`: the screen that the viewer saw, if that is known.
        case event(FlowEvent, asked: Question?, shown: Presentation?)
        /// A request of the app.
        case request(UserEvent)
        case secretLost(SecretRef)
        case vaultFailed
        case signedOut
        /// A viewer had signed out before this launch.
        case signedOutAtLaunch
        /// A viewer had signed out before this event, with which the log begins.
        case signedOutBefore
        /// The launch, whose kept sign-in had expired.
        case expired(Profile)
        /// The launch, whose kept sign-in had expired; the sentence beside it names the sign-in.
        case expiredAtLaunch(Profile)
    }

    package init(_ record: LogRecord, _ question: Question?, shown: Presentation? = nil) {
        self.init(record, .event(record.event, asked: question, shown: shown))
    }

    package init(_ record: LogRecord, _ testimony: Testimony) {
        self.init(record.number, record.event.time, testimony)
    }

    package init(_ number: Int64, _ time: Instant?, _ testimony: Testimony) {
        self.number = number
        self.time = time
        self.testimony = testimony
    }

    /// The screen on which the viewer did it, if that is known.
    package var shown: Presentation? { if case .event(_, _, let shown) = testimony { shown } else { nil } }
}
