/// How a launch is known to follow another one on the same device.
package enum LaunchContinuity: String, Sendable, CaseIterable {
    /// Both logs have one support id.
    case support
    /// The log's header names the launch before it.
    case previousLaunch
    /// Both headers name one installation.
    case installation
    /// Segments that a flow numbered in one folder.
    case segments
    /// The numbers of its requests continue where those of the launch before end.
    case requestNumbers

    /// Whether nothing in the logs says so: other logs could look the same.
    var isGuess: Bool {
        switch self {
        case .support, .previousLaunch, .installation: false
        case .segments, .requestNumbers: true
        }
    }

    /// Why the launches are taken for those of one device.
    private var reason: String {
        switch self {
        case .support: "both logs have its support id"
        case .previousLaunch: "the log names it as the launch before"
        case .installation: "both logs name one installation"
        case .segments: "their segments are numbered one after the other"
        case .requestNumbers: "the numbers of their requests continue"
        }
    }

    /// `Compared with support id X by a guess: …`.
    /// - Parameter support: the support id of the launch before.
    func sentence(_ support: String) -> String {
        "Compared with support id \(support)\(isGuess ? " by a guess" : ""): \(reason)"
    }
}
