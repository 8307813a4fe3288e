import FlowMachine

extension FlowCause.LogFinding {
    /// Returns the finding in words.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .eventsMissing(let first, let last, let cause):
            return FindingWords(
                "Events \(first) to \(last) may be missing from the log: \(gap(cause)).",
                "Treat the requests near this gap with caution.")
        case .beginsInTheMiddle(let event):
            return FindingWords(
                "The log begins with event \(event): the earlier segments of the launch were not given.",
                "Pass all segments of the launch to flow-trace, if you have them.")
        case .logDamaged(let fault), .lastLineIncomplete(let fault), .decidedDifferently(let fault):
            return FindingWords(fault.text, fault.advice)
        }
    }

    private func gap(_ cause: Snapshot.Cause) -> String {
        switch cause {
        case .folder: "the log's folder could not be used"
        case .alreadyOpen: "another log was using its folder"
        case .writing: "writing failed"
        case .syncing: "written records may not have reached the disk"
        }
    }
}
