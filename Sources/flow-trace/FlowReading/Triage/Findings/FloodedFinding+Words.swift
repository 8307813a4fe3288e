import FlowMachine

extension FindingWords {
    /// The advice against too many previews.
    static let previewLess = "Preview only what is on the screen, and wait for the answer before the next preview."

    /// Returns the words of a finding that a flood of previews explains.
    func caused(by flood: PreviewFloods.Flood) -> FindingWords {
        FindingWords(
            "\(text) It happened while the app requested \(flood.requested): its own requests caused it.", FindingWords.previewLess)
    }
}
