/// The reason why a launch is considered to follow another launch on the same device.
package enum LaunchContinuity: String, Sendable, CaseIterable {
    /// Both logs have the same support id.
    case support
    /// The log's header names the previous launch.
    case previousLaunch
    /// Both headers name the same installation.
    case installation
    /// A flow numbered the segments of both launches in one folder.
    case segments
    /// The request numbers of the launch continue the request numbers of the previous launch.
    case requestNumbers

    /// Whether the reason only suggests that both launches are of one device. Logs of different devices could look the same.
    var isGuess: Bool {
        switch self {
        case .support, .previousLaunch, .installation: false
        case .segments, .requestNumbers: true
        }
    }

    /// The reason in words.
    private var reason: String {
        switch self {
        case .support: "both logs have its support id"
        case .previousLaunch: "the log names it as the launch before"
        case .installation: "both logs name one installation"
        case .segments: "their segments are numbered one after the other"
        case .requestNumbers: "the numbers of their requests continue"
        }
    }

    /// Returns the reason in a sentence: `Compared with support id X by a guess: …`.
    ///
    /// - Parameter support: The support id of the previous launch.
    func sentence(_ support: String) -> String {
        "Compared with support id \(support)\(isGuess ? " by a guess" : ""): \(reason)"
    }
}
