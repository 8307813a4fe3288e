import FlowMachine

extension FlowCause {
    /// The reason why a fulfilled request took long, or the failures before it was fulfilled.
    package enum LateFinding: Sendable {
        case slow(Slow)
        case splitPreview(Slow, PreviewCalls.Split)
        case fulfilledAfterFailures(FailureKind, FailedCalls, after: Int64)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .slow(let slow): .slow(slow.longest, behindOthers: slow.isBehindOthers)
            case .splitPreview: .splitPreview
            case .fulfilledAfterFailures(let commonest, _, _): .fulfilledAfterFailures(commonest)
            }
        }

        /// The party that can act on the finding.
        package var owner: Owner {
            switch self {
            case .slow(let slow): slow.owner
            case .splitPreview: .app
            case .fulfilledAfterFailures(_, let failed, _): failed.owner
            }
        }
    }

    /// The time that a slow request took, and the waits that caused it, in milliseconds.
    package struct Slow: Sendable {
        package let took: Int64
        /// The duration of the request without the time that the viewer took, in milliseconds.
        package let waited: Int64
        /// The longest waits, the longest first.
        package let waits: [RequestTrail.Wait]
        package let longest: Awaited
        /// Whether the request waited behind other requests of the app.
        package let isBehindOthers: Bool
    }
}

extension FlowCause.Slow {
    package var owner: FlowCause.Owner {
        switch longest.party {
        case .adobe: .adobe
        case .network: .network
        case .held: .app
        case .partner: .device
        case .viewer, .rest: .viewer
        }
    }
}
