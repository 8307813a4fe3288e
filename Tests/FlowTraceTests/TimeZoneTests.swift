import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

/// `--time-zone`: every command shows and reads times by that clock.
@Suite struct TimeZoneTests {
    private let folder = TemporaryFolder()
    private static let log = "Specs/scenarios/denied-second-screen/log.jsonl"
    private static let other = "Specs/scenarios/poll-throttled/log.jsonl"

    private static let commands: [[String]] = [
        ["triage", log], ["triage", "Specs/changes"], ["triage", "--full", "Specs/changes"], ["explain", log],
        ["explain", "--at", "9", other],
        ["diff", log, other], ["render", log], ["render", "--as", "states", log], ["render", "--format", "svg", log],
        ["render", "Specs/scenarios/legacy-second-screen/log.jsonl", log], ["replay", log], ["replay", "--at", "9", log],
        ["watch", "--until-idle", "0", log],
    ]

    /// The text without the times that are in UTC.
    private func hasUTC(_ text: String) -> Bool {
        text.contains(/[0-9]:[0-9][0-9]Z/) || text.contains(/[0-9] UTC/) || text.contains(/2026-01-01 00:00:0/)
    }

    @Test(arguments: commands)
    func `every command shows all times by the clock of the zone`(words: [String]) {
        let (plain, zoned) = (Run(words), Run(words + ["--time-zone", "-07:00"]))
        #expect(zoned.code == plain.code)
        #expect(zoned.errors == plain.errors)
        #expect(zoned.output.contains("-07:00"))
        #expect(!hasUTC(zoned.output))
        #expect(zoned.output.contains("17:00:"))
    }

    @Test(arguments: [
        ["triage", "Specs/changes"], ["explain", log], ["diff", log, other], ["diff", "--against-build", log], ["replay", log],
    ])
    func `JSON is the same in every zone`(words: [String]) {
        #expect(Run(words + ["--json", "--time-zone", "-07:00"]).output == Run(words + ["--json"]).output)
        #expect(Run(words + ["--json", "--time-zone", "device"]).errors == Run(words + ["--json"]).errors)
    }

    @Test func `a given time is read by the clock of the zone`() {
        for (utc, zoned, zone) in [("00:00:10", "17:00:10", "-07:00"), ("2026-01-01T00:00:10", "2026-01-01 05:30:10", "+05:30")] {
            func event(_ command: [String]) -> String { Run(command + [TimeZoneTests.log, "--json"]).output }
            let expected = event(["explain", "--at", utc])
            #expect(expected.contains("\"event\":9"))
            #expect(event(["explain", "--at", zoned, "--time-zone", zone]) == expected)
            #expect(event(["replay", "--at", zoned, "--time-zone", zone]) == event(["replay", "--at", utc]))
            #expect(event(["replay", "--from", zoned, "--time-zone", zone]) == event(["replay", "--from", utc]))
            #expect(event(["replay", "--to", zoned, "--time-zone", zone]) == event(["replay", "--to", utc]))
        }
        let words = ["render", "--from", "17:00:10", TimeZoneTests.log, "--time-zone", "-07:00"]
        #expect(Run(words).output.contains("11 of them shown"))
        // As printed, with its offset, whatever the zone.
        let printed = Run(["explain", "--at", "2025-12-31 17:00:10-07:00", TimeZoneTests.log])
        #expect(printed.output == Run(["explain", "--at", "9", TimeZoneTests.log]).output)
        let outside = Run(["explain", "--at", "2027-01-01", TimeZoneTests.log, "--time-zone", "-07:00"])
        #expect(outside.errors.contains("from 2025-12-31 17:00:00-07:00 to 2025-12-31 17:00:26-07:00"))
        #expect(Run(["explain", "--at", "noon", TimeZoneTests.log, "--time-zone", "-07:00"]).errors.contains("(all in -07:00)"))
    }

    @Test func `a time of day that a log has twice means both hours`() throws {
        // 00:50, 01:10, 01:50, again 01:10 and 01:50, and 02:10 in Denver.
        let hours = [50, 70, 110, 130, 170, 190].map { 6 + Double($0) / 60 }
        let records = hours.enumerated().map { index, hours in
            LogRecord(
                number: Int64(index + 1), by: nil,
                event: FlowEvent(time: Zones.instant(day: Zones.back, hours: hours), origin: .app(.foregrounded)), rule: "FM-01",
                state: "registered", step: "idle", effects: [], digest: UInt64(index))
        }
        func numbers(_ from: String, _ to: String) throws -> ClosedRange<Int64> {
            try EventPlace.numbers(
                from: EventPlace(from, option: "--from"), to: EventPlace(to, option: "--to"), in: records, by: Zones.denver)
        }
        #expect(try numbers("01:00", "01:59") == 2...5)
        #expect(try numbers("2026-11-01", "2026-11-01") == 1...6)
        #expect(try numbers("01:00-07:00", "01:59-07:00") == 4...5)
        #expect(try numbers("01:00-06:00", "01:59-06:00") == 2...3)
        #expect(try numbers("02:00", "02:10") == 6...6)
    }

