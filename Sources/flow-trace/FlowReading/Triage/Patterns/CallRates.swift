import FlowMachine

/// Finds calls that launches with one version, setting or system make many times as often as other launches, even if no request fails.
struct CallRates {
    /// A kind of call. A launch must have tried `attempt` to make such a call.
    enum Call: String, CaseIterable {
        case token = "access token requests"
        case poll = "polls"
        case preview = "preview calls"
        case decision = "decision calls"
        case profiles = "profile calls"

        var attempt: Attempts {
            switch self {
            case .token: .token
            case .poll: .code
            case .preview: .preview
            case .decision: .decision
            case .profiles: .request
            }
        }

        init?(_ endpoint: EndpointKind) {
            switch endpoint {
            case .other(.token): self = .token
            case .other(.profileForCode): self = .poll
            case .other(.preauthorize): self = .preview
            case .other(.authorize): self = .decision
            case .other(.profiles), .other(.profile): self = .profiles
            case .other, .restV1: return nil
            }
        }
    }

    /// A kind of call that launches with some properties make far more often.
    struct Found {
        let call: Call
        let correlation: Correlation
        let with: Mean
        let others: Mean
        /// The devices with the properties.
        let devices: Set<Int>
        /// The launch with the properties that has the most calls, and a launch without them.
        let bad: LaunchCensus.Place?
        let good: LaunchCensus.Place?
        let clock: DisplayedClock
    }

    struct Mean {
        var calls = 0
        var launches = 0

        /// The calls per launch, in thousandths.
        var rate: Int64 { Int64(calls) * 1000 / Int64(max(1, launches)) }
        /// The calls per launch in words, such as `19.6`.
        var words: String { TimeWords.tenths(rate) }
    }

    /// A kind of call is reported if its calls per launch are at least this many times as many with the properties as without them.
    private static let least: Int64 = 3

    /// Returns the kinds of calls that are made far more often with some properties, the clearest first.
    static func found(_ census: LaunchCensus, _ index: UnitIndex, by mapper: some Mapper) -> [Found] {
        let legacyFree = index.units(census.settings.filter { $0.key.api == .restV2 }.map { $0.value })
        return mapper.map(Call.allCases) { found($0, index, legacyFree, census.clock) }.compactMap { $0 }
            .ordered { ($0.correlation.probability, $0.call.rawValue) < ($1.correlation.probability, $1.call.rawValue) }
    }

    private static func found(
        _ call: Call, _ index: UnitIndex, _ legacyFree: CorrelationFinder.Units, _ clock: DisplayedClock
    ) -> Found? {
        func rate(_ unit: LaunchCensus.Unit) -> Int64 {
            Int64(unit.calls[call] ?? 0) * 1000 / Int64(max(1, unit.launches.count { $0.tried.contains(call.attempt) }))
        }
        // REST API V1 has other calls, so its launches are not compared.
        let mask = index.units(that: call.attempt).intersection(legacyFree)
        let rates = index.all.indices.filter { mask.contains($0) }.map { max(500, rate(index.all[$0])) }.ordered(by: <)
        guard rates.count >= CorrelationFinder.fewest * 2 else { return nil }
        let (low, high) = (rates[rates.count / 10], rates[rates.count * 9 / 10])
        guard high >= low * least else { return nil }
        // A unit is above this limit if its rate is nearer to the high rates than to the low ones.
        let limit = Int64((Double(low) * Double(high)).squareRoot())
        var above = CorrelationFinder.Units(index.all.count)
        for number in index.all.indices where mask.contains(number) && rate(index.all[number]) > limit { above.insert(number) }
        // A device without a user agent polls while a viewer types the code, so this setting is to blame for nothing.
        let suspects = index.suspects(among: mask) { property, _ in
            property.name != "hasUserAgent" && property.name != Correlation.Property.appUpdate && (property.isApps || property.isSystem)
        }
        let finder = CorrelationFinder(total: mask.count, suspects)
        guard let correlation = finder.correlation(above, times: [], of: Call.allCases.count)?.naming(call.settings) else { return nil }
        return compared(call, correlation, mask, index, clock)
    }

