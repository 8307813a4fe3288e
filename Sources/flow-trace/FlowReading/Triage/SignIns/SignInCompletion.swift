import FlowMachine

/// Counts the launches that showed the provider's page or a code, and those of them in which the viewer then signed in, by system and version of the
/// app. The share of all launches changes when other systems become more frequent, so each system is compared by itself.
struct SignInCompletion {
    private typealias Count = Correlation.Count

    /// The counts on one system with the newest version and with the one before.
    private struct Compared {
        let system: String
        let new: Count
        let old: Count

        var both: Count { new + old }
    }

    /// The counts of each version, by system.
    private var versions: [String: (first: Instant, systems: [String: Count])] = [:]

    private static let most = 100
    /// The fewest launches with a version, and with a version on a system, that are compared.
    private static let (fewest, fewestOnSystem) = (20, 5)

    /// Adds a launch. REST API V1 has no profiles, so its sign-ins are not counted.
    mutating func add(_ report: LaunchReport) {
        guard report.attempts.contains(.screen), report.header.settings.api == .restV2, let system = report.systemName else {
            return
        }
        let version = report.header.appVersion
        guard versions[version] != nil || versions.count < SignInCompletion.most else { return }
        var one = versions[version] ?? (report.start, [:])
        one.first = min(one.first, report.start)
        if one.systems[system] != nil || one.systems.count < SignInCompletion.most {
            one.systems[system, default: Count()].add(report.signIns.contains { $0.way != .account })
        }
        versions[version] = one
    }

    /// Whether sign-ins succeed as often with the newest version as with the one before, and whether the mixture of systems changed; `nil` if no two
    /// versions can be compared, or if the shares on one of the systems differ.
    var sentence: String? {
        let sorted = versions.filter { SignInCompletion.sum($0.value.systems).all >= SignInCompletion.fewest }
            .ordered { ($0.value.first, $0.key) < ($1.value.first, $1.key) }
        guard let new = sorted.last, let old = sorted.dropLast().last else { return nil }
        let systems = Set(new.value.systems.keys).union(old.value.systems.keys).ordered()
        let compared = systems.map { system in
            Compared(system: system, new: new.value.systems[system] ?? Count(), old: old.value.systems[system] ?? Count())
        }
        .filter { min($0.new.all, $0.old.all) >= SignInCompletion.fewestOnSystem }
        guard !compared.isEmpty, compared.allSatisfy({ $0.new.isLike($0.both) }) else { return nil }
        let texts = compared.map { "\($0.new.text) and \($0.old.text) on \($0.system)" }
        let (after, before) = (SignInCompletion.sum(new.value.systems), SignInCompletion.sum(old.value.systems))
        return
            "On a page or with a code, viewers complete sign-ins as often with \(new.key) as with \(old.key): \(texts.joined(separator: "; ")).\(mixture(compared, after, before))"
    }

    /// Returns a sentence about the system that became more frequent, if this alone changes the share of completed sign-ins on all systems together.
    private func mixture(_ compared: [Compared], _ after: Count, _ before: Count) -> String {
        // The share that the mixture alone would have, with the same share on each system for both versions.
        func expected(_ number: (Compared) -> Int) -> Double {
            let all = compared.reduce(0) { $0 + number($1) }
            return compared.reduce(0) { $0 + Double(number($1)) * $1.both.share } / Double(max(1, all))
        }
        let difference = after.share - before.share
        let byMixture = expected { $0.new.all } - expected { $0.old.all }
        func growth(_ one: Compared) -> Int { one.new.all * before.all - one.old.all * after.all }
        guard abs(difference) >= SignInCompletion.leastDifference, byMixture * difference > 0, abs(byMixture) * 2 >= abs(difference),
            let most = compared.max(by: { growth($0) < growth($1) })
        else { return "" }
        return
            " On all systems together it is \(after.text) and \(before.text), because their mixture changed: \(most.new.all) of \(after.all) and \(most.old.all) of \(before.all) are on \(most.system)."
    }

    /// The smallest difference between shares that is reported.
    private static let leastDifference = 0.05

    private static func sum(_ systems: [String: Count]) -> Count { systems.values.reduce(Count()) { $0 + $1 } }
}
