import FlowMachine

// The patterns that the causes of many launches form, in sentences.
extension LaunchCensus {
    /// A cause, with the correlated causes that show the same fault.
    private struct Fault {
        var kind: FlowCause.Kind
        var also: [FlowCause.Kind] = []
    }

    /// The words of the cause that a viewer closed the provider picker.
    static let closedPicker = FlowCause.Kind.canceledByViewer(at: .providerPicker).words
    /// The causes that follow if a lifetime becomes shorter.
    static let outcomesOfLifetimes: [(Lifetimes.Kind, Set<FlowCause.ID>)] = [
        (.mediaToken, [.permittedAgain]), (.code, endsCodes), (.temporaryAccess, [.refusedTemporaryAccess]),
    ]
    /// The causes that end sign-ins with a code.
    static let endsCodes: Set<FlowCause.ID> = [.codeUnused, .codeExpired, .codeGivenUp, .canceledByApp, .canceledByViewer]

    /// Returns the multiplied calls that no correlated cause explains.
    func unexplained(_ rates: [CallRates.Found], _ found: [FlowCause.Kind: Found]) -> [CallRates.Found] {
        rates.filter { rate in
            let settings = Set(rate.correlation.all.filter { $0.isSetting }.map { $0.name })
            return !found.contains { kind, one in
                // If another value of the same setting makes requests fail, the calls of the working value are no fault.
                kind.splitsPreviews && one.explains(rate)
                    || !kind.isHarmless
                        && (one.explains(rate) || one.correlation.all.contains { $0.isSetting && settings.contains($0.name) })
            }
        }
    }

    /// Returns the patterns: one per fault, the main patterns first.
    ///
    /// - Parameters:
    ///   - found: The causes with a correlation.
    ///   - rates: The multiplied calls. A pattern also names those that its causes explain.
    ///   - accompanying: The causes that accompany another one.
    ///   - hidden: The causes that are omitted, because another pattern names them.
    func patterns(
        _ found: [FlowCause.Kind: Found], beside rates: [CallRates.Found] = [],
        accompanied accompanying: [FlowCause.Kind: FlowCause.Kind] = [:], except hidden: Set<FlowCause.Kind> = []
    ) -> [TriagePattern] {
        let isFew = launches <= 8
        // A cause that is no fault must not be listed above a fault with a similar probability of chance.
        func chance(_ kind: FlowCause.Kind) -> Double {
            found[kind].map { min(1, $0.correlation.probability * (kind == .nobodySignedIn ? 10_000 : 1)) } ?? 1
        }
        let families = Set(variants.keys.filter { found[$0] != nil })
        let explained = hidden.union(families.flatMap { (variants[$0] ?? [:]).keys } + signsOfEnd)
        let main = causes.filter { kind, cause in
            kind.isFamily ? families.contains(kind) : !isPassedOver(kind, cause) && !explained.contains(kind) && !isConsequence(kind)
        }
        .ordered { left, right in
            left.value.precedes(
                right.value, (left.key, right.key), (chance(left.key), chance(right.key)),
                (isExpected(left.key, found[left.key]), isExpected(right.key, found[right.key])), isFew: isFew)
        }
        return faults(main.map { $0.key }, found, accompanying).flatMap { fault -> [TriagePattern] in
            let calls = rates.filter { rate in ([fault.kind] + fault.also).contains { found[$0]?.explains(rate) ?? false } }
            let first = found[fault.kind]
            // That providers deny other channels than others is no second fault.
            let further = (first?.further ?? []).filter { !isExpected(fault.kind, $0) }
            let likewise = further.filter { fault.kind.isWithoutAnswer && $0.isLikewise(first) }
            guard let cause = causes[fault.kind],
                let one = pattern(fault.kind, cause, first, also: fault.also, calls, likewise: likewise)
            else { return [] }
            return [one]
                + further.filter { !(fault.kind.isWithoutAnswer && $0.isLikewise(first)) }
                .compactMap { pattern(fault.kind, cause, $0, also: [], []) } + besides(fault, found)
        }
    }

    /// Returns the patterns of what else the causes come with that also show the fault.
    private func besides(_ fault: Fault, _ found: [FlowCause.Kind: Found]) -> [TriagePattern] {
        guard let first = found[fault.kind] else { return [] }
        let known = [first] + first.further
        return fault.also.flatMap { kind -> [TriagePattern] in
            guard let cause = causes[kind], let one = found[kind] else { return [] }
            return ([one] + one.further).filter { other in
                !known.contains {
                    shows(kind, other, $0) || $0.showsFault(of: other) || areFailedSignIns((fault.kind, $0), (kind, other))
                }
                    && !isExpected(kind, other)
            }
            .compactMap { pattern(kind, cause, $0, also: [], []) }
        }
    }

