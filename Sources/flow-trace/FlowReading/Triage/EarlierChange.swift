import FlowMachine

/// A change of provider in an earlier launch of the device.
struct EarlierChange {
    private let old: MVPDID
    fileprivate let new: MVPDID
    private let event: Int64
    private let launch: Instant

    /// How long a change explains denials, in milliseconds: 30 days. A viewer who complains later has watched with the new provider.
    private static let longest: Int64 = 2_592_000_000

    /// The change in this launch; `nil` if there is none.
    init?(_ report: LaunchReport) {
        for finding in report.findings {
            guard case .launch(.providerChanged(let old, let profile, let event)) = finding.finding else { continue }
            (self.old, new, self.event, launch) = (old, profile.mvpd, event, report.start)
            return
        }
        return nil
    }

    /// Whether the change may explain a denial in a launch that began at this time.
    fileprivate func explains(_ launched: Instant) -> Bool {
        abs(launched.milliseconds - launch.milliseconds) <= EarlierChange.longest
    }

    fileprivate var circumstance: FlowCause.Denied.Circumstance {
        .providerChanged(from: old, to: new, event: event, launch: launch)
    }
}

extension TriageCause {
    /// The same cause; if it is a denial by the provider of the change that nothing else explains, the change explains it.
    func explained(by change: EarlierChange, launched: Instant) -> TriageCause {
        guard case .refused(.denied(let denied)) = finding, case .none = denied.circumstance, denied.subject.mvpd == change.new,
            change.explains(launched)
        else { return self }
        return with(.refused(.denied(denied.explained(by: change.circumstance))))
    }
}
