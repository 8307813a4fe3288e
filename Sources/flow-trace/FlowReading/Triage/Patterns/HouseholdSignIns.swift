import FlowMachine

/// Finds why the sign-ins of a household end early: a limit on how many devices may be signed in, or an end of all sign-ins of the account at once.
struct HouseholdSignIns {
    /// A launch that began with a sign-in.
    struct Kept {
        let launch: Int
        let device: Int
        /// The time of the sign-in; the start of the device's first launch if no log contains the sign-in.
        let since: Instant
        let start: Instant
        let provider: String
        let app: String
        /// Why the sign-in ended early; `nil` if it did not.
        let end: FlowCause.Kind?
        let sightings: Sightings
    }

    private(set) var kept: [Kept] = []
    private var signIns: [(device: Int, time: Instant)] = []
    /// The last sign-in of the current device; the start of its first launch if there is none.
    private var since = Instant(milliseconds: 0)
    private var launches = 0
    private(set) var devices = 0

    private static let mostLaunches = 20_000

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - isFirst: Whether the launch is the first of its device.
    mutating func add(_ report: LaunchReport, isFirst: Bool) {
        if isFirst { (devices, since) = (devices + 1, report.start) }
        launches += 1
        guard devices <= HouseholdLimit.mostDevices, kept.count < HouseholdSignIns.mostLaunches else { return }
        if let profile = report.vault.found?.profile {
            let end = report.findings.first { if case .signInEnded = $0.kind { true } else { false } }
            kept.append(
                Kept(
                    launch: launches, device: devices, since: since, start: report.start, provider: profile.mvpd.text,
                    app: report.header.appVersion, end: end?.kind,
                    sightings: Sightings(report.start, event: end?.cause.decisive?.number, in: report)))
        }
        guard let time = report.profileGranted else { return }
        signIns.append((devices, time))
        since = time
    }

    /// Returns the pattern of a limit, or of sign-ins that ended at once; `nil` if there is none, or if the devices are too many for one household.
    func pattern(_ clock: DisplayedClock) -> TriagePattern? {
        HouseholdLimit.isHousehold(devices) ? limit ?? endedAtOnce(clock) : nil
    }

    private var limit: TriagePattern? {
        let cases = kept.map {
            HouseholdLimit.Case(launch: $0.launch, device: $0.device, others: others($0), fails: $0.end != nil, place: $0.sightings.first)
        }
        guard let limit = HouseholdLimit(cases) else { return nil }
        return limit.pattern(
            .signInLimit,
            "Sign-ins end before their stated expiry once at least \(limit.otherDevices) of the household \(limit.others == 1 ? "has" : "have") signed in after them: \(limit.counts(" launches", of: devices)) So the provider probably keeps only \(limit.devices) of an account signed in.",
            advice:
                "Tell the household how many devices of one account the provider keeps signed in. One device less helps, or a package with more devices; each new sign-in ends that of another device.",
            ("ended", "otherEnded"), of: devices)
    }

    /// Returns the number of other devices that signed in after the sign-in of a launch, and before the launch.
    private func others(_ one: Kept) -> Int {
        Set(signIns.filter { $0.device != one.device && $0.time > one.since && $0.time < one.start }.map { $0.device }).count
    }
}
