import FlowMachine

/// The effects of a policy's values that viewers notice even if no request fails.
enum SettingEffect {
    /// Returns the effect as a sentence; `nil` for a value without an effect that viewers notice.
    ///
    /// - Parameters:
    ///   - path: The path of the setting, for example `policy.attempts`.
    ///   - value: The value in words, as `ComparedHeaders.value` writes it.
    static func sentence(_ path: String, _ value: String) -> String? {
        switch (path, value) {
        case ("partner", "none"): "The flow does not use Apple's single sign-on, so the viewer needs a page or a code."
        case ("hasUserAgent", "no"): "The flow cannot open the provider's page, so it shows a code for a second screen."
        case ("hasUserAgent", "yes"): "The flow opens the provider's page instead of showing a code for a second screen."
        case ("policy.signsOutInUserAgent", "no"):
            "A sign-out does not open the provider's page, so the browser stays signed in there, and the next viewer needs no password."
        case ("policy.opensOwnPickerAfterCancel", "no"):
            "If a viewer closes Apple's picker, the sign-in ends, and the app's own picker is not shown."
        case ("policy.interruptsInExchange", "no"):
            "Apple's framework may not ask the viewer to sign in, so more viewers need a page or a code."
        case ("policy.promptsInCheck", "no"):
            "The system does not ask for access to the TV provider while the flow checks who is signed in, so more viewers need a page or a code."
        case ("policy.statusWithoutExpiry", "never"):
            "An account whose expiry Apple does not report is not used, so the viewer needs a page or a code."
        case ("policy.attempts", "1"): "Calls that fail are not repeated."
        case ("policy.requestTimeout", _): "The app stops waiting after this time, so an answer that comes later is lost."
        case ("policy.pollInterval", _), ("policy.longestPollInterval", _):
            "After a sign-in on a second screen, the app notices it at the next poll."
        case ("policy.userAgentGrace", _): "After the provider's page has closed, the flow looks for the sign-in for this time only."
        case ("policy.sessionLifetime", _): "A code without a stated expiry is shown for this time only."
        case _: nil
        }
    }

    /// Returns the effects of a setting that differs between the versions of the app, for the summary of a folder in which nothing fails.
    ///
    /// - Parameter settings: The settings that differ between launches.
    static func sentence(_ settings: [DifferentSetting]) -> String? {
        let found = settings.filter { one in one.path.hasPrefix("policy.") && one.values.contains { sentence(one.path, $0) != nil } }
            .prefix(2)
        if found.isEmpty { return nil }
        let texts = found.map { one in
            "\(one.text). \(one.values.compactMap { sentence(one.path, $0) }.prefix(1).joined())"
        }
        return "But settings differ that viewers can notice although nothing fails: \(texts.joined(separator: " "))"
    }
}
