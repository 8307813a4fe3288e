import FlowMachine

/// What was read of one launch.
struct LaunchFacts: Sendable {
    /// The files of the launch's log.
    let segments: [LaunchReport.Segment]
    /// The header of the log: the app, its settings, its support id.
    let header: LogHeader
    /// Converts the log's values to words.
    let words: Wording
    /// The time at which the log begins, by the device's clock.
    let start: Instant
    /// The latest time in the log.
    let end: Instant
    /// The number of events.
    let events: Int
    /// The lead of the device's clock over Adobe's, in milliseconds; negative if the device's clock is behind. `nil` if no answer has Adobe's time.
    let clockAhead: Int64?
    /// The MVPD that the viewer chose or signed in with last, whether or not the sign-in succeeded; `nil` if there is none.
    let provider: String?
    /// The account of the TV provider on the device: the platform mapping id that the partner framework reported last; `nil` if it reported none.
    let account: String?
    /// The number of further requests, in a log that is too long to list all of them.
    let leftOut: Int
    /// The contents of the vault at the beginning and at the end of the launch.
    let vault: LaunchVault
    /// The last configuration that Adobe sent; `nil` if the launch fetched none.
    let configuration: AdobeConfiguration?
    /// The time and the event at which `configuration` arrived; `nil` if none arrived. The time is by Adobe's clock if the answer contains it.
    let configured: Sightings?
    /// The profile of the viewer's last sign-in; `nil` if there is none.
    let profile: Profile?
    /// The event that kept `profile`; `nil` if there is none.
    let profileKept: Witness?
    /// The answer by which Adobe declined Apple's single sign-on; `nil` if there is none.
    let declined: Witness?
    /// The answer that said that the viewer denied TV-provider access; `nil` if there is none, or if the viewer granted access later.
    let accessDenied: Witness?
    /// The events at which the vault could not save a value.
    let vaultFailures: [Witness]
    /// Whether the app was in the background when the log ends.
    let endsInBackground: Bool
    /// Whether the app shut the flow down.
    let isShutDown: Bool
    /// The last event; `nil` if there is none.
    let last: Witness?
    /// The reply with a profile that arrived before any screen was shown; `nil` if there was none.
    let foundProfile: Witness?
    /// The durations of sign-ins on a second screen, from the code to the profile, in milliseconds.
    let codeWaits: [Int64]
    /// What the events show that is no failure by itself.
    let observations: Set<Observation>
    /// The first and the last report of Apple's framework; `nil` if there is none.
    let statuses: (first: PartnerStatus, last: PartnerStatus)?
    /// The sign-ins that succeeded.
    let signIns: [CompletedSignIn]
    /// The calls of the launch to Adobe.
    let calls: CallCounts
    /// The lifetimes of the values that Adobe granted, such as profiles.
    let lifetimes: Lifetimes
    /// The resources that previews reported as denied.
    let previewDenials: PreviewDenials
    /// What the launch tried.
    let attempts: Attempts
    /// A number that differs for logs with different events. It is the same only within one process.
    let fingerprint: UInt64
    /// The longest run of requests that the app repeated by itself; `nil` if there is none.
    let loop: RequestLoops.Loop?
}

extension String {
    /// The text before the first space. The space is searched as a byte, which is faster than as a character.
    var firstWord: String { String(Substring(utf8.prefix { $0 != 0x20 })) }
}

extension LogHeader {
    /// The app with its version, without its build.
    var appVersion: String { app.firstWord }
}

extension LaunchReport {
    /// The system without its version, phones and tablets together; `nil` if it is unknown.
    var systemName: String? {
        switch header.settings.platform {
        case .iOS, .iPadOS: "iOS or iPadOS"
        case _: header.system.map { $0.firstWord }
        }
    }
}
