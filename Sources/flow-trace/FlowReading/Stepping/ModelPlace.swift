/// Describes places in the model in plain words: `calls.token.notAfter` is the access token's expiry.
enum ModelPlace {
    /// The names of parts of the model in plain words, by their paths.
    private static let names: [String: String] = [
        "calls.allowance": "allowance of calls is full again at",
        "calls.asked": "call that has no outcome yet",
        "calls.client": "client credentials",
        "calls.clockOffset": "Adobe's clock, ahead of the device's by ms",
        "calls.endOfLife": "signs that the legacy API was shut down",
        "calls.failures": "failed calls in a row",
        "calls.hasReregistered": "registered again in this launch",
        "calls.hold": "all calls are held",
        "calls.isTokenSpent": "attempts at a token are used up",
        "calls.jitter": "random delays",
        "calls.numbers": "next numbers",
        "calls.previewSize": "resources per preview call",
        "calls.refreshTimer": "timer to replace the token",
        "calls.stateTimers": "timer of the state",
        "calls.timeoutTimer": "timer for timeouts",
        "calls.token": "access token",
        "calls.tokenPause": "no token is requested before",
        "known.catalogue": "provider list",
        "known.codeWasGone": "the legacy API no longer knew the code",
        "known.foundNobody": "nobody was found signed in",
        "known.isLaunched": "launched",
        "known.isShutDown": "shut down",
        "known.keptCode": "code of an earlier launch",
        "known.keptProfile": "profile that is kept",
        "known.knowsPlatformAccount": "the device reported its account",
        "known.owedLogouts": "pending sign-out",
        "known.partnerStatus": "partner status",
        "known.platformAccount": "account on the device",
        "known.presented": "screen that is shown",
        "known.provider": "remembered provider",
        "known.requestedSignIns": "sign-in that Adobe was asked for",
        "known.resumesAttempt": "continues the sign-in of an earlier launch",
        "known.signedInProviders": "provider that signed the viewer in",
        "known.signedOut": "signed out by the viewer",
        "known.wishes": "request of the app",
        "state.access": "access",
        "state.accountChanged": "the account on the device changed",
        "state.ask": "the state waits for call",
        "state.code": "code",
        "state.configuration": "configuration",
        "state.expiryTimer": "timer for the expiry",
        "state.isUnconfirmed": "Adobe has not confirmed the access yet",
        "state.look": "check of the account on the device",
        "state.mvpd": "provider of the sign-in",
        "state.pending": "decision in progress",
        "state.permits": "permit of a preview",
        "state.pollTimer": "timer for the next poll",
        "state.refusal": "reason for the refusal",
        "state.session": "session of the sign-in",
    ]

    /// The names of values in plain words.
    private static let values: [String: String] = [
        "access": "access", "attempt": "attempt", "codeEnd": "the code's expiry", "due": "due", "end": "end", "expiry": "valid until",
        "freshUntil": "fresh until", "graceEnd": "polls until", "isRedirected": "the page led back",
        "isStatusRefused": "status was refused",
        "isUnsent": "not sent yet", "mapping": "in the partner framework", "mvpd": "provider", "notAfter": "valid until",
        "resource": "resource", "sentWith": "sent with", "slowAnswers": "slow answers", "until": "until",
    ]

    /// Returns the path in words. Positions in lists are counted from 1.
    static func words(_ path: String) -> String {
        let parts = path.split(separator: ".").map { String($0) }
        var begin = 0
        var words = ""
        if parts.count > 1, let name = names["\(parts[0]).\(bare(parts[1]))"] {
            words = name + number(parts[1])
            begin = 2
        }
        for part in parts[begin...] {
            guard let value = value(part) else { continue }
            words += (words.isEmpty ? "" : ", ") + value + number(part)
        }
        return words.isEmpty ? path : words
    }

    /// Returns the name of a value in words; `nil` for a name that adds nothing to the value.
    static func value(_ part: String) -> String? {
        let name = bare(part)
        if ["ref", "id", "kind", "text"].contains(name) { return nil }
        return values[name] ?? spaced(name)
    }

    private static func bare(_ part: String) -> String { String(part.prefix { $0 != "[" }) }

    private static func number(_ part: String) -> String {
        guard let open = part.firstIndex(of: "["), let number = Int64(String(part[open...].dropFirst().dropLast())) else { return "" }
        return " \(number + 1)"
    }

    /// Returns a name with its words separated: `is token spent` for `isTokenSpent`.
    private static func spaced(_ name: String) -> String {
        var words: [UInt8] = []
        for byte in name.utf8 {
            if (0x41...0x5A).contains(byte) { words += [0x20, byte | 0x20] } else { words.append(byte) }
        }
        return String(decoding: words, as: UTF8.self)
    }
}
