import FlowMachine

/// What launches with the same cause have in common that other launches do not.
struct LaunchCensus {
    private var launches = 0
    /// How many launches have each property.
    private var properties: [Property: Int] = [:]
    private var causes: [TriageCause.Kind: Cause] = [:]
    /// The properties and causes of each launch, to find the launches that a cause did not affect; at most `mostCompared` launches.
    private var each: [(start: Instant, properties: Set<Property>, kinds: Set<TriageCause.Kind>)] = []
    private static let mostCompared = 5000

    /// Something that launches may have in common.
    private struct Property: Hashable {
        let kind: Kind
        let value: String

        enum Kind: String { case app, platform, provider, system, vault }

        /// `app DemoTV/1.0`.
        var words: String { "\(kind.rawValue) \(value)" }
    }

    /// One cause, over all launches.
    private struct Cause {
        var launches = 0
        var requests = 0
        var first: Instant
        var example: String
        var properties: [Property: Int] = [:]
        /// Whether it was found by comparing launches, not at a request.
        var isChange = false
        var isOrdinary = false

        /// Causes in the most launches come first; for equal counts, and for few launches, changes come first.
        func order(_ kind: TriageCause.Kind, isFew: Bool) -> (Int, Int, Int, Int, String) {
            // An end in the foreground may have been a shutdown, so what is known comes before it.
            (kind == .endedInForeground ? 2 : isFew && !isChange ? 1 : 0, -launches, isChange ? 0 : 1, -requests, kind.words)
        }
    }

    mutating func add(_ report: LaunchReport, _ changes: [TriageCause]) {
        launches += 1
        let own = LaunchCensus.properties(report)
        for property in own { properties[property, default: 0] += 1 }
        var noted: Set<TriageCause.Kind> = []
        func note(_ kind: TriageCause.Kind, _ example: String, isChange: Bool, isOrdinary: Bool) {
            var cause = causes[kind] ?? Cause(first: report.start, example: example)
            cause.requests += 1
            cause.isChange = isChange
            cause.isOrdinary = isOrdinary
            if report.start < cause.first { (cause.first, cause.example) = (report.start, example) }
            if noted.insert(kind).inserted {
                cause.launches += 1
                for property in own { cause.properties[property, default: 0] += 1 }
            }
            causes[kind] = cause
        }
        for request in report.unfulfilled + report.troubled {
            guard let cause = request.cause else { continue }
            note(
                cause.kind, "\(report.file): \(request.name): \(cause.text)", isChange: false, isOrdinary: cause.isOrdinary)
        }
        defer { if each.count < LaunchCensus.mostCompared { each.append((report.start, Set(own), noted)) } }
        for finding in report.findings + changes {
            note(finding.kind, "\(report.file): \(finding.text)", isChange: true, isOrdinary: LaunchCensus.isOrdinary(finding))
        }
    }

    /// Whether many launches have this finding, so that it alone explains nothing.
    private static func isOrdinary(_ finding: TriageCause) -> Bool {
        finding.kind == .versionChanged || finding.kind == .keptSignInExpired
    }

    private static func properties(_ report: LaunchReport) -> [Property] {
        var properties = [
            Property(kind: .app, value: report.header.app), Property(kind: .platform, value: report.header.settings.platform.rawValue),
        ]
        if let provider = report.provider { properties.append(Property(kind: .provider, value: provider)) }
        if let system = report.header.system { properties.append(Property(kind: .system, value: system)) }
        if let found = report.vault.found {
            properties.append(Property(kind: .vault, value: found.client == nil ? "empty at the launch" : "not empty at the launch"))
        }
        return properties
    }

    /// Whether some cause was that of all launches of one version of the app, and of no other.
    var blamesVersion: Bool {
        causes.values.contains { cause in
            cause.launches >= 3 && cause.properties.contains { $0.key.kind == .app && $0.value == cause.launches && $0.value < launches }
        }
    }

    // MARK: Sentences

    /// One sentence for each of the main causes.
    func sentences(atMost count: Int) -> [String] {
        let isFew = launches <= 8
        let main = causes.filter { !$0.value.isOrdinary }.sorted { left, right in
            left.value.order(left.key, isFew: isFew) < right.value.order(right.key, isFew: isFew)
        }
        return main.prefix(count).map { sentence($0.key, $0.value) }
    }

    private func sentence(_ kind: TriageCause.Kind, _ cause: Cause) -> String {
        if cause.launches == 1 { return cause.example }
        let times = cause.requests == cause.launches ? "" : ", \(cause.requests) times"
        return "\(kind.words): \(cause.launches) of \(launches) launches\(times)\(common(kind, cause)). For example \(cause.example)"
    }

    /// What all launches with the cause have and few others have, since when, and which launches it did not affect.
    private func common(_ kind: TriageCause.Kind, _ cause: Cause) -> String {
        guard cause.launches >= 3, each.count == launches else { return "" }
        let shared = cause.properties.filter { property, count in
            count == cause.launches && (properties[property] ?? 0) * 10 <= launches * 8
        }
        let chosen = shared.keys.sorted { (properties[$0] ?? 0, $0.kind.rawValue) < (properties[$1] ?? 0, $1.kind.rawValue) }.prefix(2)
        let isSudden = each.count { $0.start < cause.first } >= 3
        guard !chosen.isEmpty || isSudden else { return "" }
        let alike = each.filter { $0.properties.isSuperset(of: chosen) && (!isSudden || $0.start >= cause.first) }
        let hit = alike.count { $0.kinds.contains(kind) }
        // Properties explain nothing if the cause does not affect most launches that have them.
        guard hit * 2 >= alike.count else { return "" }
        let what = chosen.map(\.words).joined(separator: " and ")
        let time = isSudden ? " from \(TimeWords.utc(cause.first)) on" : ""
        return
            ": \(hit) of the \(alike.count) launches\(time)\(what.isEmpty ? "" : " with \(what)"), and none of the \(launches - alike.count) others"
    }
}
