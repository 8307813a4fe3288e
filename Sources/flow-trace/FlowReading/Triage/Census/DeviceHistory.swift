import FlowMachine

/// What the launches of one device have shown so far.
struct DeviceHistory {
    /// The start of the first launch; `nil` before it.
    private var firstStart: Instant?
    /// The end of the last launch; `nil` before it.
    private(set) var lastEnd: Instant?
    /// The version of the app of the last launch, without its build; `nil` before it.
    private(set) var app: String?
    /// The system of the last launch; `nil` if it is unknown.
    private(set) var system: String?
    /// The last report of Apple's framework; `nil` if there is none.
    private(set) var status: PartnerStatus?
    /// The last report of Apple's framework with which the app had access to the TV provider, if possible with an account; `nil` if there is none.
    private(set) var bestStatus: PartnerStatus?
    /// The time of the last sign-in; `nil` if the logs contain none.
    private var signedIn: Instant?
    /// The time at which the last profile was granted; `nil` if the logs contain none.
    private var granted: Instant?
    /// Whether an earlier launch had temporary access.
    private(set) var hadTemporaryAccess = false
    /// The number of requests that were not fulfilled.
    private(set) var unfulfilled = 0

    /// Adds a launch.
    mutating func note(_ report: LaunchReport, unfulfilled: Int) {
        firstStart = firstStart ?? report.start
        lastEnd = report.end
        (app, system) = (report.header.appVersion, report.header.system)
        signedIn = report.signIns.last?.time ?? signedIn
        granted = report.profileGranted ?? granted
        hadTemporaryAccess = hadTemporaryAccess || report.requests.contains { $0.outcome == .permitted && $0.asksForTemporaryAccess }
        self.unfulfilled += unfulfilled
        status = report.statuses?.last ?? status
        if let status, status.permission == .granted, status.mapping != nil || bestStatus == nil { bestStatus = status }
    }

    /// Returns the sign-in with which the next launch began; `nil` if no viewer was signed in then.
    func keptSignIn(_ report: LaunchReport) -> LaunchCensus.KeptSignIn? {
        guard report.vault.found?.profile != nil else { return nil }
        return LaunchCensus.KeptSignIn(time: signedIn ?? firstStart ?? report.start, isLogged: signedIn != nil)
    }

    /// Returns the sign-in with which the next launch ended; `nil` if no viewer was signed in.
    func lastSignIn(_ report: LaunchReport) -> LaunchCensus.KeptSignIn? {
        let time = report.profileGranted ?? (report.vault.found?.profile == nil ? nil : granted)
        if let time { return LaunchCensus.KeptSignIn(time: time, isLogged: true) }
        return report.vault.found?.profile.map { _ in LaunchCensus.KeptSignIn(time: firstStart ?? report.start, isLogged: false) }
    }

    /// Returns the age of the viewer's sign-in in the last launch, in words; `nil` if no viewer was signed in.
    func ageOfSignIn(_ report: LaunchReport) -> String? {
        if let signedIn, report.start.milliseconds - signedIn.milliseconds < CorrelationFinder.Daily.day { return "less than a day old" }
        return signedIn != nil || report.vault.found?.profile != nil ? "more than a day old" : nil
    }
}
