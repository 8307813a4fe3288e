extension DeviceClock {
    /// The error of the device's clock, in words; `nil` if the clock was right.
    static func error(_ ahead: Int64) -> String? {
        isWrong(ahead) ? "\(TimeWords.term(abs(ahead))) \(ahead < 0 ? "behind" : "ahead of") Adobe's" : nil
    }

    /// The lead of the device's clock, as a part of a sentence.
    static func sentence(_ ahead: Int64) -> String { "the device's clock was \(error(ahead) ?? "right")" }
}
