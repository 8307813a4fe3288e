import FlowMachine

extension TriageCause {
    /// Why a fulfilled request took long, or what went wrong meanwhile.
    enum LateFinding: Sendable {
        case slow(Slow)
        case splitPreview(Slow, PreviewCalls.Split)
        case fulfilledAfterFailures(FailureKind, FailedCalls, after: Int64)

        /// What it is counted, grouped and compared by.
        var kind: Kind {
            switch self {
            case .slow(let slow): .slow(slow.longest, behindOthers: slow.isBehindOthers)
            case .splitPreview: .splitPreview
            case .fulfilledAfterFailures(let commonest, _, _): .fulfilledAfterFailures(commonest)
            }
        }

        /// Who can do something about it.
        var owner: Owner {
            switch self {
            case .slow(let slow): slow.owner
            case .splitPreview: .app
            case .fulfilledAfterFailures(_, let failed, _): failed.owner
            }
        }
    }

    /// How the time of a slow request was spent, in milliseconds.
    struct Slow: Sendable {
        let took: Int64
        /// Without the viewer's own time.
        let waited: Int64
        /// The longest waits, the longest first.
        let waits: [RequestTrail.Wait]
        let longest: Awaited
        /// Whether it waited behind other requests of the app.
        let isBehindOthers: Bool
    }
}

extension TriageCause.LateFinding {
    /// The finding in words.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .slow(let slow): return FindingWords(slow.text, slow.advice)
        case .splitPreview(let slow, let split):
            return FindingWords(
                "\(slow.text) \(split.text)", "Preview fewer resources at a time: here Adobe accepted \(split.accepted) per call.")
        case .fulfilledAfterFailures(_, let failed, let after):
            return FindingWords("It was fulfilled after \(TimeWords.length(after)), although calls failed: \(failed.text).", failed.advice)
        }
    }
}

extension TriageCause.Slow {
    var owner: TriageCause.Owner {
        switch longest.party {
        case .adobe: .adobe
        case .network: .network
        case .held: .app
        case .partner: .device
        case .viewer, .rest: .viewer
        }
    }
}

extension TriageCause.Slow {
    var text: String {
        let texts = waits.map { wait in
            let what = (isBehindOthers ? Awaited.behindOthers : "") + wait.awaited.what
            return "\(TimeWords.length(wait.milliseconds)) \(wait.awaited.party.name)\(what.isEmpty ? "" : " (\(what))")"
        }
        return
            "It took \(TimeWords.length(took)), including \(TimeWords.length(waited)) in which it did not wait for the viewer: \(texts.joined(separator: ", "))."
    }

    var advice: String {
        switch longest.party {
        case .adobe: FindingWords.askAdobe
        case .network: "Check the device's connection."
        case .held where longest == .otherFlow:
            "Find out what the app's other flows on this host request, and why Adobe throttled them."
        case .held: "Find out why the app sends so many requests: they use up the policy allowanceBurst."
        case .partner: "Check the device's TV provider settings."
        case .viewer, .rest: "Nothing is wrong."
        }
    }
}