    @Test func `the device's own clock is used, and the tool says where a log has none`() throws {
        let east = try folder.write(Zones.log(Flows.partner(), offset: 330), "east.jsonl")
        let none = try folder.write(Zones.log(Flows.secondScreen(), offset: nil), "none.jsonl")
        #expect(Run(["verify", "--time-zone", "device", none]).errors == "", "nothing is shown that has a time")
        for command in ["triage", "explain", "render", "replay"] {
            let known = Run([command, "--time-zone", "device", east])
            #expect(known.output.contains("05:30"), "\(command)")
            #expect(!hasUTC(known.output), "\(command)")
            #expect(known.errors == "")
            let unknown = Run([command, "--time-zone", "device", none])
            #expect(unknown.output == Run([command, "--time-zone", "UTC", none]).output, "\(command)")
            #expect(unknown.errors.contains("none.jsonl: the log does not record the device's offset to UTC"), "\(command)")
        }
        let both = Run(["diff", "--time-zone", "device", east, none])
        #expect(both.output.contains("from 2026-01-01 05:30:00+05:30;"))
        #expect(both.output.contains("from 2026-01-01 00:00:00Z;"))
        #expect(both.output.contains(" +05:30 "))
        #expect(both.errors.split(separator: "\n").count == 1)
        let triage = Run(["triage", "--time-zone", "device", folder.path])
        #expect(triage.output.contains("2026-01-01 05:30:00+05:30 to") && triage.output.contains("2026-01-01 00:00:00Z to"))
    }

