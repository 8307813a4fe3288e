import FlowMachine
import FlowSimulation
import Testing

@testable import FlowReading

/// What changed at a time over many launches: each launch by itself is well, or fails for a reason that only the others show.
@Suite("Triage: changes at a time") struct TriageChangeTests {
    /// A viewer who signs in on a second screen, on a device of their own, this many days after the first.
    private static func signIn(
        day: Int64, with mvpd: String = "Dish", for lifetime: Int64 = 30 * 86_400, settings: FlowSettings = .appleTV,
        without gone: Set<String> = [], app: String = "DemoTV/1.0", device: String? = nil, change: (inout SimulatedAdobe) -> Void = { _ in }
    ) throws -> LaunchReport {
        var adobe = SimulatedAdobe()
        adobe.profileLifetime = .seconds(lifetime)
        adobe.providers.removeAll { gone.contains($0.id) }
        change(&adobe)
        var world = SimulatedWorld(
            settings: settings, adobe: adobe, partner: SimulatedPartnerFramework(permission: .denied),
            viewer: SimulatedViewer(habits: [.picks(mvpd), .usesCode()]),
            start: SimulatedWorld.start.advanced(by: .seconds(day * 86_400)), app: app)
        world.launch()
        _ = world.signIn()
        world.run(for: .seconds(300))
        return try LaunchReport(world.log, file: "\(device ?? "\(mvpd)-\(day)")/\(device == nil ? "log" : "\(day)").jsonl")
    }

    private static func sentences(_ reports: [LaunchReport], by clock: DisplayedClock = .utc) -> [String] {
        let summary = Triage(reports, by: clock).summary
        let shuffled = reports.enumerated().sorted { ($0.offset % 3, $0.offset) < ($1.offset % 3, $1.offset) }.map(\.element)
        // No order of the logs changes what they say.
        for others in [reports.reversed(), shuffled] {
            #expect(Triage(others, by: clock).summary.prefix(2) == summary.prefix(2))
        }
        return summary.filter { $0.contains(" since ") }
    }

    // MARK: Providers

