extension DeviceClock {
    /// Returns the error of the device's clock in words; `nil` if the clock was right.
    static func error(_ ahead: Int64) -> String? {
        isWrong(ahead) ? "\(TimeWords.term(abs(ahead))) \(ahead < 0 ? "behind" : "ahead of") Adobe's" : nil
    }

    /// Returns the error of the device's clock as part of a sentence.
    static func sentence(_ ahead: Int64) -> String { "the device's clock was \(error(ahead) ?? "right")" }
}