    @Test func `what this build decides differently has the times of the zone`() throws {
        let flow = Flows.partner()
        let place = try #require(
            flow.records.firstIndex { $0.effects.contains { if case .keep(.profile) = $0 { true } else { false } } })
        var records = flow.records
        let soon = Profile(mvpd: Flows.mvpd("Cablevision"), type: .appleSSO, notAfter: Script.instant(90_000))
        records[place] = records[place].changed(effects: [.keep(.profile(soon))])
        let path = try folder.write(LogBytes.of(records, header: flow.header), "differs.jsonl")
        for words in [["verify", path], ["verify", "--all", path], ["replay", path], ["diff", "--against-build", path]] {
            let (plain, zoned) = (Run(words), Run(words + ["--time-zone", "-07:00"]))
            #expect(zoned.code == .logFails)
            #expect(plain.output + plain.errors != zoned.output + zoned.errors, "\(words)")
            #expect(!hasUTC(zoned.output + zoned.errors), "\(words)")
        }
    }

    @Test(arguments: [80, 140]) func `whole times are drawn where two logs are side by side`(width: Int) {
        let words = ["render", "--width", "\(width)", "Specs/scenarios/legacy-second-screen/log.jsonl", TimeZoneTests.log]
        let drawn = lines(Run(words + ["--time-zone", "-07:00"]).output)
        #expect(drawn.contains { $0.hasPrefix("17:00:00.000 ● launched") && $0.contains("│17:00:00.000 ● launched") })
        #expect(drawn.allSatisfy { $0.count <= width })
    }

    @Test func `requests that are repeated have the times of the zone`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        for wish in 1...6 as ClosedRange<Int64> {
            let start = Double(wish) * 3000 + (wish > 3 ? 61_200 : 0)
            let play = UserEvent.play(WishID(wish), resource: SecretRef(.resource, 1), under: .signedIn)
            made.add(start, .user(play), "V2-D-10", "deciding")
            made.add(start + 1, .user(.cancel(WishID(wish))), "FM-06", "deciding", [.answer(WishID(wish), .dropped)])
        }
        let path = try folder.write(LogBytes.of(made.records), "repeated.jsonl")
        let output = flat(Run(["triage", "--time-zone", "+05:30", path]).output)
        #expect(output.contains("most recently 2026-01-02 03:30:00+05:30"))
        #expect(
            output.contains("2026-01-01 06:20+05:30 to 08:00+05:30 (3), 2026-01-02 01:50+05:30 to 03:30+05:30 (3)"),
            "one day by the zone's clock, and two in UTC")
        #expect(!hasUTC(output))
    }

    @Test func `what launches have in common has the times of the zone, and UTC for those of devices`() {
        func counted(_ clock: DisplayedClock) -> (summary: String, counts: String, row: String) {
            var counts = TriageCounts(clock)
            var row = ""
            for index in 0..<9 as Range<Int64> {
                let kept = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(-3600))
                var made = HandMade()
                made.add(Double(index), .app(.launched(PersistedState(profile: kept))), "FM-01", "checking")
                for wish in 1...6 as ClosedRange<Int64> {
                    let time = Double(index) + Double(wish) / 2
                    let play = UserEvent.play(WishID(wish), resource: SecretRef(.resource, 1), under: .signedIn)
                    made.add(time, .user(play), "V2-D-01", "deciding")
                    made.add(
                        time + 0.2, .app(.foregrounded), "V2-D-13", "deciding",
                        [.answer(WishID(wish), .refused(Refusal(reason: .service)))])
                }
                var header = LogHeader(app: "DemoTV/1.0", support: "\(index)", settings: Script.settings)
                header.utcOffsetMinutes = 60
                let report = made.report("\(index).jsonl", header: header, by: clock)
                counts.add(report, nil)
                row = TriageText.row(report, [], Look(width: 300)).joined()
            }
            let look = Look(width: 300)
            return (
                TriageText.summary(counts, look).joined(separator: "\n"), TriageText.lines(counts, look).joined(separator: "\n"), row
            )
        }
        let zoned = counted(DisplayedClock(offset: -25_200))
        #expect(zoned.summary.contains("6 times from 2025-12-31 17:00:00-07:00 on"))
        #expect(zoned.summary.contains("9 of 9 kept sign-ins expired at 16:00:00-07:00"))
        #expect(zoned.counts.contains("Times of day (-07:00) at which kept sign-ins had expired"))
        #expect(zoned.counts.contains("16:00:00-07:00"))
        #expect(zoned.row.hasPrefix("2025-12-31 17:00:08-07:00"))
        #expect(zoned.row.contains("at 2025-12-31 16:00:00-07:00"))
        #expect(!hasUTC(zoned.summary + zoned.counts + zoned.row))
        let devices = counted(.device)
        #expect(devices.summary.contains("6 times from 2026-01-01 00:00:00Z on"))
        #expect(devices.summary.contains("9 of 9 kept sign-ins expired at 23:00:00Z"))
        #expect(devices.counts.contains("Times of day (UTC) at which kept sign-ins had expired"))
        #expect(devices.row.hasPrefix("2026-01-01 01:00:08+01:00"))
        #expect(devices.row.contains("at 2026-01-01 00:00:00+01:00"))
    }

    @Test(arguments: [
        ("+5:30", "an offset to UTC is +HH:MM or -HH:MM"), ("-14:01", "an offset to UTC is +HH:MM or -HH:MM"),
        ("+05-30", "an offset to UTC is +HH:MM"), ("../../etc/passwd", "there is no such time zone"),
        ("/etc/localtime", "there is no such time zone"), ("America/../UTC", "there is no such time zone"),
        ("", "there is no such time zone"), ("America", "there is no such time zone"), ("zone.tab", "there is no such time zone"),
        ("utc", "there is no such time zone: did you mean UTC?"), ("devise", "there is no such time zone: did you mean device?"),
    ])
    func `a wrong zone is refused with what is wrong and what to do`(zone: String, text: String) {
        let run = Run(["triage", "--time-zone", zone, TimeZoneTests.log])
        #expect(run.code == .usage)
        #expect(run.output == "")
        #expect(run.errors.contains("--time-zone \(zone): "))
        let hasZones = LogFile.exists(ZoneDatabase().folder)
        #expect(run.errors.contains(text) || (!hasZones && run.errors.contains("has no time zones in")))
    }

    @Test(.enabled(if: LogFile.exists("/usr/share/zoneinfo/America/Denver")))
    func `a name of the time zone database is a zone, and a city suggests it`() {
        let run = Run(["triage", "--time-zone", "America/Denver", TimeZoneTests.log])
        #expect(run.output.contains("2025-12-31 17:00:00-07:00 to"))
        let city = Run(["triage", "--time-zone", "denver", TimeZoneTests.log])
        #expect(city.errors.contains("there is no such time zone: did you mean America/Denver?"))
    }

    @Test func `one clock is asked for, and a computer without zones takes offsets`() {
        let run = Run(["render", "--utc", "--time-zone", "-07:00", TimeZoneTests.log])
        #expect(run.code == .usage)
        #expect(run.errors.contains("--utc and --time-zone were both given: use only one of them"))
        #expect { try ZoneDatabase(folder: "/tmp/no-such-folder").clock("America/Denver") } throws: { error in
            (error as? UsageFailure)?.text.contains("no time zones in /tmp/no-such-folder: use an offset to UTC, such as -07:00") == true
        }
    }
}