    /// Returns whether a cause shows the fault of another one. A request that is fulfilled after failures may also be a later sign of it.
    private func shows(_ kind: FlowCause.Kind, _ found: Found, _ other: Found) -> Bool {
        found.showsFault(of: other) || kind.isHarmless && found.follows(other)
    }

    /// Whether viewers do not complete sign-ins, in the one case on a page and in the other with a code: viewers of one provider, whose page is behind both, or
    /// viewers of many providers at the same time.
    private func areFailedSignIns(_ one: (kind: FlowCause.Kind, found: Found), _ two: (kind: FlowCause.Kind, found: Found)) -> Bool {
        guard one.kind.isAtPage && two.kind.isAtCode || one.kind.isAtCode && two.kind.isAtPage else { return false }
        if case .lateSignIns? = Circumstance(one.kind, one.found), case .lateSignIns? = Circumstance(two.kind, two.found) {
            return one.found.overlaps(two.found)
        }
        let providers = [one, two].map { $0.found.correlation.signInProviders }
        let isOneProvider = !providers[0].isEmpty && providers[0] == providers[1]
        return isOneProvider && (one.found.times.isEmpty || two.found.times.isEmpty || one.found.overlaps(two.found))
    }

    /// Whether denials are expected to correlate with the provider: each provider sells different packages, and offers other parental controls.
    /// Denials that are limited to a time are not expected.
    private func isExpected(_ kind: FlowCause.Kind, _ found: Found?) -> Bool {
        guard case .denied(_, .alone) = kind, let owner = causes[kind]?.main?.owner, owner == .provider || owner == .viewer, let found
        else {
            return false
        }
        return found.correlation.owner == .provider && found.times.isEmpty
    }

    /// Returns the causes, in their order. Correlated causes of one fault are joined.
    private func faults(
        _ kinds: [FlowCause.Kind], _ found: [FlowCause.Kind: Found], _ accompanying: [FlowCause.Kind: FlowCause.Kind]
    ) -> [Fault] {
        var faults: [Fault] = []
        for kind in kinds {
            let same = faults.firstIndex { fault in
                ([fault.kind] + fault.also).contains { other in
                    guard let one = found[other], let two = found[kind] else { return accompanying[kind] == other }
                    if areFailedSignIns((other, one), (kind, two)) { return true }
                    return ([one] + one.further).contains { shows(kind, two, $0) } && !isExpected(kind, two) && !isExpected(other, one)
                }
            }
            guard let same else {
                faults.append(Fault(kind: kind))
                continue
            }
            let first = faults[same].kind
            let isLarger = first.id == kind.id && causes[kind]?.launches ?? 0 > causes[first]?.launches ?? 0
            if first.isConsequence && kind.explainsOthers || isLarger {
                faults[same] = Fault(kind: kind, also: [first] + faults[same].also)
            } else {
                faults[same].also.append(kind)
            }
        }
        return faults
    }

    /// Returns whether most launches without a signed-in viewer have a different cause that explains the missing sign-in.
    private func isConsequence(_ kind: FlowCause.Kind) -> Bool {
        guard kind == .nobodySignedIn else { return false }
        func explains(_ other: FlowCause.Kind) -> Bool {
            if other.isFamily { return false }
            return other.endsSignIn || causes[other].map { $0.scope == .request && !$0.isOrdinary && !other.isHarmless } ?? false
        }
        let found = units.filter { $0.kinds.contains(kind) }
        return found.count { $0.kinds.contains { $0 != kind && explains($0) } } * 2 > found.count
    }

