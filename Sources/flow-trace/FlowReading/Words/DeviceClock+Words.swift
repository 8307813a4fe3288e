extension DeviceClock {
    /// How wrong it was; `nil` if it was right.
    static func error(_ ahead: Int64) -> String? {
        isWrong(ahead) ? "\(TimeWords.term(abs(ahead))) \(ahead < 0 ? "behind" : "ahead of") Adobe's" : nil
    }

    /// As part of a sentence.
    static func sentence(_ ahead: Int64) -> String { "the device's clock was \(error(ahead) ?? "right")" }
}
