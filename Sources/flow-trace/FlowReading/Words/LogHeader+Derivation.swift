import FlowMachine

extension LogHeader {
    /// Says that the log is no recording, and how it was made; `nil` for a recording.
    package var derivationSentence: String? { derivation.map { "No recording: \($0)" } }
}
