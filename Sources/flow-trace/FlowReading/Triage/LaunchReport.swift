import FlowMachine

/// The report on one launch: which app wrote the log, when, and the result of each request.
package struct LaunchReport: Sendable {
    /// Its log: one file, or several segments.
    let segments: [Segment]
    let header: LogHeader
    package let start: Instant
    let end: Instant
    let events: Int
    /// How far the device's clock was ahead of Adobe's at the first answer with Adobe's time, in milliseconds; negative: behind.
    let clockAhead: Int64?
    /// The MVPD that the viewer chose or signed in with last, whether or not the sign-in succeeded.
    let provider: String?
    package let requests: [TriagedRequest]
    /// The number of further requests, in a log that is too long to list all of them.
    let leftOut: Int
    /// Problems of the launch as a whole: with its log, its clock or its vault.
    package let findings: [TriageCause]
    /// What the launch found in the vault and what it left there.
    let vault: LaunchVault
    /// The last configuration that Adobe sent; `nil` if none was fetched.
    package let configuration: AdobeConfiguration?
    /// The profile of the viewer's last sign-in.
    let profile: Profile?
    /// The event that kept that profile.
    let profileKept: Evidence?
    /// The answer by which Adobe declined Apple's single sign-on.
    let declined: Evidence?
    /// The answer that said that the viewer denied TV-provider access; `nil` if it was granted later.
    let accessDenied: Evidence?
    /// When the vault could not keep something.
    let vaultFailures: [Evidence]
    /// Whether the app was in the background at the end.
    let endsInBackground: Bool
    /// Whether the app shut the flow down.
    let isShutDown: Bool
    /// The last event in words.
    let lastEvent: String
    /// The answer with a profile that arrived before anything was shown; `nil` if there was none.
    let foundProfile: Evidence?
    /// How long sign-ins on the second screen took, from the code to the profile, in milliseconds.
    let codeWaits: [Int64]

    /// One file of a launch's log.
    struct Segment: Sendable, Equatable {
        let file: String
        /// The number of its last event; 0 if it has none.
        let last: Int64
    }

    /// The first file of the log.
    package var file: String { segments.first?.file ?? "" }
    /// The folder of the log.
    package var folder: Substring { SegmentName.folder(file) }
    /// The file that contains an event.
    func file(of event: Int64) -> String { segments.first { event <= $0.last }?.file ?? file }
    /// What to quote when reporting `cause`: Adobe's ids, each with the support id, which alone is quoted if only Adobe can act on it.
    func quotes(of cause: TriageCause) -> [String] {
        let support = "support id \(header.support)"
        if cause.quotes.isEmpty { return cause.owner == .adobe ? [support] : [] }
        return cause.quotes.map { "\($0), \(support)" }
    }
    /// Requests that were not fulfilled.
    package var unfulfilled: [TriagedRequest] { requests.filter { !$0.outcome.isFulfilled } }
    /// Requests that were fulfilled, but with problems on the way.
    package var troubled: [TriagedRequest] { requests.filter { $0.outcome.isFulfilled && $0.cause != nil } }
}
