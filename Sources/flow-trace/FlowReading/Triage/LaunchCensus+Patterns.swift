import FlowMachine

// The patterns that the causes of many launches form, in sentences.
extension LaunchCensus {
    /// The patterns: one per cause, the main patterns first.
    var patterns: [TriagePattern] {
        let isFew = launches <= 8
        let found = found
        // A cause that is no fault must not be listed above a fault with a similar probability of chance.
        func chance(_ kind: FlowCause.Kind) -> Double {
            found[kind].map { min(1, $0.correlation.probability * (kind == .nobodySignedIn ? 10_000 : 1)) } ?? 1
        }
        // Denials by a provider are expected to correlate with the provider, because each provider sells different packages.
        func isExpected(_ kind: FlowCause.Kind) -> Bool {
            guard case .denied = kind, causes[kind]?.main?.owner == .provider else { return false }
            return found[kind].map { $0.correlation.owner == .provider } ?? false
        }
        let families = Set(variants.keys.filter { found[$0] != nil })
        let explained = Set(families.flatMap { (variants[$0] ?? [:]).keys } + signsOfEnd)
        let main = causes.filter { kind, cause in
            kind.isFamily ? families.contains(kind) : !isPassedOver(kind, cause) && !explained.contains(kind) && !isConsequence(kind)
        }
        .ordered { left, right in
            left.value.precedes(
                right.value, (left.key, right.key), (chance(left.key), chance(right.key)), (isExpected(left.key), isExpected(right.key)),
                isFew: isFew)
        }
        return main.compactMap { pattern($0.key, $0.value, found[$0.key]) }
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

    private func pattern(_ kind: FlowCause.Kind, _ cause: Cause, _ found: Found?) -> TriagePattern? {
        guard let main = cause.main, let seen = cause.sightings else { return nil }
        let correlation = found?.correlation
        let owner = owner(main.owner, kind, correlation) ?? main.owner
        var evidence = [TriagePattern.Sighting(.first, seen.first), TriagePattern.Sighting(.last, seen.last)]
        if let good = found?.good { evidence.append(TriagePattern.Sighting(.good, good.file, event: nil, time: good.start)) }
        if let bad = found?.bad { evidence.append(TriagePattern.Sighting(.bad, bad.file, event: nil, time: bad.start)) }
        return TriagePattern(
            correlation == nil ? .recurringCause : .correlatedCause, owner, sentence(kind, cause, found),
            advice: owner == main.owner ? main.example.advice : LaunchCensus.comparesLaunches,
            [
                TriagePattern.Parameter("launches", cause.launches), TriagePattern.Parameter("of", launches),
                TriagePattern.Parameter("times", cause.requests),
            ] + (correlation == nil ? [] : [TriagePattern.Parameter("counted", noun ?? "launches")])
                + (kind.isFamily ? [TriagePattern.Parameter("variants", .texts(forms(of: kind).map { $0.kind.id.rawValue }))] : []),
            evidence,
            cause: TriagePattern.Cause(kind), correlation: correlation)
    }

    private static let comparesLaunches =
        "Compare a log with it with one without, for example the good one and the bad one of the evidence."

    private func sentence(_ kind: FlowCause.Kind, _ cause: Cause, _ found: Found?) -> String {
        let correlation = found?.correlation
        guard let main = cause.main else { return kind.words }
        if cause.launches == 1 { return main.example.text }
        let times = cause.requests == cause.launches ? "" : ", \(cause.requests) times"
        let signs = kind == .apiEnded ? signsOfEnd : []
        let older =
            signs.isEmpty
            ? ""
            : " Versions that do not recognize it report something else: \(signs.ordered { $0.words < $1.words }.map { "\($0.words) (\(causes[$0]?.launches ?? 0) launches)" }.joined(separator: "; "))."
        let forms = kind.isFamily ? " (\(self.forms(of: kind).map { "\($0.kind.words): \($0.count)" }.joined(separator: "; ")))" : ""
        let common = correlation.map { ": \($0.text(of: noun))" } ?? ""
        let hasTime = correlation?.properties.contains { $0.name == "time" } ?? false
        let isLasting = correlation?.properties.contains { $0.isLasting } ?? false
        let release =
            isLasting ? cause.sightings.flatMap { self.releases.sentence($0.first.time, clock) { count(kind, without: $0) } } ?? "" : ""
        let ordinary =
            kind == .nobodySignedIn
            ? " That is no fault: these requests never ask the viewer. They are \(cause.requests) of the \(unfulfilled) that were not fulfilled."
            : ""
        return
            "\(kind.words)\(regularity(cause)): \(cause.launches) of \(launches) launches\(times)\(forms)\(common).\(hasTime ? "" : since(found))\(hasTime && !isLasting ? "" : end(cause, found))\(release)\(older)\(ordinary) \(sentence(main.owner, kind, correlation)) For example \(main.example.text)"
    }

    /// Returns the number of units that have the cause with a version of the app other than `version`.
    private func count(_ kind: FlowCause.Kind, without version: String) -> Int {
        units.count { $0.kinds.contains(kind) && !$0.properties.contains { $0.name == "app" && $0.value == version } }
    }

    /// Returns the first occurrence in words: ` First seen at …; 3 earlier … do not have it.` Empty without a correlation.
    private func since(_ found: Found?) -> String {
        guard let found, let bad = found.bad, bad.start != units.lazy.map({ $0.start }).min() else { return "" }
        let earlier =
            found.earlier < 3 ? "" : "; \(found.earlier) earlier \(noun ?? "launches") with the same properties do not have it"
        return " First seen at \(TimeWords.second(bad.start, clock))\(earlier)."
    }

    /// Returns the last occurrence in words: ` Last seen at …; 12 later launches do not have it.` Empty if the cause may still occur.
    private func end(_ cause: Cause, _ found: Found?) -> String {
        guard let found, let last = cause.sightings?.last else { return "" }
        let properties = found.correlation.properties.filter { $0.name != "time" && !$0.isSetting }
        let later = units.count { unit in unit.start > last.time && properties.allSatisfy { unit.properties.contains($0) } }
        return later < CorrelationFinder.fewest
            ? ""
            : " Last seen at \(TimeWords.second(last.time, clock)); \(later) later \(noun ?? "launches")\(properties.isEmpty ? "" : " with the same properties") do not have it."
    }

    /// Returns the variants of a family of causes, most frequent first.
    private func forms(of family: FlowCause.Kind) -> [(kind: FlowCause.Kind, count: Int)] {
        (variants[family] ?? [:]).ordered { ($1.value, $0.key.words) < ($0.value, $1.key.words) }.map { ($0.key, $0.value) }
    }

    /// The noun for the counted units; `nil` if they are launches. A device whose settings or versions changed is counted once per configuration.
    private var noun: String? {
        if units.count == launches { return nil }
        return units.count == devices ? "devices" : "setups of devices"
    }

    /// Returns a sentence about the delay after which the app canceled its requests, if the delay was always the same. Empty if the delays differ.
    ///
    /// A constant delay shows that a time limit canceled the requests, not a viewer.
    private func regularity(_ cause: Cause) -> String {
        guard let canceled = cause.canceled, cause.requests >= CorrelationFinder.fewest, canceled.lowerBound >= 1000,
            (canceled.upperBound - canceled.lowerBound) * 50 <= canceled.upperBound
        else { return "" }
        return ", always after \(TimeWords.length(canceled.lowerBound))"
    }

    /// The causes whose owner follows from the pattern of all launches, with this owner. The error of a single launch suggests a different owner.
    var revisedOwners: [FlowCause.Kind: FlowCause.Owner] {
        var revised: [FlowCause.Kind: FlowCause.Owner] = [:]
        for (kind, correlation) in correlations {
            guard let guess = causes[kind]?.main?.owner, let owner = owner(guess, kind, correlation) else { continue }
            revised[kind] = owner
            for variant in (variants[kind] ?? [:]).keys { revised[variant] = owner }
        }
        return revised
    }

    /// Returns the owner in a sentence. The owner follows from the pattern of the launches; without a pattern, from the error of a single launch.
    private func sentence(_ guess: FlowCause.Owner, _ kind: FlowCause.Kind, _ correlation: Correlation?) -> String {
        guard let correlation, let owner = owner(guess, kind, correlation) else { return "Owner: \(guess.words)." }
        let words = owner == .device && correlation.properties.contains { $0.isSystem } ? "the device's system (Apple)" : owner.words
        return "Owner: probably \(words), because it comes with \(correlation.reason), not \(guess.words)."
    }

    /// Returns the owner that the pattern shows: for example, what viewers do only with one version is the app's. `nil` if the error shows the same owner, or a different owner with more certainty.
    private func owner(_ guess: FlowCause.Owner, _ kind: FlowCause.Kind, _ correlation: Correlation?) -> FlowCause.Owner? {
        correlation?.owner.flatMap {
            $0 != guess && (guess.isGuessed || kind.isFamily || $0 == .device || (guess == .viewer && $0 == .app)) ? $0 : nil
        }
    }
}
