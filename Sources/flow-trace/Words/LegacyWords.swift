import FlowMachine

extension Words {
    /// Whether somebody is signed in on this device, as the legacy API tells.
    func authentication(_ word: ServerAuthorization?, isPoll: Bool) -> Label {
        guard let word else { return Label(isPoll ? "nothing yet" : "nobody signed in") }
        return Label(
            word.mvpd.map { "signed in, \($0.text)" } ?? "signed in", word.notAfter.map { "until \(TimeWords.date($0))" } ?? "")
    }

    /// What the legacy API knows of the viewer.
    func metadata(_ metadata: ViewerMetadata) -> Label {
        Label(metadata.attributes?.name ?? "no metadata", metadata.isFromPartner ? "signed in through the platform" : "")
    }
}
