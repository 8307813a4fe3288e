import FlowMachine

extension Polls {
    /// The numbers of failed polls by kind of failure, in a sentence.
    var trouble: String {
        var parts: [String] = []
        if throttled > 0 { parts.append("\(throttled) answered with 429 (throttled)") }
        if failed > 0 { parts.append("\(failed) answered with an error") }
        if lost > 0 { parts.append("\(lost) without an answer") }
        return "Of \(count) polls for the sign-in, \(parts.joined(separator: ", "))."
    }

    var advice: String {
        switch owner {
        case .network: "Check the device's connection."
        case _ where throttled > failed: "Ask Adobe's support why this address is throttled."
        case _: "Ask Adobe's support, and quote the lines below."
        }
    }
}
