import FlowMachine

extension FlowCause {
    /// A reason why a request was canceled, or why nobody used its code.
    package enum CanceledFinding: Sendable {
        /// The app canceled the request; `after` is the time since the request, in milliseconds. The second value is the work in progress; `nil` if
        /// it is unknown.
        case canceledByApp(after: Int64, Pending?)
        case shutDown(after: Int64)
        /// The viewer canceled. `at` is the screen; `nil` if it is unknown. `after` is how long the screen had been shown, in milliseconds; `nil` if that
        /// is unknown.
        case canceledByViewer(at: Screen?, after: Int64?, Witness)
        case canceledAtProblem(FailureKind, FailedCalls)
        /// The viewer closed the provider's page. `waited` is how long the flow then waited for a profile, in milliseconds.
        case pageClosed(event: Int64, waited: Int64)
        /// The provider's page led back to the app, and the flow then waited `waited` milliseconds for a profile. The app's policy limits this wait
        /// to `grace` milliseconds.
        case redirectUnconfirmed(event: Int64, waited: Int64, grace: Int64)
        case codeExpired(UnusedCode, isCanceled: Bool)
        indirect case pollsFailed(Polls, Unpolled)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .canceledByApp(_, let pending): .canceledByApp(waitedFor: pending?.party)
            case .shutDown: .shutDown
            case .canceledByViewer(let screen, _, _): .canceledByViewer(at: screen)
            case .canceledAtProblem(let failure, _): .canceledAtProblem(failure)
            case .pageClosed: .pageClosed
            case .redirectUnconfirmed: .redirectUnconfirmed
            case .codeExpired(let code, _): code.isGivenUp ? .codeGivenUp : .codeExpired
            case .pollsFailed: .pollsFailed
            }
        }

        /// The party that can act on the finding.
        package var owner: Owner {
            switch self {
            case .canceledByApp, .shutDown: .app
            case .canceledByViewer: .viewer
            case .canceledAtProblem(_, let failed): failed.owner
            case .pageClosed: .provider
            case .redirectUnconfirmed(_, _, let grace): grace < 5000 ? .app : .provider
            case .codeExpired(let code, _): code.isGivenUp ? .app : code.isShort ? .adobe : .viewer
            case .pollsFailed(let polls, _): polls.owner
            }
        }
    }

    /// The work that a request waited for when the app canceled it.
    package enum Pending: Sendable {
        /// The viewer was at the screen that the value names.
        case at(Screen)
        /// The longest wait of the request.
        case waiting(RequestTrail.Wait)

        package var party: AwaitedParty {
            switch self {
            case .at: .viewer
            case .waiting(let wait): wait.awaited.party
            }
        }
    }

    /// A code that nobody used.
    package struct UnusedCode: Sendable {
        /// The lifetime of the code, in milliseconds; `nil` if it is unknown.
        package let life: Int64?
        /// Whether the lifetime comes from the app's policy, because Adobe stated none.
        package let isLifePolicys: Bool
        /// The number of polls for the sign-in.
        package let polls: Int

        /// Whether the code was valid for less time than viewers need.
        package var isShort: Bool { life.map { $0 < 10 * 60_000 } ?? false }
        /// Whether the app's policy abandoned the code before a viewer could use it.
        package var isGivenUp: Bool { isLifePolicys && isShort }
    }

    /// The result of a request whose polls failed.
    package enum Unpolled: Sendable {
        case unanswered(LogEnd)
        /// The request was fulfilled late. The value is the time since the request, in milliseconds.
        case late(Int64)
        /// The request was refused. The value is the finding about the refusal.
        case refused(Finding)
    }
}
