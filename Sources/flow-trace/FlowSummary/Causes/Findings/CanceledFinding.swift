import FlowMachine

extension FlowCause {
    /// Why a request was canceled, or why nobody used its code.
    package enum CanceledFinding: Sendable {
        /// How long it was open, in milliseconds, and what it was busy with; `nil` if that is not known.
        case canceledByApp(after: Int64, Pending?)
        case shutDown(after: Int64)
        /// `nil` if the screen is not known.
        case canceledByViewer(at: Screen?, Witness)
        case canceledAtProblem(FailureKind, FailedCalls)
        /// `waited`: how long there was no profile after the page was closed, in milliseconds.
        case pageClosed(event: Int64, waited: Int64)
        /// `waited`: how long there was no profile after the page led back, in milliseconds; `grace`: how long the app's policy allows.
        case redirectUnconfirmed(event: Int64, waited: Int64, grace: Int64)
        case codeExpired(UnusedCode, isCanceled: Bool)
        indirect case pollsFailed(Polls, Unpolled)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .canceledByApp(_, let pending): .canceledByApp(waitedFor: pending?.party)
            case .shutDown: .shutDown
            case .canceledByViewer(let screen, _): .canceledByViewer(at: screen)
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
        /// The viewer was at this screen.
        case at(Screen)
        /// What it had waited for longest.
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
        /// How long it was valid, in milliseconds, if that is known.
        package let life: Int64?
        /// Whether Adobe did not state how long it is valid, so that the app's policy decided.
        package let isLifePolicys: Bool
        /// How many polls found nobody.
        package let polls: Int

        /// Whether the code was valid for less time than viewers need.
        package var isShort: Bool { life.map { $0 < 10 * 60_000 } ?? false }
        /// Whether the app's policy gave it up before a viewer could use it.
        package var isGivenUp: Bool { isLifePolicys && isShort }
    }

    /// How a request ended whose polls failed.
    package enum Unpolled: Sendable {
        case unanswered(LogEnd)
        /// Fulfilled, after this many milliseconds.
        case late(Int64)
        /// What else explains the refusal.
        case refused(Finding)
    }
}
