import FlowMachine

extension SignInCensus {
    /// The patterns of the ways in which viewers sign in. No two patterns have a property in common.
    ///
    /// - Parameters:
    ///   - found: The manners of signing in that come with some properties.
    ///   - withoutLengths: Whether another pattern already explains the durations.
    static func patterns(_ found: [Found], withoutLengths: Bool) -> [TriagePattern] {
        var named: [[Correlation.Property]] = []
        return found.compactMap { one in
            if withoutLengths, one.manner == .long { return nil }
            let properties = one.found.correlation.properties
            if named.contains(where: { !Set($0).isDisjoint(with: properties) }) { return nil }
            named.append(properties)
            return one.pattern
        }
    }
}

extension SignInCensus.Found {
    fileprivate var pattern: TriagePattern {
        let (correlation, owner) = (found.correlation, self.owner)
        return TriagePattern(
            .signInWayChanged, owner, what, whose: "Owner: \(correlation.words(owner)).",
            example: found.unlike, advice: advice,
            [TriagePattern.Parameter("manner", manner.id)] + found.counts,
            found.compared,
            correlation: correlation)
    }

    private var owner: FlowCause.Owner {
        if let owner = found.correlation.owner { return owner }
        switch manner {
        case .otherProvider: return .app
        case .screen: return .adobe
        case .long: return .provider
        }
    }

    private var what: String {
        let devices = found.affected.count
        let cleared = found.cleared.isEmpty ? "" : " \(capitalized(found.cleared.joined(separator: "; ")))."
        return
            "Sign-ins that \(manner.rawValue), although they succeed: \(found.correlation.text(of: nil, devices: devices)). \(reason)\(screens)\(lengths)\(cleared)"
    }

    private var reason: String {
        switch manner {
        case .otherProvider:
            "The app makes the request `otherProvider` instead of `signIn`, so the account on the device is not asked for, and the app's own picker is shown (rule FM-15)."
        case .screen: "Only providers are counted whose viewers also sign in through Apple."
        case .long: "A sign-in is compared with those of the same way on the same platform."
        }
    }

    /// A sentence about the number of sign-ins that need a page or a code, if viewers requested another provider; otherwise empty.
    private var screens: String {
        if manner != .otherProvider { return "" }
        func count(_ ones: [SignInCensus.One]) -> String { "\(ones.count { $0.signIn.way != .account }) of \(ones.count)" }
        return " With it, \(count(groups.with)) need a page or a code, otherwise \(count(groups.others))."
    }

    private var lengths: String {
        guard let with = SignInLengths.median(groups.with), let others = SignInLengths.median(groups.others) else { return "" }
        return " Half of them take up to \(TimeWords.term(with)), otherwise \(TimeWords.term(others))."
    }

    private var advice: String {
        switch manner {
        case .otherProvider:
            "Let the sign-in button request `signIn`, and `otherProvider` only if the viewer wants another provider than that of the device."
        case .screen, .long: "Compare a log with it with one without, for example the good one and the bad one of the evidence."
        }
    }
}

extension SignInCensus.Manner {
    /// The manner as a word for programs.
    fileprivate var id: String {
        switch self {
        case .otherProvider: "other-provider"
        case .screen: "page-or-code"
        case .long: "long"
        }
    }
}