    @Test func `a provider that the configuration stopped naming is reported with both times, and Adobe as owner`() throws {
        let before = try (0..<3).map { try Self.signIn(day: $0) }
        let after = try (5..<9).map { try Self.signIn(day: $0, without: ["Cablevision"]) }
        #expect(
            Self.sentences(before + after) == [
                "Cablevision is in Adobe's configuration in all 3 launches that fetched it until 2026-01-03 00:00Z, and in none of the 4 since 2026-01-06 00:00Z. Owner: Adobe, or the administrator of its dashboard: Adobe can tell who changed it. For example Dish-5/log.jsonl, unlike Dish-2/log.jsonl."
            ])
        let west = try #require(Self.sentences(before + after, by: DisplayedClock(offset: -3600)).first)
        #expect(west.contains("until 2026-01-02 23:00-01:00, and in none of the 4 since 2026-01-05 23:00-01:00."))
        let more = try [9, 10].map { try Self.signIn(day: $0, without: ["Cablevision"]) }
        #expect(Triage(before + after + more).summary.first?.hasPrefix("Cablevision is in") == true, "first in the summary")
    }

    @Test func `a provider that one later launch has, or one earlier has not, is not gone`() throws {
        let before = try (0..<3).map { try Self.signIn(day: $0) }
        let after = try (5..<9).map { try Self.signIn(day: $0, without: ["Cablevision"]) }
        #expect(Self.sentences(before + after + [try Self.signIn(day: 10)]).isEmpty)
        #expect(Self.sentences(before + after + [try Self.signIn(day: 1, without: ["Cablevision"])]).isEmpty)
        #expect(Self.sentences(before.dropLast() + after).isEmpty, "two launches before")
        #expect(Self.sentences(before + after.dropLast(2)).isEmpty, "two launches after")
    }

    @Test func `a provider that is new is not gone, and nothing is said where nothing changed`() throws {
        let with = try (0..<4).map { try Self.signIn(day: $0) }
        #expect(Triage(with).summary.filter { $0.contains("configuration") || $0.contains("valid") }.isEmpty)
        let before = try (0..<3).map { try Self.signIn(day: $0, without: ["Cablevision"]) }
        let after = try (5..<9).map { try Self.signIn(day: $0) }
        #expect(Self.sentences(before + after).isEmpty)
    }

    @Test func `the configurations of two service providers are not compared with each other`() throws {
        let before = try (0..<3).map { try Self.signIn(day: $0) }
        var other = FlowSettings.appleTV
        other.serviceProvider = "OTHER"
        func others(_ without: Set<String>, _ days: Range<Int64>) throws -> [LaunchReport] {
            try days.map { try Self.signIn(day: $0, settings: other, without: without) { $0.serviceProvider = "OTHER" } }
        }
        #expect(Self.sentences(before + (try others(["Cablevision"], 5..<9))).isEmpty)
        let gone = try others([], 5..<8) + others(["Cablevision"], 10..<13)
        #expect(Self.sentences(before + gone).first?.hasPrefix("Cablevision is in Adobe's configuration for OTHER in all 3") == true)
    }

    /// A launch of a device that fetches a configuration with these providers.
    private static func fetches(
        _ names: [String], day: Double, device: Int = 0, keeping kept: PersistedState = PersistedState(), signedIn: Bool = false,
        settings: FlowSettings = Script.settings
    ) -> LaunchReport {
        var made = HandMade.launched(at: day * 86_400, keeping: kept)
        if signedIn {
            made.add(day * 86_400, HandMade.reply(1, .authentication(ServerAuthorization(reason: .legacyToken))), "V1-01", "deciding")
        }
        let list = names.map { AdobeConfiguration.Provider(mvpd: Flows.mvpd($0)) }
        let configuration = AdobeConfiguration(ref: SecretRef(.configuration, 1), providers: list)
        made.add(day * 86_400 + 1, HandMade.reply(2, .configuration(configuration)), "V2-C-02", "partnerAuth")
        return made.report(
            "\(device)/\(day).jsonl", header: LogHeader(app: "DemoTV/1.0", support: "\(device)", settings: settings))
    }

    @Test func `devices that were signed in with a provider that is gone are counted once, whatever the API`() throws {
        var legacy = Script.settings
        legacy.api = .restV1
        var kept = PersistedState()
        kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(1))
        var remembered = PersistedState()
        remembered.provider = RememberedProvider(mvpd: Flows.mvpd("Dish"))
        let before = (0..<3).map { Self.fetches(["Dish", "Cox"], day: Double($0), device: 100 + $0) }
        let after = [
            Self.fetches(["Cox"], day: 5, device: 1, keeping: kept), Self.fetches(["Cox"], day: 6, device: 1),
            Self.fetches(["Cox"], day: 6, device: 2, keeping: remembered, signedIn: true, settings: legacy),
            Self.fetches(["Cox"], day: 6, device: 3, keeping: remembered, settings: legacy), Self.fetches(["Cox"], day: 6, device: 4),
        ]
        let sentence = try #require(Self.sentences(before + after).first)
        #expect(sentence.contains("; on 2 devices, viewers who had signed in with it could not choose it. Owner: Adobe"))
        let one = try #require(Self.sentences(before + after.filter { $0.folder != "2" }).first)
        #expect(one.contains("; on 1 device, viewers who"))
    }

    @Test func `providers that are gone since the same time share a sentence, and a truncated list lacks nothing`() throws {
        let all = ["A", "B", "C", "D", "E", "F"]
        let before = (0..<3).map { Self.fetches(all, day: Double($0), device: $0) }
        let after = (5..<8).map { Self.fetches(["F"], day: Double($0), device: $0) }
        let sentence = try #require(Self.sentences(before + after).first)
        #expect(sentence.hasPrefix("A, B, C, D and 1 more providers are in Adobe's configuration in all 3 launches"))
        let long = (0..<AdobeConfiguration.bound).map { "P\($0)" }
        #expect(Self.sentences(before + (5..<8).map { Self.fetches(long, day: Double($0), device: $0) }).isEmpty)
    }

    // MARK: Lifetimes

    private static let hours: Int64 = 6 * 3600

    @Test(arguments: [FlowSettings.appleTV, .legacyTV])
    func `sign-ins that are valid for a shorter time since a date are reported, under both APIs`(settings: FlowSettings) throws {
        let before = try (0..<2).map { try Self.signIn(day: $0, settings: settings) }
        let after = try (5..<7).map { try Self.signIn(day: $0, for: Self.hours, settings: settings) }
        let sentence = try #require(Self.sentences(before + after).first)
        #expect(
            sentence.hasPrefix("Sign-ins with Dish were valid for 30 d until 2026-01-02 00:00Z (2 sign-ins), and for 6 h since 2026-01-06"))
        #expect(
            sentence.hasSuffix(
                "Owner: the TV provider, or Adobe's configuration of it. For example Dish-5/log.jsonl, unlike Dish-1/log.jsonl."))
        let mixed = try Self.signIn(day: 6, settings: settings)
        #expect(Self.sentences(before + after + [mixed]).isEmpty, "a later one has the former lifetime")
        let others = try (5..<9).map { try Self.signIn(day: $0, with: "Cablevision", for: Self.hours, settings: settings) }
        #expect(Self.sentences(before + others).isEmpty, "another provider's")
    }

    @Test func `a lifetime changes by a factor of two: two launches on each side, or four after one on a device`() throws {
        let before = try (0..<2).map { try Self.signIn(day: $0) }
        func after(_ days: Range<Int64>, _ lifetime: Int64) throws -> [LaunchReport] {
            try days.map { try Self.signIn(day: $0, for: lifetime) }
        }
        #expect(Self.sentences(before + (try after(5..<7, 16 * 86_400))).isEmpty)
        #expect(Self.sentences(before + (try after(5..<7, 15 * 86_400))).count == 1)
        #expect(Self.sentences(before + (try after(5..<7, 60 * 86_400))).first?.contains("for 60 d since") == true)
        #expect(Self.sentences(before + (try after(5..<6, Self.hours))).isEmpty, "one after")
        #expect(Self.sentences([before[0]] + (try after(5..<8, Self.hours))).isEmpty, "one before, and three after")
        #expect(Self.sentences([before[0]] + (try after(5..<9, Self.hours))).isEmpty, "one before, on a device of its own")
        let one = try [Self.signIn(day: 0, device: "tv")] + (5..<9).map { try Self.signIn(day: $0, for: Self.hours, device: "tv") }
        #expect(Self.sentences(one).first?.contains("(1 sign-in), and") == true, "\(Self.sentences(one))")
        let varied = try after(5..<7, Self.hours) + after(7..<8, 2 * Self.hours)
        #expect(Self.sentences(before + varied).first?.contains("and for 6 h to 12 h since") == true)
    }

    @Test func `a lifetime that changes for several providers at once is Adobe's, and a harmless one is last`() throws {
        let before = try (0..<2).flatMap { [try Self.signIn(day: $0), try Self.signIn(day: $0, with: "Cox")] }
        let after = try (5..<7).flatMap {
            [try Self.signIn(day: $0, for: Self.hours), try Self.signIn(day: $0, with: "Cox", for: Self.hours)]
        }
        let harmless = try #require(Self.sentences(before + after).first)
        #expect(
            harmless.hasPrefix(
                "Sign-ins with Cox and Dish were valid for 30 d until 2026-01-02 00:00Z (4 sign-ins), and for 6 h since 2026-01-06"),
            "\(harmless)")
        #expect(
            harmless.contains(
                " None of the later ones has expired in these logs, so this change has signed out no viewer yet. Owner: Adobe"))
        let third = try (0..<2).map { try Self.signIn(day: $0, with: "Spectrum") }
        #expect(Self.sentences(before + after + third).first?.contains("as long as before") == false, "no later sign-in with Spectrum")
        // A version that fails comes first.
        let failing = Fleet.showing(.correlatedCause)
        let order = Triage(before + after + failing).patterns.map { $0.id }
        #expect(order.firstIndex(of: .correlatedCause) ?? 9 < order.firstIndex(of: .lifetimeChanged) ?? 0, "\(order)")
        // Sign-ins of the shorter lifetime expire: the change comes first.
        let expired = try (Int64(8)..<12).flatMap { day -> [LaunchReport] in
            let first = try Self.signIn(day: day, for: Self.hours, device: "tv-\(day)")
            let profile = try #require(first.profile)
            var kept = PersistedState()
            kept.profile = profile
            let made = HandMade.launched(at: Double(day + 1) * 86_400, keeping: kept)
            return [first, made.report("tv-\(day)/later.jsonl", header: first.header)]
        }
        let harmful = Triage(before + after + expired + failing).patterns
        #expect(
            harmful.first?.id == .lifetimeChanged
                && harmful.first?.text.contains(" 4 of the later ones have expired in these logs.") == true, "\(harmful.map { $0.text })")
    }

    @Test func `codes that nobody can use in time are one finding with their shorter lifetime`() throws {
        func code(_ day: Int64, _ lifetime: Int64) throws -> LaunchReport {
            var adobe = SimulatedAdobe()
            adobe.codeLifetime = .seconds(lifetime)
            var world = SimulatedWorld(
                settings: .appleTV, adobe: adobe, partner: SimulatedPartnerFramework(permission: .denied),
                viewer: SimulatedViewer(habits: [.picks("Dish"), .usesCode(after: .seconds(400))]),
                start: SimulatedWorld.start.advanced(by: .seconds(day * 86_400)), app: "DemoTV/1.0")
            world.launch()
            _ = world.signIn()
            world.run(for: .seconds(1200))
            return try LaunchReport(world.log, file: "\(day)/log.jsonl")
        }
        let reports = try (0..<12).map { try code($0, 1800) } + (20..<32).map { try code($0, 180) }
        let patterns = Triage(reports).patterns
        #expect(
            patterns.first?.id == .lifetimeChanged && patterns.first?.text.contains(" It also shows as: the code ") == true,
            "\(patterns.map { $0.text })")
        #expect(!patterns.dropFirst().contains { $0.correlation != nil }, "\(patterns.map { $0.text })")
    }

    @Test func `access tokens are Adobe's alone, and another platform's lifetimes are its own`() throws {
        func launches(_ days: Range<Int64>, _ lifetime: Int64, on platform: FlowSettings.Platform = .tvOS) throws -> [LaunchReport] {
            var settings = FlowSettings.appleTV
            settings.platform = platform
            return try days.map { try Self.signIn(day: $0, settings: settings) { $0.tokenLifetime = .seconds(lifetime) } }
        }
        let sentence = try #require(Self.sentences(try launches(0..<2, Self.hours) + launches(5..<7, 600)).first)
        #expect(sentence.hasPrefix("Access tokens were valid for 6 h until 2026-01-02 00:00Z (2 access tokens), and for 10 min since"))
        #expect(sentence.contains("Owner: Adobe, or the administrator of its dashboard. For example"))
        #expect(!sentence.contains("alike"), "there is one version only")
        #expect(Self.sentences(try launches(0..<2, Self.hours) + launches(5..<7, 600, on: .iOS)).isEmpty)
        // A lifetime that changed in the same way on both platforms is one change; at different times there are two.
        let both = try launches(0..<2, Self.hours) + launches(5..<7, 600)
        func lifetimes(_ reports: [LaunchReport]) -> [String] { Self.sentences(reports).filter { $0.hasPrefix("Access tokens") } }
        let together = lifetimes(try both + launches(1..<3, Self.hours, on: .iOS) + launches(4..<7, 600, on: .iOS))
        #expect(together.count == 1)
        #expect(
            together.first?.hasPrefix(
                "Access tokens on iOS and tvOS were valid for 6 h until 2026-01-03 00:00Z (4 access tokens), and for 10 min since 2026-01-05 00:00Z (5 access tokens)."
            ) == true, "\(together)")
        let apart = try both + launches(6..<9, Self.hours, on: .iOS) + launches(10..<12, 600, on: .iOS)
        #expect(lifetimes(apart).count == 2)
    }

    @Test func `versions that have a new lifetime alike, and other providers that keep theirs, are named`() throws {
        func report(_ day: Int64, _ mvpd: String, _ lifetime: Int64, app: String) throws -> LaunchReport {
            try Self.signIn(day: day, with: mvpd, for: lifetime, settings: .appleTV, app: app)
        }
        let month: Int64 = 30 * 86_400
        let old = try (0..<2).flatMap {
            [try report($0, "Dish", month, app: "DemoTV/1"), try report($0, "Cablevision", month, app: "DemoTV/1")]
        }
        let new = try (5..<7).flatMap {
            [try report($0, "Dish", Self.hours, app: "DemoTV/\($0 - 4)"), try report($0, "Cablevision", month, app: "DemoTV/2")]
        }
        let sentence = try #require(Self.sentences(old + new).first)
        #expect(sentence.contains(" DemoTV/1 and DemoTV/2 alike, so no version of the app is to blame."), "\(sentence)")
        #expect(sentence.contains(" Sign-ins with Cablevision are valid for as long as before."), "\(sentence)")
        // A longer lifetime is a relief.
        let longer = try #require(
            Triage(
                try (0..<3).map { try report($0, "Dish", Self.hours, app: "DemoTV/1") }
                    + (5..<8).map { try report($0, "Dish", month, app: "DemoTV/1") }
            ).patterns.first { $0.id == .lifetimeChanged })
        #expect(longer.text.contains(" So viewers sign in less often: fewer sign-ins are no fault."), "\(longer.text)")
        #expect(longer.whose.hasPrefix("Owner: nobody, if the change was intended; otherwise the TV provider"), "\(longer.whose)")
        // All sign-ins of a folder with one lifetime end when they are due.
        func all(_ reports: [LaunchReport]) -> (length: Int64, count: Int)? {
            var changes = LifetimeChanges(.utc)
            for report in reports { changes.add(report, isFirst: true) }
            return changes.ofAllSignIns
        }
        #expect(all(old + new) == nil && all(Array(old.prefix(4))) == nil)
        let many = try (0..<6).map { try report($0, $0 % 2 == 0 ? "Dish" : "Cablevision", month, app: "DemoTV/1") }
        #expect(all(many)?.length == month * 1000 && all(many)?.count == 6)
    }

    @Test func `a profile that was found, not made, says nothing of lifetimes`() throws {
        func finds(day: Int64) throws -> LaunchReport {
            var adobe = SimulatedAdobe()
            adobe.profileLifetime = .seconds(3600)
            var world = SimulatedWorld(
                settings: .appleTV, adobe: adobe, partner: SimulatedPartnerFramework(permission: .denied),
                start: SimulatedWorld.start.advanced(by: .seconds(day * 86_400)))
            world.addProfile("Dish")
            world.launch()
            world.run(for: .seconds(60))
            return try LaunchReport(world.log, file: "found-\(day)/log.jsonl")
        }
        let found = try (5..<9).map { try finds(day: $0) }
        #expect(found.allSatisfy { $0.profile != nil })
        #expect(Self.sentences(try (0..<2).map { try Self.signIn(day: $0) } + found).isEmpty)
    }

    @Test func `a sign-in of REST API V1 that began before the launch says nothing of lifetimes`() {
        func lifetimes(_ effects: [Effect], code: PersistedCode? = nil) -> Lifetimes {
            var (made, kept) = (HandMade(), PersistedState())
            kept.code = code
            made.add(0, .app(.launched(kept)), "V2-A-01", "checking", effects)
            let word = ServerAuthorization(reason: .legacyToken, mvpd: Flows.mvpd("Dish"), notAfter: Script.instant(3601))
            let reply = Reply(.authentication(word), serverTime: Script.instant(1))
            made.add(1, .reply(RequestID(1), reply), "V1-38", "checking")
            made.add(2, .reply(RequestID(2), reply), "V1-38", "checking")
            return made.report().lifetimes
        }
        let key = Lifetimes.Key(kind: .signIn, mvpd: Flows.mvpd("Dish"))
        #expect(lifetimes([]).granted.isEmpty)
        let code = PersistedCode(code: SecretRef(.code, 1), notAfter: Script.instant(60), mvpd: Flows.mvpd("Dish"))
        for begun in [lifetimes([HandMade.call(1, .restV1(.createCode(mvpd: nil)))]), lifetimes([], code: code)] {
            #expect(begun.granted == [key: [3_600_000]])
            #expect(begun.fresh.values.map { $0.mapValues(\.count) } == [[3_600_000: 1]])
        }
    }
}
