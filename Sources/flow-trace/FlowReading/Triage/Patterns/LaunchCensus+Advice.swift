import FlowMachine

// What to do about a pattern of many launches.
extension LaunchCensus {
    /// Returns the advice of `example`, or another one if the pattern shows another owner than the launch of the example.
    /// `isTimed` says that a timer ends the requests, `isConstant` that it ends all of them after the same time, and `isHeld` that most of them had waited
    /// because Adobe throttled another flow of the app.
    static func advice(
        _ owner: FlowCause.Owner, _ guess: FlowCause.Owner, _ kind: FlowCause.Kind, _ example: Cause.Example, _ found: Found?,
        isTimed: Bool, isConstant: Bool, isHeld: Bool
    ) -> String {
        if isSwitchedOff(kind, found) { return "Look for a schedule in the home's router, and in parental controls of the device." }
        let correlation = found?.correlation
        if owner == .app, let page = correlation?.codePage {
            return
                "Open \(page), enter a code there as a viewer would, and ask those who run the page what changed\(correlation?.properties.contains { $0.isTime } ?? false ? " at this time" : "")."
        }
        if found?.isPaused ?? false { return "Find out what was planned for that time, and tell viewers that it is over." }
        if isHeld { return FlowCause.Slow.adviceOnOtherFlow }
        if kind.id == .canceledByApp, isTimed || isConstant {
            return "Find the time limit in the app, and compare it with how long the answers take."
        }
        if isTimed { return "Find the timer in the app that closes this screen, for example that of a screen saver." }
        if owner == .device, let correlation, correlation.hasSystem { return reports(to: correlation.maker) }
        if kind.isDenial, let provider = correlation?.laterProvider {
            return "On each device that is denied, sign out and sign in with \(provider)."
        }
        if kind.isUsedUp(correlation?.all ?? []) {
            return "Reset the temporary access in Adobe's dashboard, or by its API, if these viewers are to have it again."
        }
        if isDeletedBySafari(kind, correlation) {
            return "Keep the vault where Safari does not delete it, for example behind a cookie that a server sets."
        }
        if isOfAllProviders(kind, correlation) { return "Ask Adobe's support whether it ended sign-ins then." }
        if isEndOfAPI(kind, correlation) {
            return
                "Publish a version of the app that uses REST API V2, and tell viewers to update. If Adobe has not ended V1, report an outage of its hosts to Adobe."
        }
        if owner == .app, kind == .playNeverAsks {
            return
                "Find out why the app requests these plays with ifSignedIn. With signedIn, a viewer who is not signed in is asked to sign in."
        }
        if owner == .app, let correlation, let (setting, value) = correlation.changedSetting {
            let version = correlation.inseparable.first { $0.name == "app" }
            let other =
                version.map { " If that does not help, look for what else \($0.value) changed: the logs cannot tell the two apart." } ?? ""
            return "Set \(setting) back to \(value), unless the change is intended.\(other)"
        }
        if owner == .provider, owner != guess,
            let provider = correlation?.properties.first(where: { $0.isProviders && $0.name != "account" })
        {
            return "Ask the provider \(provider.value), with the times of some of these launches."
        }
        return owner != guess ? comparesLaunches : adviceOnDenials(kind, correlation) ?? example.advice
    }

    /// Returns the advice on denials that many viewers have, which must not name the provider of one of them; `nil` for other causes.
    private static func adviceOnDenials(_ kind: FlowCause.Kind, _ correlation: Correlation?) -> String? {
        guard case .denied(let error, .alone) = kind, case .code(let code) = error else { return nil }
        let denier = FlowCause.Denier(code)
        let providers = (correlation?.properties ?? []).filter { $0.isProviders }
        if denier == .provider, let correlation, correlation.properties.contains(where: { $0.isTime }) {
            return "Ask \(providers.first.map { "the provider \($0.value)" } ?? "the TV provider") what changed at this time."
        }
        return providers.isEmpty ? denier.advice(error, provider: "") : nil
    }

    static let asksAboutSystems =
        "Ask Adobe's support what changed at this time for these systems, such as a certificate or a version of TLS. Until then, a newer system may help."
    private static let comparesLaunches =
        "Compare a log with it with one without, for example the good one and the bad one of the evidence."

    /// Returns the advice to report a fault of a system to its maker.
    static func reports(to maker: String?) -> String {
        "Report it to \(maker ?? "the system's maker"), with a log with it and one without, for example the good one and the bad one of the evidence."
    }

    /// Whether one device of a household has no connection at some hours.
    static func isSwitchedOff(_ kind: FlowCause.Kind, _ found: Found?) -> Bool {
        // A network that asks for a sign-in bars nobody: it is that of a hotel, a train or an office.
        if case .refused(_, .status(FailureKind.networkSignIn)?) = kind { return false }
        guard kind.isUnreachable, let found else { return false }
        return found.correlation.properties.contains { $0.name == "device" } && found.times.contains { $0.isDaily }
    }

    /// Whether only launches with REST API V1 cannot reach Adobe, and only since a time.
    static func isEndOfAPI(_ kind: FlowCause.Kind, _ correlation: Correlation?) -> Bool {
        guard kind.isWithoutAnswer, let correlation, correlation.isLasting else { return false }
        return correlation.properties.contains { $0.name == "api" && $0.value == FlowSettings.API.restV1.rawValue }
    }

    /// Whether Adobe no longer has the sign-ins of several providers since a time. One provider ends the sign-ins of its own viewers only.
    static func isOfAllProviders(_ kind: FlowCause.Kind, _ correlation: Correlation?) -> Bool {
        guard kind == .signInEnded(nil), let correlation, correlation.owner == nil, correlation.properties.contains(where: { $0.isTime })
        else { return false }
        return correlation.providers >= fewestProviders
    }

    /// The fewest providers whose viewers lose their sign-ins if Adobe, and not a provider, ended them.
    private static let fewestProviders = 3

    /// Whether kept values are gone in Safari after more than seven days without a launch.
    static func isDeletedBySafari(_ kind: FlowCause.Kind, _ correlation: Correlation?) -> Bool {
        guard kind.losesKeptValues, let correlation else { return false }
        return correlation.properties.contains { $0.name == "last launch" }
            && correlation.properties.contains { $0.isSystem && $0.value.hasPrefix("Safari") }
    }

    /// Whether phones and tablets have no connection, whatever their system.
    static func isAwayFromHome(_ kind: FlowCause.Kind, _ correlation: Correlation?) -> Bool {
        kind.isUnreachable && correlation?.properties.contains { $0.isOfPhones } ?? false
    }
}
