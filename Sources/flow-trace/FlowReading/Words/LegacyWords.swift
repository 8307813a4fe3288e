import FlowMachine

extension Wording {
    /// Returns the answer of the legacy API about the viewer's sign-in, in words.
    func authentication(_ word: ServerAuthorization?, isPoll: Bool) -> Label {
        guard let word else { return Label(isPoll ? "nothing yet" : "nobody signed in") }
        return Label(
            word.mvpd.map { "signed in, \($0.text)" } ?? "signed in", word.notAfter.map { "until \(TimeWords.date($0, clock))" } ?? "")
    }

    /// Returns the legacy API's metadata about the viewer in words.
    func metadata(_ metadata: ViewerMetadata) -> Label {
        Label(metadata.attributes?.name ?? "no metadata", metadata.isFromPartner ? "signed in through the platform" : "")
    }
}
