import FlowMachine

extension LogHeader {
    /// A sentence that says how the log was derived from another log; `nil` for an original recording.
    package var derivationSentence: String? { derivation.map { "No recording: \($0)" } }
}
