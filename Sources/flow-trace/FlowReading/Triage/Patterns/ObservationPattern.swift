import FlowMachine

extension Observations.Found {
    func pattern(_ census: LaunchCensus) -> TriagePattern {
        let (correlation, owner) = (found.correlation, self.owner)
        let devices = census.isHousehold ? nil : found.affected.count
        let cleared = found.cleared.isEmpty ? "" : " \(capitalized(found.cleared.joined(separator: "; ")))."
        let also =
            consequences.isEmpty
            ? ""
            : " It also shows as: \(consequences.map { "\($0.words) (\(census.causes[$0]?.launches ?? 0) launches)" }.joined(separator: "; "))."
        return TriagePattern(
            .correlatedObservation, owner,
            "\(capitalized(words)): \(correlation.text(of: nil, devices: devices)).\(found.mostlyWords)\(since(census))\(cleared)\(because)\(consequence(census))\(also)",
            whose: whose, example: found.unlike, advice: advice,
            [TriagePattern.Parameter("observation", id)] + found.counts,
            found.compared,
            correlation: correlation)
    }

    /// The sentence that names the owner.
    private var whose: String {
        if isOfBoth { return "Owner: the TV provider, together with the device's system (Apple)." }
        let (correlation, owner) = (found.correlation, self.owner)
        if owner != guess {
            return "Owner: probably \(correlation.words(owner)), not \(guess.words), because it comes with \(correlation.reason)."
        }
        if observation == .degraded { return "Owner: Adobe, or the administrator who set the rule in its dashboard." }
        return isOfOneDevice && owner == .network ? LaunchCensus.ownerOfHome : "Owner: \(correlation.words(owner))."
    }

    /// A sentence about the reasons that the launches give; empty if there are none.
    private var because: String {
        let texts = reasons.map { "\($0.kind.words) (\($0.launches) of them)" }
        return texts.isEmpty ? "" : " \(capitalized(texts.joined(separator: "; ")))."
    }

    /// Returns a sentence about the first occurrence; empty if the properties contain a time.
    private func since(_ census: LaunchCensus) -> String {
        found.correlation.properties.contains { $0.isTime } ? found.periods.sentence(census.clock) : census.since(found)
    }

    /// Whether the provider's answers to Apple's framework fail with one system.
    private var isOfBoth: Bool {
        observation == .askedDespiteAccount && found.correlation.properties.contains { $0.isProviders }
            && found.correlation.properties.contains { $0.isSystem } && !found.correlation.isApps
    }

    /// Whether one device of a household has it, and the others do not.
    private var isOfOneDevice: Bool { isHousehold && found.correlation.properties.contains { $0.name == "device" } }

    /// The owner that the observation itself suggests.
    private var guess: FlowCause.Owner {
        switch observation {
        case .refusedCall, .degraded: .adobe
        case .unansweredCall: .network
        case .slowAnswer(let awaited): awaited.party == .partner ? .device : .adobe
        case .accountExpired, .previewContradicted, .previewTooStrict, .askedAgain, .askedDespiteAccount: .provider
        case .signInAtLaunch, .signOutAtLaunch, .signOutAfterDenial, .cancelAtReturn, .pageClosedAtReturn: .app
        case .signOut, .accessDenied, .leftAfterPreview: .viewer
        // In one household, somebody changed it in Settings; on many devices, the system did.
        case .accessGone, .accountGone: isHousehold ? .viewer : .device
        }
    }

    /// The app or the device if the observation comes with one of its properties; otherwise the owner that the observation itself suggests. Refused
    /// calls that come with a provider stay Adobe's, because Adobe's configuration contains the provider.
    private var owner: FlowCause.Owner {
        // Viewers sign out when they leave, whatever the version.
        if observation == .signOut { return guess }
        // In a household, the system is that of the device on which somebody changed it.
        if isHousehold, found.correlation.properties.allSatisfy({ $0.name == "system" || $0.name == "device" || $0.isTime }) {
            return guess
        }
        // Adobe asks the provider for a decision, so the provider's viewers alone wait for the provider.
        if observation.hasOutcomes, let owner = found.correlation.owner { return owner }
        return switch found.correlation.owner {
        case .app?: .app
        case .device?: .device
        case .provider?, .viewer?, .adobe?, .network?, .library?, nil: guess
        }
    }

