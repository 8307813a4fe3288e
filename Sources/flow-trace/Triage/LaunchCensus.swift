import FlowMachine

/// What launches with the same cause have in common that other launches do not.
struct LaunchCensus {
    private var launches = 0
    private var earliest: Instant?
    /// How many launches have each property.
    private var properties: [Property: Int] = [:]
    private var causes: [String: Cause] = [:]
    /// When launches began, to say how many were before a cause began; no more than so many.
    private var starts: [Instant] = []
    private static let most = 100_000

    private struct Property: Hashable {
        let name: String
        let value: String
    }

    /// One cause, over all launches.
    private struct Cause {
        var launches = 0
        var requests = 0
        var first: Instant
        var example: String
        var properties: [Property: Int] = [:]
        /// Whether it was found from launch to launch, not at a request.
        var isChange = false
        var isLook = false

        /// What happened to most launches first; of what happened as often, what changed.
        func order(_ kind: String) -> (Int, Int, Int, String) { (-launches, isChange ? 0 : 1, -requests, kind) }
    }

    mutating func add(_ report: LaunchReport, _ changes: [TriageCause]) {
        launches += 1
        earliest = min(earliest ?? report.start, report.start)
        if starts.count < LaunchCensus.most { starts.append(report.start) }
        let own = LaunchCensus.properties(report)
        for property in own { properties[property, default: 0] += 1 }
        var told: Set<String> = []
        func note(_ kind: String, _ time: Instant, _ example: String, isChange: Bool, isLook: Bool) {
            var cause = causes[kind] ?? Cause(first: time, example: example)
            cause.requests += 1
            cause.isChange = isChange
            cause.isLook = isLook
            if time < cause.first { (cause.first, cause.example) = (time, example) }
            if told.insert(kind).inserted {
                cause.launches += 1
                for property in own { cause.properties[property, default: 0] += 1 }
            }
            causes[kind] = cause
        }
        for request in report.unfulfilled + report.troubled {
            guard let cause = request.cause else { continue }
            let isLook = cause.isLook
            note(cause.kind, request.time, "\(report.file): \(request.name): \(cause.text)", isChange: false, isLook: isLook)
        }
        for finding in report.findings + changes {
            note(finding.kind, report.start, "\(report.file): \(finding.text)", isChange: true, isLook: LaunchCensus.isOrdinary(finding))
        }
    }

    /// What many launches have and explains nothing alone.
    private static func isOrdinary(_ finding: TriageCause) -> Bool {
        finding.kind == "app, library or system changed" || finding.kind == "the kept sign-in had expired"
    }

    private static func properties(_ report: LaunchReport) -> [Property] {
        var properties = [
            Property(name: "app", value: report.header.app), Property(name: "platform", value: report.header.settings.platform.rawValue),
        ]
        if let provider = report.provider { properties.append(Property(name: "provider", value: provider)) }
        if let system = report.header.system { properties.append(Property(name: "system", value: system)) }
        if let found = report.vault.found {
            properties.append(Property(name: "vault", value: found.client == nil ? "empty at the launch" : "not empty at the launch"))
        }
        return properties
    }

    // MARK: Sentences

    /// The causes worth a sentence each: what changed, then what happened to most launches.
    func sentences(atMost count: Int) -> [String] {
        let told = causes.filter { !$0.value.isLook }.sorted { left, right in
            left.value.order(left.key) < right.value.order(right.key)
        }
        return told.prefix(count).map { sentence($0.key, $0.value) }
    }

    private func sentence(_ kind: String, _ cause: Cause) -> String {
        if cause.launches == 1 { return cause.example }
        let times = cause.requests == cause.launches ? "" : ", \(cause.requests) times"
        return "\(kind): \(cause.launches) of \(launches) launches\(times)\(common(cause))\(since(cause)). For example \(cause.example)"
    }

    /// What all launches with the cause have, and few others.
    private func common(_ cause: Cause) -> String {
        guard cause.launches >= 3 else { return "" }
        let shared = cause.properties.filter { property, count in
            count == cause.launches && (properties[property] ?? 0) * 10 <= launches * 8
        }
        let texts = shared.sorted { (properties[$0.key] ?? 0, $0.key.name) < (properties[$1.key] ?? 0, $1.key.name) }.prefix(3).map {
            property, _ in
            "\(property.name) \(property.value) (\(properties[property] ?? 0) launches in all)"
        }
        return texts.isEmpty ? "" : "; all of them with \(texts.joined(separator: ", "))"
    }

    private func since(_ cause: Cause) -> String {
        let before = starts.count { $0 < cause.first }
        guard cause.launches >= 3, before >= 3 else { return "" }
        return "; from \(TimeWords.utc(cause.first)) on, in none of the \(before) launches before"
    }
}
