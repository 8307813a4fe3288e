import FlowMachine

extension FailedCalls {
    /// The failures in words; empty if all calls were answered.
    var text: String {
        if isDevices {
            return
                "\(counted)\(onlyCall), each within \(FailedCalls.atOnce) ms: no server answers so fast. The device is offline, or a filter, a VPN or a name server on the home network refuses the connection"
        }
        if isClocks, let clockProof { return "\(counted), probably because the device's clock is wrong: \(clockProof)" }
        if let limit = exceededLimit {
            return
                "\(counted): the app stops waiting after \(TimeWords.term(limit.milliseconds)) (policy requestTimeout; the usual limit: \(usualLimit))"
        }
        return isOneHost ? "\(counted), while Adobe's other host answered" : counted
    }

    /// The failures in words, without what explains them; empty if all calls were answered.
    var counted: String {
        let texts = counts.map { $0.kind.sentence(times: $0.count) }
        return (texts + (others > 0 ? ["\(others) more in other ways"] : [])).joined(separator: "; ")
    }

    /// What shows that the device's clock was wrong, as part of a sentence; `nil` if nothing does.
    var clockProof: String? { conditions.wrongClock?.words }

    /// The one call that failed, if Adobe answered others; otherwise empty.
    private var onlyCall: String {
        guard conditions.wasAnswered, let first = failedEndpoint(witnesses.first), witnesses.allSatisfy({ failedEndpoint($0) == first })
        else {
            return ""
        }
        return " (only \(first.name): Adobe answered other calls)"
    }

    private func failedEndpoint(_ witness: Witness?) -> EndpointKind? {
        guard case .event(_, .call(let call)?, _)? = witness?.testimony else { return nil }
        return EndpointKind(call.endpoint)
    }

    /// The default of the app's time limit for calls, in words.
    private var usualLimit: String { TimeWords.term(Policy().requestTimeout.milliseconds) }

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
            return
                "Find out what blocks the app: the device is offline, or a filter, a VPN or a name server on the home network refuses the connection."
        }
        if isClocks {
            return
                "Set the device's clock: turn on automatic date and time in its settings. At a wrong date, no server's certificate is valid, so no connection succeeds."
        }
        if isAppsLimit {
            return "Set the policy requestTimeout to \(usualLimit), its default. The log cannot tell whether an answer would have arrived: "
                + "compare launches with a longer limit."
        }
        if exceededLimit != nil, owner == .network {
            return "Check the device's connection, and set the policy requestTimeout to \(usualLimit), its default."
        }
        if owner == .network { return "Check the device's connection." }
        if commonest?.code?.isTooMany ?? false { return FindingWords.previewsLess }
        return isAboutParameter ? FindingWords.compareSettings : FindingWords.askAdobe
    }
}

extension CallConditions.WrongClock {
    /// What shows that the device's clock is wrong, as part of a sentence.
    fileprivate var words: String {
        switch self {
        case .tokenLeft(let left):
            "at the launch, the kept access token was valid for another \(TimeWords.term(left)), and Adobe issues tokens for hours"
        case .tooEarly(let time): "this library did not exist at \(TimeWords.second(time, .utc)), the time of the launch"
        }
    }
}