    private var words: String {
        switch observation {
        case .refusedCall(let failure): "Adobe refuses calls (\(failure.sentence)), whether or not a request fails for it"
        case .unansweredCall: "calls to Adobe have no answer (no connection, or no answer in time)"
        case .slowAnswer(let awaited):
            "\(awaited.party.name)\(awaited.what.isEmpty ? "" : " (\(awaited.what))") takes \(TimeWords.term(CauseFinder.longest)) or longer to answer, or does not answer"
        case .accountExpired: "Apple reports an account whose sign-in with the TV provider has expired"
        case .signInAtLaunch: "the app requests a sign-in within 1 s of its launch, before a viewer can act"
        case .signOutAtLaunch: "the app requests a sign-out within 3 s of its launch, before a viewer can act"
        case .signOutAfterDenial: "the app requests a sign-out within 3 s of a denied play, before a viewer can act"
        case .cancelAtReturn: "the app cancels within 0.5 s of its return to the foreground, before a viewer can act"
        case .pageClosedAtReturn:
            "the provider's page closes within 0.5 s of the app's return to the foreground, before a viewer can act"
        case .previewContradicted: "a play is denied although a preview in the same launch permitted the resource"
        case .previewTooStrict: "a play is permitted although a preview in the same launch denied the resource"
        case .degraded: "Adobe permits plays by a degradation rule, without asking the provider"
        case .signOut: "viewers, or the app in their name, request a sign-out"
        case .accessDenied: "viewers deny the app access to the TV provider when the system asks them"
        case .accessGone: "the app had access to the TV provider in an earlier launch, and does not have it any more"
        case .accountGone: "Apple reported an account of a TV provider to an earlier launch, and reports none any more"
        case .askedDespiteAccount: "viewers with an account of a TV provider in Settings are asked for a page or a code"
        case .askedAgain: "viewers of earlier launches are asked to sign in again"
        case .leftAfterPreview: "viewers leave after a preview, without a play"
        }
    }

    private func consequence(_ census: LaunchCensus) -> String {
        switch observation {
        case .accountExpired: " An expired account is not sent to Adobe, so the viewer needs a page or a code (rule V2-B-06)."
        case .signOutAtLaunch:
            census.causes[.vaultShared] == nil
                ? "" : " Two apps use one vault, so a sign-out in one app signs the viewer out in the other app, too."
        case .accessGone: "\(access(census)) Without it, Apple's single sign-on cannot be used."
        case .accessDenied, .accountGone: " Without it, Apple's single sign-on cannot be used."
        case .degraded:
            " While a degradation rule is on, the provider's packages do not count, and Adobe may sign viewers in without a page or a code. Such a sign-in ends soon, and then these viewers must sign in."
        case .signInAtLaunch: " Viewers who do not want to sign in leave the screen, so more sign-ins are canceled."
        case .signOutAfterDenial: " A denial concerns one resource, not the sign-in."
        case .askedDespiteAccount:
            found.correlation.all.lazy.compactMap { SettingEffect.sentence($0.name, $0.value) }.first.map { " \($0)" } ?? ""
        case .cancelAtReturn:
            " Viewers leave the app during a sign-in, for example to read a code in a text message, and then have to start again."
        case .pageClosedAtReturn:
            " Viewers leave the app during a sign-in, for example for a password or a text message, and then have to start again."
        case .previewTooStrict: " An app that hides or locks what a preview denies keeps viewers from what they may watch."
        case .unansweredCall where isOfOneDevice: " \(LaunchCensus.othersConnect)"
        case .refusedCall, .unansweredCall, .slowAnswer, .previewContradicted, .signOut, .askedAgain, .leftAfterPreview: ""
        }
    }

    /// Returns a sentence about the access of all launches with the properties, if none has it any more; otherwise an empty text.
    private func access(_ census: LaunchCensus) -> String {
        var (with, others) = (Correlation.Count(), Correlation.Count())
        for (number, unit) in census.units.enumerated() {
            for hasAccess in unit.launches.compactMap({ $0.hasAccess }) {
                if found.allUnits.contains(number) { with.add(!hasAccess) } else { others.add(!hasAccess) }
            }
        }
        guard with.affected == with.all, others.affected < others.all else { return "" }
        return
            " No launch with it has access: Apple reports none in \(with.text), and in \(others.text) without."
    }

