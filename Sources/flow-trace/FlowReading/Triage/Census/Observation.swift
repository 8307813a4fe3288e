import FlowMachine

/// Something that a launch shows, and that is no failure by itself. It is reported only if it occurs with a property more often than chance explains.
enum Observation: Hashable, Sendable {
    /// Adobe refused a call with an error, whether or not a request failed for it.
    case refusedCall(FailureKind)
    /// The partner framework reported an account whose sign-in with the TV provider had expired.
    case accountExpired
    /// The app requested a sign-out so soon after its launch that no viewer can have asked for it.
    case signOutAtLaunch
    /// The app requested a sign-out so soon after a denial that no viewer can have asked for it.
    case signOutAfterDenial
    /// A playback was denied although a preview in the same launch had permitted the resource.
    case previewContradicted
    /// A playback was permitted by a degradation rule, without asking the provider.
    case degraded
    /// The viewer, or the app in the viewer's name, requested a sign-out.
    case signOut
    /// The viewer denied the app access to the TV provider when the system asked.
    case accessDenied
    /// An earlier launch had access to the TV provider, and this launch does not have it.
    case accessGone
    /// Apple reported an account to an earlier launch, and reports none to this launch.
    case accountGone
    /// A viewer of earlier launches was asked to sign in: the provider picker, a page or a code was shown.
    case askedAgain

    /// What a launch must have tried to show this; empty if every launch could have shown it.
    var attempt: Attempts {
        switch self {
        case .refusedCall, .signOutAtLaunch, .signOut, .askedAgain: []
        case .accountExpired, .accessGone, .accountGone: .status
        case .accessDenied: .access
        case .previewContradicted: .preview
        case .degraded: .decision
        case .signOutAfterDenial: .denial
        }
    }

    /// Whether viewers often do this, from habit or for various reasons. Such an observation needs more proof, and explains no other cause.
    var isHabit: Bool {
        switch self {
        case .signOut, .askedAgain: true
        case .refusedCall, .accountExpired, .accessDenied, .accessGone, .accountGone, .signOutAtLaunch, .signOutAfterDenial,
            .previewContradicted,
            .degraded:
            false
        }
    }

    /// The order in which observations are considered. If two observations occur in the same launches, the earlier one in this order explains the
    /// other.
    fileprivate var order: (Int, String) {
        switch self {
        case .refusedCall(let failure): (0, failure.sentence)
        case .accountExpired: (1, "")
        case .accessGone: (2, "")
        case .accountGone: (3, "")
        case .accessDenied: (4, "")
        case .signOutAtLaunch: (5, "")
        case .signOutAfterDenial: (6, "")
        case .previewContradicted: (7, "")
        case .degraded: (8, "")
        case .signOut: (9, "")
        case .askedAgain: (10, "")
        }
    }
}

/// Finds what a launch shows, event by event.
struct ObservationReader {
    private(set) var found: Set<Observation> = []
    /// The first and the last report of Apple's framework; `nil` if there is none.
    private(set) var statuses: (first: PartnerStatus, last: PartnerStatus)?
    /// Whether the system asked the viewer for access to the TV provider.
    private(set) var isAsked = false
    private var launched: Instant?
    /// The time of the last denial.
    private var denied: Instant?
    /// The resources that previews of the launch permitted.
    private var previewed: Set<SecretRef> = []
    /// The questions to Apple's framework in which the system may ask the viewer for access.
    private var prompts: Set<RequestID> = []

    /// The time after a launch or a denial in which no viewer can have asked for a sign-out, in milliseconds.
    private static let soonest: Int64 = 3000

    mutating func note(_ record: LogRecord) {
        switch record.event.origin {
        case .app(.launched): launched = record.event.time
        case .user(.signOut):
            found.insert(.signOut)
            func isSoon(after cause: Instant?) -> Bool {
                cause.map { record.event.time.milliseconds - $0.milliseconds < ObservationReader.soonest } ?? false
            }
            if isSoon(after: launched) { found.insert(.signOutAtLaunch) }
            if isSoon(after: denied) { found.insert(.signOutAfterDenial) }
        case .reply(let request, let reply): if case .partner(let answer) = reply.result { note(answer.status, request, record.event.time) }
        case .app, .user, .timer: break
        }
        for effect in record.effects {
            switch effect {
            case .partner(let request, .status(prompt: true)): prompts.insert(request)
            case .answer(_, let answer):
                if case .denied = answer { denied = record.event.time }
                note(answer)
            case .partner, .call, .cancel, .arm, .disarm, .keep, .forget, .present: break
            }
        }
    }

