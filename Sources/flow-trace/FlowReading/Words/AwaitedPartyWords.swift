extension AwaitedParty {
    var name: String {
        switch self {
        case .viewer: "Viewer"
        case .adobe: "Adobe Pass"
        case .partner: "Apple"
        case .network: "Network"
        case .held: "Held"
        case .rest: "At rest"
        }
    }

    /// The party as a word for programs.
    var word: String {
        switch self {
        case .viewer: "viewer"
        case .adobe: "adobe"
        case .partner: "partner"
        case .network: "network"
        case .held: "held"
        case .rest: "rest"
        }
    }
}