    private func pattern(
        _ kind: FlowCause.Kind, _ cause: Cause, _ found: Found?, also: [FlowCause.Kind], _ calls: [CallRates.Found],
        likewise: [Found] = []
    ) -> TriagePattern? {
        guard let main = cause.main, let seen = cause.sightings else { return nil }
        let correlation = found?.correlation
        let owner = likewise.isEmpty ? owner(main.owner, kind, found) ?? main.owner : .adobe
        func place(_ unit: Place?, _ otherwise: Sightings.Place) -> Sightings.Place {
            guard let unit else { return otherwise }
            return cause.examples[unit.file]?.place ?? Sightings(unit.start, in: unit.file).first
        }
        var evidence = [
            TriagePattern.Sighting(.first, place(found?.bad, seen.first)), TriagePattern.Sighting(.last, place(found?.last, seen.last)),
        ]
        if let good = found?.good { evidence.append(TriagePattern.Sighting(.good, good)) }
        if let bad = found?.bad { evidence.append(TriagePattern.Sighting(.bad, bad)) }
        let timer = timer(kind, correlation)
        let (text, alone, example) = sentences(kind, cause, found, also: also, timer)
        let whose =
            likewise.isEmpty
            ? alone
            : "Owner: probably Adobe\(main.owner == .adobe ? "" : ", not \(main.owner.words)"), because systems of several makers have it since the same time."
        let others = likewise.map { " Likewise \($0.correlation.text(of: nil, devices: isHousehold ? nil : $0.affected.count))." }
        let what = text + others.joined() + (calls.first.map { " Launches with it make \($0.words)." } ?? "")
        return TriagePattern(
            correlation == nil ? .recurringCause : .correlatedCause, owner, what, whose: whose, example: example,
            advice: !likewise.isEmpty
                ? LaunchCensus.asksAboutSystems
                : LaunchCensus.advice(
                    owner, main.owner, kind, found?.bad.flatMap { cause.examples[$0.file] } ?? main.example, found, calls.first,
                    isTimed: timer != nil, isConstant: cause.canceled.constant != nil, isHeld: cause.heldByOtherFlow * 2 >= cause.requests),
            [
                TriagePattern.Parameter("launches", cause.launches), TriagePattern.Parameter("of", launches),
                TriagePattern.Parameter("times", cause.requests),
            ] + (correlation == nil ? [] : [TriagePattern.Parameter("counted", "launches")])
                + (kind.isFamily ? [TriagePattern.Parameter("variants", .texts(forms(of: kind).map { $0.kind.id.rawValue }))] : [])
                + (also.isEmpty ? [] : [TriagePattern.Parameter("also", .texts(also.map { $0.id.rawValue }))]),
            evidence,
            cause: TriagePattern.Cause(kind), correlation: correlation,
            isUsual: isExpected(kind, found) || kind == .nobodySignedIn && !(correlation?.isApps ?? false),
            isBackground: correlation == nil && launches >= TriageSummary.fewest && cause.launches * 2 < launches)
    }

    private func sentences(
        _ kind: FlowCause.Kind, _ cause: Cause, _ found: Found?, also: [FlowCause.Kind], _ timer: CanceledDelays.Timer?
    ) -> (what: String, whose: String, example: String) {
        let correlation = found?.correlation
        guard let main = cause.main else { return (kind.words, "", "") }
        if cause.launches == 1 { return (main.example.text, "", "") }
        let times = cause.requests == cause.launches ? "" : ", \(cause.requests) times"
        let signs = kind == .apiEnded ? signsOfEnd : []
        let older =
            signs.isEmpty
            ? ""
            : " Versions that do not recognize it report something else: \(signs.ordered { $0.words < $1.words }.map { "\($0.words) (\(causes[$0]?.launches ?? 0) launches)" }.joined(separator: "; "))."
        let forms = kind.isFamily ? " (\(self.forms(of: kind).map { "\($0.kind.words): \($0.count)" }.joined(separator: "; ")))" : ""
        let common = found.map { ": \($0.correlation.text(of: nil, devices: isHousehold ? nil : $0.affected.count))" } ?? ""
        let hasTime = correlation?.properties.contains { $0.isTime } ?? false
        let isLasting = correlation?.properties.contains { $0.isLasting } ?? false
        let isDaily = found?.times.allSatisfy { $0.isDaily && !$0.hasBeginning } ?? false
        let release = isLasting ? found?.bad.flatMap { releases.sentence($0.start, clock) { count(kind, found, without: $0) } } ?? "" : ""
        let cleared =
            isExpected(kind, found)
            ? "" : found.map { $0.cleared.isEmpty ? "" : " \(capitalized($0.cleared.joined(separator: "; ")))." } ?? ""
        let others =
            also.isEmpty
            ? "" : " It also shows as: \(also.map { "\($0.words) (\(causes[$0]?.launches ?? 0) launches)" }.joined(separator: "; "))."
        let ordinary =
            kind == .nobodySignedIn
            ? " That is no fault: these requests never ask the viewer. They are \(cause.requests) of the \(unfulfilled) that were not fulfilled."
            : !isExpected(kind, found)
                ? ""
                : main.owner == .viewer
                    ? " That is usual: providers differ in their parental controls." : " That is usual: each provider sells other packages."
        let held =
            cause.heldByOtherFlow * 2 < cause.requests
            ? ""
            : " \(cause.heldByOtherFlow) of the \(cause.requests) requests had waited because Adobe throttled another flow in the same app, which uses the same host."
        let timed = timer.map { " \($0.sentence(ofRequest: kind.id == .canceledByApp))" } ?? ""
        let what =
            "\(kind.words)\(regularity(kind, cause)): \(cause.launches) of \(tried(kind, cause, found))\(times)\(forms)\(common).\(found?.mostlyWords ?? "")\(hasTime && !isDaily ? found?.periods.sentence(clock) ?? "" : since(found))\(hasTime && !isLasting || cause.scope == .comparison ? "" : end(cause, found))\(release)\(held)\(place(kind, found))\(timed)\(cleared)\(others)\(older)\(ordinary)\(LaunchCensus.consequence(kind, found))"
        let whose =
            found?.isPaused ?? false
            ? "Owner: nobody if that time was planned, otherwise \(main.owner.words)." : sentence(main.owner, kind, found)
        return (what, whose, example(cause, found) ?? main.example.text)
    }