    private mutating func note(_ answer: WishAnswer) {
        switch answer {
        case .previewed(let decisions):
            for decision in decisions {
                if case .permit = decision.verdict { previewed.insert(decision.resource) }
            }
        case .denied(let resource, _): if previewed.contains(resource) { found.insert(.previewContradicted) }
        case .permitted(_, _, .degradation, _): found.insert(.degraded)
        case _: break
        }
    }

    private mutating func note(_ status: PartnerStatus, _ request: RequestID, _ time: Instant) {
        if status.mapping != nil, let expiry = status.expiry, expiry < time { found.insert(.accountExpired) }
        if prompts.remove(request) != nil, statuses?.last.permission == .notDetermined {
            isAsked = true
            if status.permission == .denied { found.insert(.accessDenied) }
        }
        statuses = (statuses?.first ?? status, status)
    }
}

extension LaunchReport {
    /// What the launch shows that is no failure by itself.
    ///
    /// - Parameters:
    ///   - isCompared: Whether there is an earlier launch of the same device.
    ///   - before: The last report of Apple's framework to an earlier launch, or a report that an earlier launch had; `nil` if there is none.
    func observed(isCompared: Bool, after before: PartnerStatus?) -> Set<Observation> {
        var all = observations.union(calls.refused.map { .refusedCall($0) })
        if isCompared, !attempts.isDisjoint(with: [.picker, .page, .code]) { all.insert(.askedAgain) }
        if let before, let now = statuses?.first, before.permission == .granted {
            if now.permission != .granted { all.insert(.accessGone) }
            if now.permission == .granted, before.mapping != nil, now.mapping == nil { all.insert(.accountGone) }
        }
        return all
    }
}

/// Observations that come with properties more often than chance explains.
struct Observations {
    struct Found {
        let observation: Observation
        let found: LaunchCensus.Found
        /// Whether the launches of a few devices were compared.
        let isHousehold: Bool
    }

    /// Returns the observations that come with properties, the clearest first.
    ///
    /// An observation is left out if a cause of `causes`, or a clearer observation, shows the same fault.
    static func found(_ census: LaunchCensus, _ index: UnitIndex, beside causes: [FlowCause.Kind: LaunchCensus.Found]) -> [Found] {
        let all = Set(index.all.flatMap { $0.observations })
        let compared = all.filter { observation in
            let units = index.all.filter { $0.observations.contains(observation) }
            return (census.isHousehold ? units.count : Set(units.map { $0.device }).count) >= CorrelationFinder.fewest
        }
        let faults = causes.filter { !$0.key.isConsequence && !$0.key.isHarmless }
        var found: [Found] = []
        for observation in compared.ordered(by: { $0.order < $1.order }) {
            guard let one = census.found(observation, index, of: compared.count * (observation.isHabit ? 10 : 1)) else { continue }
            // A denial that contradicts a preview says more than that the provider denies, which is usual.
            let others = faults.filter { observation != .previewContradicted || !$0.key.isDenial }.map { $0.value }
            if (others + found.map { $0.found }).contains(where: { one.showsFault(of: $0) }) { continue }
            found.append(Found(observation: observation, found: one, isHousehold: census.isHousehold))
        }
        return found
    }
}

extension LaunchCensus {
    fileprivate func found(_ observation: Observation, _ index: UnitIndex, of findings: Int) -> Found? {
        var hits = CorrelationFinder.Units(index.all.count)
        for (number, unit) in index.all.enumerated() where unit.observations.contains(observation) { hits.insert(number) }
        var mask = index.units(that: observation.attempt)
        mask.formUnion(hits)
        if observation == .askedAgain { mask = mask.intersection(index.comparedUnits) }
        var properties: [Correlation.Property: CorrelationFinder.Units] = [:]
        for (property, units) in index.properties
        where !property.onlyNarrows && !["sign-in", "vault", "kept provider"].contains(property.name) {
            if !isSuspect(property, units, among: index) { continue }
            // Only a provider can contradict itself, and each property that is compared makes chance more likely.
            if observation == .previewContradicted, !property.isProviders { continue }
            properties[property] = units.intersection(mask)
        }
        let change = { (hits: CorrelationFinder.Units, units: CorrelationFinder.Units) in
            self.change(of: hits, within: units, among: index, mask)
        }
        let times = [change(hits, mask), burst(of: hits, among: index, mask), daily(of: hits, among: index, mask)].compactMap { $0 }
        let finder = CorrelationFinder(total: mask.count, properties)
        guard let (correlation, found) = finder.found(hits, times: times, of: findings, changes: { [change($0, $1)].compactMap { $0 } })
        else { return nil }
        let one = CorrelatedLaunches(
            correlation: correlation, affected: hits, mask: mask, attempt: observation.attempt, times: found, index: index
        ).found
        return hasEnoughDevices(one, fewest: observation.isHabit ? CorrelationFinder.fewest : 3) ? one : nil
    }
}