    private static func compared(
        _ call: Call, _ correlation: Correlation, _ mask: CorrelationFinder.Units, _ index: UnitIndex, _ clock: DisplayedClock
    ) -> Found? {
        var named = mask
        for property in correlation.properties {
            named = named.intersection(index.properties[property] ?? CorrelationFinder.Units(index.all.count))
        }
        var (with, others) = (Mean(), Mean())
        var (withDevices, otherDevices): (Set<Int>, Set<Int>) = ([], [])
        var (bad, good): (LaunchCensus.Unit?, LaunchCensus.Unit?)
        for number in index.all.indices where mask.contains(number) {
            let unit = index.all[number]
            let launches = unit.launches.count { $0.tried.contains(call.attempt) }
            let calls = unit.calls[call] ?? 0
            if named.contains(number) {
                withDevices.insert(unit.device)
                with = Mean(calls: with.calls + calls, launches: with.launches + launches)
                if bad.map({ ($0.calls[call] ?? 0, unit.file) < (calls, $0.file) }) ?? true { bad = unit }
            } else {
                otherDevices.insert(unit.device)
                others = Mean(calls: others.calls + calls, launches: others.launches + launches)
                if good.map({ (unit.calls[call] ?? 0, unit.file) < ($0.calls[call] ?? 0, $0.file) }) ?? true { good = unit }
            }
        }
        guard withDevices.count >= CorrelationFinder.fewest, otherDevices.count >= CorrelationFinder.fewest,
            with.rate >= max(others.rate, 300) * least
        else { return nil }
        var counted = correlation
        CorrelatedLaunches.addNotes(to: &counted, mask, index)
        return Found(
            call: call, correlation: counted, with: with, others: others, devices: withDevices, bad: bad?.place, good: good?.place,
            clock: clock)
    }
}

extension CallRates.Call {
    /// The settings that determine how often the call is made.
    fileprivate var settings: [String] {
        switch self {
        case .token: ["policy.tokenMargin"]
        case .poll: ["policy.pollInterval", "policy.longestPollInterval", "activationURL"]
        case .preview, .decision, .profiles: []
        }
    }
}

extension CallRates.Found {
    /// The calls in words, compared with the other launches, such as `19.6 times as many access token requests per launch (19.6 per launch, 1.0
    /// otherwise)`.
    var words: String {
        let times = with.rate * 1000 / max(1, others.rate)
        let many =
            others.calls == 0 ? "\(call.rawValue) in launches" : "\(TimeWords.tenths(times)) times as many \(call.rawValue) per launch"
        return "\(many) (\(with.words) per launch, \(others.words) otherwise)"
    }

    var advice: String {
        "Find out why the app makes so many \(call.rawValue): compare the settings, and look at what the app requests by itself."
    }

    var pattern: TriagePattern {
        let owner = correlation.owner ?? .app
        let properties = correlation.named
        return TriagePattern(
            .callsMultiplied, owner,
            "\(capitalized(words)) with \(properties): \(with.calls) in \(with.launches) launches \(call.attempt.words) on \(devices.count) devices, \(others.calls) in the other \(others.launches). Nothing need fail for it.",
            whose: "Owner: \(correlation.words(owner)).",
            example: bad.map { "\($0.file)\(good.map { ", unlike \($0.file)" } ?? "")." } ?? "",
            advice: advice,
            [
                TriagePattern.Parameter("calls", call.rawValue), TriagePattern.Parameter("count", with.calls),
                TriagePattern.Parameter("launches", with.launches), TriagePattern.Parameter("otherCount", others.calls),
                TriagePattern.Parameter("otherLaunches", others.launches),
            ],
            [good.map { TriagePattern.Sighting(.good, $0) }, bad.map { TriagePattern.Sighting(.bad, $0) }].compactMap { $0 },
            correlation: correlation)
    }
}