    /// Returns a sentence about the place that the denied resources share in the previews; empty if they share none.
    private func place(_ kind: FlowCause.Kind, _ found: Found?) -> String {
        guard case .denied = kind, let place = found?.place, !isExpected(kind, found) else { return "" }
        return
            " In \(place.count) of \(place.of) of these launches with a preview, a denied resource is at place \(place.number) of the preview."
    }

    /// Returns the number of launches that could have shown the cause, in words.
    private func tried(_ kind: FlowCause.Kind, _ cause: Cause, _ found: Found?) -> String {
        if cause.scope == .comparison {
            let count = units.reduce(0) { $0 + ($1.isCompared ? $1.launches.count : 0) }
            return count < cause.launches ? "\(launches) launches" : "\(count) launches that have an earlier one"
        }
        let attempt = found?.attempt ?? cause.attempt
        if attempt == .screen, let correlation = found?.correlation {
            let count = correlation.with.all + (correlation.before?.all ?? 0) + correlation.others.all
            return "\(count) launches \(attempt.words)"
        }
        if attempt.words.isEmpty { return "\(launches) launches" }
        let units = units
        var count = 0
        for index in units.indices {
            let tried = units[index].launches.count { $0.tried.contains(attempt) }
            // Most units tried it, and comparing causes takes longer than comparing attempts.
            let hasAll = tried == units[index].launches.count || units[index].kinds.contains(kind)
            count += hasAll ? units[index].launches.count : tried
        }
        return count < cause.launches || count == launches ? "\(launches) launches" : "\(count) launches \(attempt.words)"
    }

    /// Returns an example with the properties of the correlation; `nil` if the correlation has none.
    private func example(_ cause: Cause, _ found: Found?) -> String? {
        guard let bad = found?.bad else { return nil }
        return cause.examples[bad.file]?.text ?? "\(bad.file)."
    }

    /// Returns the number of launches that have the cause and the properties of its correlation, with a version of the app other than `version`.
    private func count(_ kind: FlowCause.Kind, _ found: Found?, without version: String) -> Int {
        let properties = found?.correlation.properties.filter { !$0.isTime && !$0.isSetting } ?? []
        return units.reduce(0) { sum, unit in
            guard unit.kinds.contains(kind), found?.bad.map({ unit.start >= $0.start }) ?? true,
                properties.allSatisfy({ unit.properties.contains($0) }),
                !unit.properties.contains(where: { $0.name == "app" && $0.value == version })
            else { return sum }
            return sum + unit.launches.count
        }
    }

    /// Returns the first occurrence in words: ` First seen at …, after 3 launches with the same properties but without it.` Empty without a correlation.
    func since(_ found: Found?) -> String {
        guard let found, let bad = found.bad, bad.start != units.lazy.map({ $0.start }).min() else { return "" }
        if !found.periods.periods.isEmpty { return found.periods.sentence(clock) }
        let earlier = found.earlier < 3 ? "" : ", after \(found.earlier) launches with the same properties but without it"
        return " First seen at \(TimeWords.second(bad.start, clock))\(earlier)."
    }

