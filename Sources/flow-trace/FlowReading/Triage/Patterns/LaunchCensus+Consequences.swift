import FlowMachine

// What a pattern of many launches means.
extension LaunchCensus {
    /// Returns a sentence about the versions of the app with their numbers of launches; empty if there are not several.
    static func alike(_ versions: [String: Int]) -> String {
        versions.count < 2 ? "" : " \(listed(versions.ordered { $0.key < $1.key }.map { "\($0.key) (\($0.value))" })) alike."
    }

    /// Returns a sentence about the effect that one of the properties has on calls or playbacks; empty if no such effect is known.
    static func consequence(_ kind: FlowCause.Kind, _ found: Found?) -> String {
        if found?.times.contains(where: { $0.needsEarlierSignIn }) ?? false { return " So a new sign-in probably helps." }
        if found?.times.contains(where: { $0.needsLaterSignIn }) ?? false {
            return " So a new sign-in does not help, and older sign-ins go on until they end: do not tell viewers to sign out."
        }
        if found?.isPaused ?? false {
            return
                " So the denials before and after that time are usual ones, and in that time the provider permitted everybody, as in a free preview. No version of the app is suspect."
        }
        let properties = found?.correlation.all ?? []
        let effects = (found?.correlation.properties ?? []).filter { kind.settings.contains($0.name) }.compactMap {
            SettingEffect.sentence($0.name, $0.value)
        }
        if let effect = effects.first { return " \(effect)" }
        if kind == .apiEnded, let periods = found?.periods.periods, periods.count > 1 {
            return " Between these periods the API answered again: Adobe probably tests its end, and will test it again."
        }
        if let consequence = Circumstance(kind, found)?.consequence { return " \(consequence)" }
        if properties.contains(where: { $0.name == "clock" }), kind.isUnreachable {
            return " With a wrong date, a device takes the certificates of all servers for invalid, so it makes no connection."
        }
        if case .denied(.code(let code), _) = kind, case .parentalControls = FlowCause.Denier(code),
            found?.times.contains(where: { $0.isDaily }) ?? false
        {
            return " Parental controls at a provider may depend on the hour of the day."
        }
        if case .signInEnded(let code?) = kind, case .homeOnly = FlowCause.Denier(code),
            properties.contains(where: { $0.name == "time zone" })
        {
            return " Devices in this time zone are probably away from home."
        }
        if case .refused(_, .code(let code)?) = kind, case .homeOnly = FlowCause.Denier(code) {
            return " Signing in again does not help: the provider permits it in the viewer's home network only."
        }
        return ""
    }
}
