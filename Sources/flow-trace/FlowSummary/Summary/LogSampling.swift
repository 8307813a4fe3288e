/// The reason why an app uploads the log of a launch, and the log's weight. Every launch also has a summary.
public struct LogUpload: Hashable, Sendable {
    /// The reason for the upload.
    public let reason: Reason
    /// The number of launches that the log represents when logs are counted: 1 for a launch with an unfulfilled request; N for a sampled launch, if
    /// one of N launches is sampled; 0 for a log that is uploaded only on request.
    public let weight: Int64

    /// Creates the description of an upload.
    ///
    /// - Parameters:
    ///   - reason: The reason for the upload.
    ///   - weight: The number of launches that the log represents.
    public init(reason: Reason, weight: Int64) {
        self.reason = reason
        self.weight = weight
    }

    /// A reason to upload a log.
    public enum Reason: String, CaseIterable, Sendable {
        /// The viewer or support asked for it.
        case requested
        /// A request was not fulfilled.
        case unfulfilled
        /// The launch is in the sample of launches in which every request was fulfilled.
        case sampled
    }
}

/// Decides which logs an app uploads: the requested logs, the logs of launches with an unfulfilled request, and a sample of all other logs. The
/// decision depends only on the launch, so every device and every server decides alike.
public struct LogSampling: Hashable, Sendable {
    /// The size N of the sample: the log of one in N launches without an unfulfilled request is uploaded; 0 for none.
    public var oneIn: Int64

    /// Creates a sampling.
    ///
    /// - Parameter oneIn: The size N of the sample: the log of one in N launches without an unfulfilled request is uploaded; 0 or less for none.
    public init(oneIn: Int64) { self.oneIn = oneIn }

    /// Returns the reason and weight with which to upload the log of a launch; `nil` if the log is not uploaded.
    ///
    /// - Parameters:
    ///   - summary: The summary of the launch.
    ///   - isRequested: Whether the viewer or support requested the log.
    public func upload(_ summary: LaunchSummary, isRequested: Bool = false) -> LogUpload? {
        if summary.isUnfulfilled { return LogUpload(reason: .unfulfilled, weight: 1) }
        if oneIn > 0, LogSampling.number(summary.support) % UInt64(oneIn) == 0 { return LogUpload(reason: .sampled, weight: oneIn) }
        return isRequested ? LogUpload(reason: .requested, weight: 0) : nil
    }

    /// Returns a number that depends only on the support id: the FNV-1a hash, with its low bits mixed once more, because the remainder uses them.
    private static func number(_ support: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in support.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return hash ^ (hash >> 33)
    }
}
