import FlowMachine

// What to do about a pattern of many launches.
extension LaunchCensus {
    /// Returns the advice of `example`, or another one if the pattern shows another owner than the launch of the example.
    /// `calls` are the calls that launches with the cause make many times as often. `isTimed` says that a timer ends the requests, `isConstant` that it
    /// ends all of them after the same time, and `isHeld` that most of them had waited because Adobe throttled another flow of the app.
    static func advice(
        _ owner: FlowCause.Owner, _ guess: FlowCause.Owner, _ kind: FlowCause.Kind, _ example: Cause.Example, _ found: Found?,
        _ calls: CallRates.Found?, isTimed: Bool, isConstant: Bool, isHeld: Bool
    ) -> String {
        let correlation = found?.correlation
        if owner == .app, let page = correlation?.codePage {
            return opens(page, atTime: correlation?.properties.contains { $0.isTime } ?? false)
        }
        if found?.isPaused ?? false { return "Find out what was planned for that time, and tell viewers that it is over." }
        if isHeld { return FlowCause.Slow.adviceOnOtherFlow }
        if kind.id == .canceledByApp, isTimed || isConstant {
            return "Find the time limit in the app, and compare it with how long the answers take."
        }
        if isTimed { return "Find the timer in the app that closes this screen, for example that of a screen saver." }
        if owner == .device, let correlation, correlation.hasSystem { return reports(to: correlation.maker) }
        if let advice = Circumstance(kind, found)?.advice { return advice }
        if owner == .app, correlation?.properties.contains(where: { $0.name == "temporary access" }) ?? false {
            return "Find out why these launches request temporary access: viewers with a subscription need none."
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
        if owner == .provider, owner != guess || kind.isFailedSignIn, let provider = correlation?.signInProviders.first {
            return "Ask the provider \(provider.value), with the times of some of these launches."
        }
        if owner == .app, owner != guess, let calls { return calls.advice }
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
    static let othersConnect =
        "The other devices of the household reach Adobe, so it is the connection of this one device, such as its Wi-Fi."
    static let ownerOfHome = "Owner: the viewers of the household, for the network at home."
    static let looksAtDevice = "Look at the connection of this device: its place, its Wi-Fi or its cable."
    private static let comparesLaunches =
        "Compare a log with it with one without, for example the good one and the bad one of the evidence."

    /// Returns the advice to try the page on which viewers enter a code.
    static func opens(_ page: String, atTime: Bool) -> String {
        "Open \(page), enter a code there as a viewer would, and ask those who run the page what changed\(atTime ? " at this time" : "")."
    }

    /// Returns the advice to report a fault of a system to its maker.
    static func reports(to maker: String?) -> String {
        "Report it to \(maker ?? "the system's maker"), with a log with it and one without, for example the good one and the bad one of the evidence."
    }
}
