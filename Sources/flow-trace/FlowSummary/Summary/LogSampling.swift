/// Why an app uploads the log of a launch, beside the summary that each launch has.
public struct LogUpload: Hashable, Sendable {
    /// Why the log is uploaded.
    public let reason: Reason
    /// How many launches the log stands for when logs are counted: 1 for a launch with an unfulfilled request, the number of launches of
    /// which one is sampled for a sampled one, 0 for one that is uploaded only because a viewer asked.
    public let weight: Int64

    /// - Parameters:
    ///   - reason: why the log is uploaded.
    ///   - weight: how many launches it stands for.
    public init(reason: Reason, weight: Int64) {
        self.reason = reason
        self.weight = weight
    }

    /// Why a log is uploaded.
    public enum Reason: String, CaseIterable, Sendable {
        /// The viewer or support asked for it.
        case requested
        /// A request was not fulfilled.
        case unfulfilled
        /// It belongs to the sample of launches in which every request was fulfilled.
        case sampled
    }
}

/// Decides which logs an app uploads: those that support asks for, those of launches in which a request was not fulfilled, and a sample of
/// the others. The same launch is always decided alike, on each device and by each server.
public struct LogSampling: Hashable, Sendable {
    /// The number of launches without an unfulfilled request of which one is uploaded; 0: none.
    public var oneIn: Int64

    /// - Parameter oneIn: of how many launches without an unfulfilled request one is uploaded; 0 or less: none.
    public init(oneIn: Int64) { self.oneIn = oneIn }

    /// Why the log of a launch is to be uploaded; `nil` if it is not.
    /// - Parameters:
    ///   - summary: the launch's summary.
    ///   - isRequested: whether the viewer or support asked for it.
    public func upload(_ summary: LaunchSummary, isRequested: Bool = false) -> LogUpload? {
        if summary.isUnfulfilled { return LogUpload(reason: .unfulfilled, weight: 1) }
        if oneIn > 0, LogSampling.number(summary.support) % UInt64(oneIn) == 0 { return LogUpload(reason: .sampled, weight: oneIn) }
        return isRequested ? LogUpload(reason: .requested, weight: 0) : nil
    }

    /// A number that depends on the support id alone: FNV-1a, whose low bits are mixed once more, because the remainder uses them.
    private static func number(_ support: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in support.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return hash ^ (hash >> 33)
    }
}
