import FlowMachine

extension FailedCalls {
    /// The failures in words; empty if all calls were answered.
    var text: String {
        let texts = counts.map { $0.kind.sentence(times: $0.count) }
        let text = (texts + (others > 0 ? ["\(others) more in other ways"] : [])).joined(separator: "; ")
        if isDevices {
            return
                "\(text), each within \(FailedCalls.atOnce) ms: no server answers so fast, so the device or its local network blocks Adobe's address"
        }
        return isOneHost ? "\(text), while Adobe's other host answered" : text
    }

    /// The failures in words after `: `; empty if all calls were answered.
    var afterColon: String { isEmpty ? "" : ": \(text)" }

    /// Whether all failed calls were sign-outs, judged by the calls that the log shows; `false` if the log shows none.
    var isOnlySignOuts: Bool {
        !witnesses.isEmpty
            && witnesses.allSatisfy { witness in
                guard case .event(_, .call(let call)?, _) = witness.testimony else { return false }
                return call.endpoint.isLogout
            }
    }

    var advice: String {
        if isInBetween { return "Another server answers in place of Adobe: look for a captive portal, a proxy or a filter in the network." }
        if isDevices {
            return "Find out what blocks the app: the device is offline, or a filter, a VPN or a name server refuses the connection."
        }
        if owner == .network { return "Check the device's connection." }
        return isAboutParameter ? FindingWords.compareSettings : FindingWords.askAdobe
    }
}