    /// Returns the last occurrence in words: ` Last seen at …, before 12 launches without it.` Empty if the cause may still occur.
    private func end(_ cause: Cause, _ found: Found?) -> String {
        guard let found, let last = cause.sightings?.last, found.periods.periods.isEmpty else { return "" }
        // Later launches with a new sign-in do not show that the cause is over.
        if found.times.contains(where: { $0.needsEarlierSignIn || $0.needsLaterSignIn }) { return "" }
        let properties = found.correlation.properties.filter { !$0.isTime && !$0.isSetting }
        let later = units.reduce(0) { sum, unit in
            guard properties.allSatisfy({ unit.properties.contains($0) }) else { return sum }
            return sum + unit.launches.count { $0.start > last.time && $0.tried.contains(found.attempt) }
        }
        return later < CorrelationFinder.fewest
            ? ""
            : " Last seen at \(TimeWords.second(last.time, clock)), before \(later) launches \(properties.isEmpty ? "" : "with the same properties but ")without it."
    }

    /// Returns the variants of a family of causes, most frequent first.
    private func forms(of family: FlowCause.Kind) -> [(kind: FlowCause.Kind, count: Int)] {
        (variants[family] ?? [:]).ordered { ($1.value, $0.key.words) < ($0.value, $1.key.words) }.map { ($0.key, $0.value) }
    }

    /// Returns a sentence about the delay after which the app canceled its requests, if the delay was always the same. Empty if the delays differ.
    ///
    /// A constant delay shows that a time limit canceled the requests, not a viewer.
    private func regularity(_ kind: FlowCause.Kind, _ cause: Cause) -> String {
        guard kind.id == .canceledByApp, let delay = cause.canceled.constant else { return "" }
        return ", always after \(TimeWords.length(delay))"
    }

    /// Returns the timer that cancels requests, or that closes the screens at which viewers seem to cancel; `nil` if there is none. The timer is the app's, so
    /// screens that close must come with a version or a setting of it.
    private func timer(_ kind: FlowCause.Kind, _ correlation: Correlation?) -> CanceledDelays.Timer? {
        guard let delays = causes[kind]?.canceled else { return nil }
        let isApps = kind.id == .canceledByApp ? delays.constant == nil : kind.isViewersAct && correlation?.isApps ?? false
        return isApps ? delays.timer(onAtLeast: isHousehold ? 1 : 3) : nil
    }

    /// The causes whose owner follows from the pattern of all launches, with this owner. The error of a single launch suggests a different owner.
    func revisedOwners(_ found: [FlowCause.Kind: Found]) -> [FlowCause.Kind: FlowCause.Owner] {
        var revised: [FlowCause.Kind: FlowCause.Owner] = [:]
        for (kind, found) in found {
            guard let guess = causes[kind]?.main?.owner, let owner = owner(guess, kind, found) else { continue }
            revised[kind] = owner
            for variant in (variants[kind] ?? [:]).keys { revised[variant] = owner }
        }
        return revised
    }

    /// Returns the owner in a sentence. The owner follows from the pattern of the launches; without a pattern, from the error of a single launch.
    private func sentence(_ guess: FlowCause.Owner, _ kind: FlowCause.Kind, _ found: Found?) -> String {
        let (correlation, circumstance) = (found?.correlation, Circumstance(kind, found))
        if let sentence = circumstance?.sentence(guess) { return sentence }
        func words(_ owner: FlowCause.Owner) -> String { correlation?.words(owner) ?? owner.words }
        guard let correlation, let owner = owner(guess, kind, found) else { return "Owner: \(words(guess))." }
        let reason = circumstance?.reason ?? "it comes with \(correlation.reason)"
        return "Owner: probably \(words(owner)), not \(guess.words), because \(reason)."
    }

    /// Returns the owner that the pattern shows. For example, if viewers do something only with one version, the app is the owner. Returns `nil` if
    /// the error shows the same owner, or shows a different owner with more certainty.
    private func owner(_ guess: FlowCause.Owner, _ kind: FlowCause.Kind, _ found: Found?) -> FlowCause.Owner? {
        let circumstance = Circumstance(kind, found)
        if let owner = circumstance?.owner { return owner == guess ? nil : owner }
        if case .awayFromHome? = circumstance { return nil }
        // In a household, the system is that of the device on which somebody did it.
        if isHousehold && kind.isHouseholds { return nil }
        // If only one version of the app lacks an integration, it asks for a wrong one.
        if kind.namesOwner { return kind.lacksIntegration && guess != .app && found?.correlation.owner == .app ? .app : nil }
        return found?.correlation.owner.flatMap {
            let isReason = guess == .viewer && ($0 == .app || $0 == .provider && kind.isViewersAct)
            return $0 != guess && (guess.isGuessed || kind.isFamily || $0 == .device || isReason) ? $0 : nil
        }
    }
}
