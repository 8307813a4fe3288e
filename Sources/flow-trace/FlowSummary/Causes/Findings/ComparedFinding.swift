import FlowMachine

extension FlowCause {
    /// A difference from the previous launch, which began at `since`.
    package enum ComparedFinding: Sendable {
        case launchesOverlap(since: Instant, by: Int64)
        case missing(PersistedValue.Kind, LaunchVault.Kept, since: Instant, apps: ComparedApps)
        case vaultEmptied([LaunchVault.Kept], since: Instant, apps: ComparedApps, afterFailures: Bool)
        /// The vault was empty, although the launch with the support id `after` preceded this one. The log of that launch is not given.
        case vaultFoundEmpty(after: String)
        case signedInAfterAll(UserEvent, event: Int64?, isUnanswered: Bool, since: Instant)
        case endedInForeground(since: Instant, pause: Int64, last: Witness?)
        case methodChanged(MVPDID, from: ProfileType, to: ProfileType, since: Instant, MethodChange)
        case configurationChanged([ProviderChange])
        case settingsChanged([DifferenceEntry], since: Instant)
        case versionChanged([DifferenceEntry], since: Instant)
        /// The device's clock was set forward by `by` milliseconds; negative if it was set back.
        case clockSet(by: Int64, since: Instant)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .launchesOverlap: .launchesOverlap
            case .missing(let kind, _, _, _): .missing(kind)
            case .vaultEmptied(_, _, _, let afterFailures): .vaultEmptied(afterFailures: afterFailures)
            case .vaultFoundEmpty: .vaultEmptied(afterFailures: false)
            case .signedInAfterAll: .signedInAfterAll
            case .endedInForeground: .endedInForeground
            case .methodChanged(_, let old, let new, _, _): .methodChanged(from: old, to: new)
            case .configurationChanged: .configurationChanged
            case .settingsChanged: .settingsChanged
            case .versionChanged: .versionChanged
            case .clockSet: .clockSet
            }
        }

        /// The party that can act on the finding.
        package var owner: Owner {
            switch self {
            case .launchesOverlap, .clockSet: .device
            case .missing, .vaultEmptied, .vaultFoundEmpty, .signedInAfterAll, .endedInForeground, .settingsChanged: .app
            case .versionChanged(let changes, _): changes.allSatisfy { $0.what == "system" } ? .device : .app
            case .configurationChanged: .adobe
            case .methodChanged(_, _, _, _, let change):
                switch change {
                case .accessDenied: .viewer
                case .declined, .unknown: .adobe
                }
            }
        }
    }

    /// The app's names and versions in the previous launch and in this launch.
    package struct ComparedApps: Sendable {
        package let before: String
        package let after: String

        package init(before: String, after: String) {
            self.before = before
            self.after = after
        }
    }

    /// The reason why the kind of a sign-in changed.
    package enum MethodChange: Sendable { case accessDenied, declined, unknown }

    /// A difference of a provider in Adobe's configuration.
    package enum ProviderChange: Sendable {
        case new(MVPDID)
        case gone(MVPDID)
        case changed(MVPDID, DifferenceEntry)
    }
}
