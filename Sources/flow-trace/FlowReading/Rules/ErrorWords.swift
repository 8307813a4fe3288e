import FlowMachine

/// A row of `Specs/rules/ERR-errors.md`: the meaning of one of Adobe's error codes in the answer of one endpoint.
package struct ErrorWords: Equatable {
    package let code: String
    package let status: String
    package let action: String
    /// The endpoint whose answer contains the code.
    package let asked: String
    package let rule: String
    /// The reaction of the flow.
    package let does: String

    /// All rows, in the order of the page. A test compares them with the page.
    package static let all: [ErrorWords] = RecordedText.codes.split(separator: "\n").compactMap { ErrorWords(line: $0) }

    /// Returns the rows of a code; empty if Adobe does not document the code.
    package static func of(_ code: String) -> [ErrorWords] { all.filter { $0.code == code } }

    package init(code: String, status: String, action: String, asked: String, rule: String, does: String) {
        self.code = code
        self.status = status
        self.action = action
        self.asked = asked
        self.rule = rule
        self.does = does
    }

    private init?(line: Substring) {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
        guard cells.count == 6 else { return nil }
        self.init(code: cells[0], status: cells[1], action: cells[2], asked: cells[3], rule: cells[4], does: cells[5])
    }

    /// The status, followed by the action if the answer has one.
    package var condition: String { "status \(status)" + (action == "-" ? "" : ", action \(action)") }

    /// The row as a line of the recorded text.
    package var line: String { [code, status, action, asked, rule, does].joined(separator: "|") }

    /// The party that can act, determined from the code, the action and the status alone, as for a finding. Triage determines the party from the
    /// entire log of a launch.
    package var owner: String {
        let known = ErrorCode(code)
        let denier = FlowCause.Denier(known)
        if denier == .homeOnly { return "\(denier.owner.words)\(denier.detail)" }
        switch (action, status) {
        case ("none", "403"): return "\(denier.owner.words)\(denier.detail)"
        case ("none", "400"):
            let owner = known?.ownerOfRejection ?? .adobe
            return owner == .app
                ? "\(owner.words): compare its settings with what is registered at Adobe"
                : "\(owner.words), or the administrator of its dashboard: quote the trace id"
        case ("none", _): return "Adobe: quote the trace id"
        case ("configuration", _): return "Adobe, or the administrator of its dashboard for the service provider"
        case ("authentication", _) where code.hasPrefix("temporary_access"):
            return "the viewer, by a sign-in with a TV provider; the app, if its own requests used up the temporary access"
        case ("authentication", _): return "the viewer, by signing in again; Adobe, if the code returns after a sign-in"
        case ("authorization", _): return "nobody: the flow asks for the decision again"
        case ("retry", _): return "nobody at first: the flow tries again; Adobe or the TV provider, if it lasts"
        case ("applicationRegistration", _): return "nobody at first: the flow gets a new token or registers again; Adobe, if it lasts"
        case (_, _): return "the app: its software statement or its registration"
        }
    }
}

extension FlowCause.Denier {
    /// What the party can do, as the rest of a sentence that begins with the party.
    fileprivate var detail: String {
        switch self {
        case .degradationRule: ", or the administrator who set the degradation rule in its dashboard: the TV provider is not asked"
        case .parentalControls: ", by changing the account's parental controls at the TV provider"
        case .provider: ", or the viewer by another package"
        case .homeOnly: ", which permits it only at the viewer's home: elsewhere, a new sign-in changes nothing"
        case .adobe: ": quote the trace id"
        }
    }
}
