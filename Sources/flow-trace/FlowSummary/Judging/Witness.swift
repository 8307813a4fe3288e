import FlowMachine

/// An event that may be quoted as evidence for a cause. Its text is created only when it is quoted, because most witnesses are never quoted.
package struct Witness: Sendable {
    /// The number of the event.
    package let number: Int64
    /// The time of the event, by the device's clock; `nil` for an event that is not in the log.
    package let time: Instant?
    package let testimony: Testimony

    /// The evidence that the event gives. The enumeration is indirect, so that copying a witness copies one reference.
    package indirect enum Testimony: Sendable {
        /// An event of any kind. `shown` is the screen that the viewer saw; `nil` if it is unknown.
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
        /// The launch, at which the kept sign-in had already expired.
        case expired(Profile)
        /// The launch, at which the kept sign-in had already expired. The text omits the sign-in, because the cause's text already names it.
        case expiredAtLaunch(Profile)
    }

    package init(_ record: borrowing LogRecord, _ question: Question?, shown: Presentation? = nil) {
        self.init(record, .event(record.event, asked: question, shown: shown))
    }

    package init(_ record: borrowing LogRecord, _ testimony: Testimony) {
        self.init(record.number, record.event.time, testimony)
    }

    package init(_ number: Int64, _ time: Instant?, _ testimony: Testimony) {
        self.number = number
        self.time = time
        self.testimony = testimony
    }

    /// The screen on which the viewer acted; `nil` if it is unknown.
    package var shown: Presentation? { if case .event(_, _, let shown) = testimony { shown } else { nil } }
}