    private var advice: String {
        if owner == .app, ![.cancelAtReturn, .signInAtLaunch].contains(observation), let (setting, value) = found.correlation.changedSetting
        {
            return "Set \(setting) back to \(value), unless the change is intended."
        }
        return switch observation {
        case .refusedCall: "Compare what the app sends with Adobe's configuration of the provider, and report the code to Adobe's support."
        case .unansweredCall where owner == .network && isOfOneDevice: LaunchCensus.looksAtDevice
        case .unansweredCall where owner == .network && isHousehold:
            "Look at the home's router, at its filters and at its connection to the internet: what changed at this time?"
        case .unansweredCall where owner == .network:
            "Ask the network operator of these viewers about this time, with the host and the times of some of these calls."
        case .slowAnswer(let awaited) where awaited.party == .partner: LaunchCensus.reports(to: "Apple")
        case .unansweredCall where owner == .device, .slowAnswer where owner == .device: LaunchCensus.reports(to: found.correlation.maker)
        case .unansweredCall, .slowAnswer: FindingWords.askAdobe
        case .accountExpired: "Compare the expiry that Apple reports in successive launches: if it does not move, report it to Apple."
        case .signInAtLaunch:
            "Find out why the app requests a sign-in when it is launched. A play asks viewers to sign in when they need it."
        case .signOutAtLaunch: "Find out why the app requests a sign-out when it is launched."
        case .signOutAfterDenial: "Find out why the app requests a sign-out after a denial: the viewer should stay signed in."
        case .cancelAtReturn: "Find out what the app does on its return to the foreground while a page or a code is shown."
        case .pageClosedAtReturn where owner == .device: LaunchCensus.reports(to: found.correlation.maker)
        case .pageClosedAtReturn: "Find out what closes the provider's page on the app's return to the foreground."
        case .previewContradicted, .previewTooStrict:
            "Ask the provider, or the administrator of Adobe's dashboard, why previews and decisions of the same resource differ."
        case .degraded: "Ask the administrator of Adobe's dashboard who set the rule, and whether it is still needed."
        case .accessGone where isHousehold, .accountGone where isHousehold:
            "In the device's settings, look at the account of the TV provider and at the apps that may use it. If nobody changed them, report it to Apple."
        case .accessGone where owner == .app:
            "Compare the entitlements of this version with those of the one before: without the entitlement for single sign-on, Apple denies access to everybody."
        case .accessGone, .accountGone: "Report it to Apple, with a log of before and one of after, if viewers changed nothing in Settings."
        case .askedDespiteAccount where reasons.contains { $0.kind.id == .rejectedByProvider }:
            "Report it to the TV provider and to Apple, with a log with it and one without."
        case .leftAfterPreview: "Look at what the app shows after a preview: does it hide or lock what viewers may watch?"
        case .askedDespiteAccount, .accessDenied, .signOut, .askedAgain:
            "Compare a log with it with one without, for example the good one and the bad one of the evidence."
        }
    }

    private var id: String {
        switch observation {
        case .refusedCall: "refused-call"
        case .unansweredCall: "unanswered-call"
        case .slowAnswer: "slow-answer"
        case .accountExpired: "account-expired"
        case .signInAtLaunch: "sign-in-at-launch"
        case .signOutAtLaunch: "sign-out-at-launch"
        case .signOutAfterDenial: "sign-out-after-denial"
        case .cancelAtReturn: "cancel-at-return"
        case .pageClosedAtReturn: "page-closed-at-return"
        case .previewContradicted: "preview-contradicted"
        case .previewTooStrict: "preview-too-strict"
        case .degraded: "degraded"
        case .signOut: "sign-out"
        case .accessDenied: "access-denied"
        case .accessGone: "access-gone"
        case .accountGone: "account-gone"
        case .askedDespiteAccount: "asked-despite-account"
        case .askedAgain: "asked-again"
        case .leftAfterPreview: "left-after-preview"
        }
    }
}

// What the patterns of sign-ins and of observations have in common.
extension LaunchCensus.Found {
    /// The files of the two launches that should be compared, as `bad.jsonl, unlike good.jsonl.`; empty if there are none.
    var unlike: String { bad.map { "\($0.file)\(good.map { ", unlike \($0.file)" } ?? "")." } ?? "" }

    /// The two launches that should be compared.
    var compared: [TriagePattern.Sighting] {
        [good.map { TriagePattern.Sighting(.good, $0) }, bad.map { TriagePattern.Sighting(.bad, $0) }].compactMap { $0 }
    }

    /// For the launches with the properties, and for all others: the number of affected launches, and the number of launches.
    var counts: [TriagePattern.Parameter] {
        [
            TriagePattern.Parameter("count", correlation.with.affected), TriagePattern.Parameter("of", correlation.with.all),
            TriagePattern.Parameter("otherCount", correlation.others.affected),
            TriagePattern.Parameter("otherOf", correlation.others.all),
        ]
    }
}
