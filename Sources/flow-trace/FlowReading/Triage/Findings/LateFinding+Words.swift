import FlowMachine

extension FlowCause.LateFinding {
    /// Returns the finding in words.
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

extension FlowCause.Slow {
    var text: String {
        let texts = waits.map { wait in
            let what = (isBehindOthers ? Awaited.behindOthers : "") + wait.awaited.what
            return "\(TimeWords.length(wait.milliseconds)) \(wait.awaited.party.name)\(what.isEmpty ? "" : " (\(what))")"
        }
        return
            "It took \(TimeWords.length(took)), including \(TimeWords.length(waited)) in which it did not wait for the viewer: \(texts.joined(separator: ", "))."
    }

    static let adviceOnOtherFlow = "Find out what the app's other flows on this host request, and why Adobe throttled them."

    var advice: String {
        switch longest.party {
        case .adobe: FindingWords.askAdobe
        case .network: "Check the device's connection."
        case .held where longest == .otherFlow: Self.adviceOnOtherFlow
        case .held: "Find out why the app sends so many requests: they use up the policy allowanceBurst."
        case .partner: "Check the device's TV provider settings."
        case .viewer, .rest: "Nothing is wrong."
        }
    }
}
