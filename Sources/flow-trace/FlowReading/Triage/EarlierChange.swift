import FlowMachine

/// A change of the provider in an earlier launch of the same device.
struct EarlierChange {
    private let old: MVPDID
    fileprivate let new: MVPDID
    private let event: Int64
    private let launch: Instant

    /// The longest time between a change and a denial that the change explains, in milliseconds: 30 days. After that time, the viewer is assumed to
    /// have used the new provider successfully.
    private static let longest: Int64 = 2_592_000_000

    /// Finds the change of the provider in a launch; `nil` if the launch has none.
    init?(_ report: LaunchReport) {
        for finding in report.findings {
            guard case .launch(.providerChanged(let old, let profile, let event)) = finding.finding else { continue }
            (self.old, new, self.event, launch) = (old, profile.mvpd, event, report.start)
            return
        }
        return nil
    }

    /// Returns whether the change may explain a denial in a launch that began at `launched`.
    fileprivate func explains(_ launched: Instant) -> Bool {
        abs(launched.milliseconds - launch.milliseconds) <= EarlierChange.longest
    }

    fileprivate var circumstance: FlowCause.Denied.Circumstance {
        .providerChanged(from: old, to: new, event: event, launch: launch)
    }
}

extension TriageCause {
    /// Returns the cause with the change as its explanation, if the cause is a denial by the new provider that nothing else explains.
    ///
    /// Otherwise returns the same cause.
    func explained(by change: EarlierChange, launched: Instant) -> TriageCause {
        guard case .refused(.denied(let denied)) = finding, case .none = denied.circumstance, denied.subject.mvpd == change.new,
            change.explains(launched)
        else { return self }
        return with(.refused(.denied(denied.explained(by: change.circumstance))))
    }
}
