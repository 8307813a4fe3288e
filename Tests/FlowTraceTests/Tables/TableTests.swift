import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Launches as rows of tables.
@Suite struct TableTests {
    /// The rows of the launches in these segments.
    private func rows(_ segments: [[UInt8]], _ tables: [FleetTable] = FleetTable.allCases, oneIn: Int64 = 1) throws -> [TableRow] {
        var launches = LaunchRows(tables, oneIn: oneIn)
        var rows: [TableRow] = []
        for segment in segments { rows += try launches.add(segment) }
        return rows + launches.end()
    }

    private func value(_ row: TableRow?, _ column: String) throws -> Tree {
        let row = try #require(row)
        return row.values[try #require(row.table.columns.firstIndex { $0.name == column })]
    }

    private func log(_ scenario: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/Specs/scenarios/\(scenario)/log.jsonl")))
    }

    private func fits(_ value: Tree, _ column: TableColumn) -> Bool {
        switch (column.kind, value) {
        case (_, .null): column.null != nil
        case (.text, .text), (.number, .number), (.number, .instant), (.truth, .truth): true
        case (.texts, .list(let texts)): texts.allSatisfy { if case .text = $0 { true } else { false } }
        case _: false
        }
    }

    @Test func `every value of a row has the kind of its column, and is null only where that is documented`() throws {
        var seen: Set<String> = []
        for path in Repository.files(under: "Specs") where path.hasSuffix(".jsonl") {
            guard let rows = try? rows([[UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/\(path)")))]) else { continue }
            for row in rows {
                #expect(row.values.count == row.table.columns.count, "\(path)")
                for (column, value) in zip(row.table.columns, row.values) {
                    #expect(fits(value, column), "\(path): \(row.table).\(column.name) is \(value)")
                    if value != .null { seen.insert("\(row.table).\(column.name)") }
                }
            }
        }
        let all = Set(FleetTable.allCases.flatMap { table in table.columns.map { "\(table).\($0.name)" } })
        // Scenarios have neither an installation nor a launch before.
        #expect(
            all.subtracting(seen) == [
                "launches.installation", "launches.previous_support_id", "launches.system", "launches.utc_offset_minutes",
                "verdicts.installation",
            ])
    }

    @Test func `a launch has its host, its offset from UTC and the end of the sign-in; a play has its source`() throws {
        let rows = try rows([try log("degraded")])
        let launch = rows.first { $0.table == .launches }
        #expect(try value(launch, "host") == .text(FlowSettings.appleTV.host))
        let permitted = try rows.filter { try $0.table == .requests && value($0, "outcome") == .text("permitted") }
        #expect(try permitted.map { try value($0, "decision_source") } == [.text("degradation")])
        let signedIn = try self.rows([try log("denied-second-screen")]).first { $0.table == .launches }
        let ends = try value(signedIn, "sign_in_ends_at")
        guard case .instant(let end) = ends, case .instant(let start) = try value(signedIn, "started_at") else {
            Issue.record("no times: \(ends)")
            return
        }
        #expect(end > start)
        var recorder = FlowRecorder(
            header: LogHeader(app: "DemoTV/1", support: "1", utcOffsetMinutes: -420, settings: Script.settings))
        let launched = FlowEvent(time: Script.instant(0), origin: .app(.launched(PersistedState())))
        let bytes = recorder.headerLine + recorder.record(launched, by: nil).line
        #expect(try value(try self.rows([bytes]).first, "utc_offset_minutes") == .number(-420))
        #expect(try value(try self.rows([bytes]).first, "sign_in_ends_at") == .null)
    }

    @Test func `a launch has the way of the sign-in, the waits, and the cause of a failed request`() throws {
        let rows = try rows([try log("denied-second-screen")])
        let launch = rows.first { $0.table == .launches }
        #expect(try value(launch, "way") == .text("code"))
        #expect(try value(launch, "polls") == .number(3))
        #expect(try value(launch, "cause_id") == .text("denied"))
        #expect(try value(launch, "owner") == .text("provider"))
        #expect(try value(launch, "waited_viewer_ms") == .number(24_600))
        #expect(try value(launch, "profile_lifetime_ms") == .number(2_592_000_000))
        #expect(try value(launch, "log_state") == .text("verified"))
        #expect(rows.count { $0.table == .requests } == 3)
        #expect(rows.count { $0.table == .events } == 19)
        #expect(try value(rows.first { $0.table == .verdicts }, "result") == .text("same"))
        #expect(try value(try self.rows([try log("legacy-apple-sso")]).first, "way") == .text("none"), "the same in REST API V1")
        #expect(try value(try self.rows([try log("legacy-apple-picker")]).first, "way") == .text("appleSSO"))
        #expect(try value(try self.rows([try log("happy-apple-sso")]).first, "way") == .text("none"), "the viewer signed out")
    }

    @Test func `segments of one launch are one launch, with the rows of the same launch in one segment`() throws {
        let whole = try rows([Flows.segments([]).joined().map { $0 }], [.requests, .events, .verdicts])
        #expect(try rows(Flows.segments([4, 5]), [.requests, .events, .verdicts]) == whole)
        let launch = try rows(Flows.segments([4, 5]), [.launches])
        #expect(launch.count == 1)
        #expect(try value(launch.first, "segments") == .number(3))
        #expect(try value(launch.first, "log_state") == .text("verified"))
        #expect(try rows(Flows.segments([4, 5]) + Flows.segments([4, 5]), [.launches]).count == 2)
    }

    @Test func `missing events, damage and an incomplete last line are states of their own, and are not compared`() throws {
        func states(_ segments: [[UInt8]]) throws -> [Tree] {
            let rows = try rows(segments, [.launches, .verdicts])
            return [try value(rows.first, "log_state"), try value(rows.last, "result")]
        }
        let segments = Flows.segments([4, 5])
        #expect(try states([segments[0], segments[2]]) == [.text("incomplete"), .text("incomplete")])
        #expect(try states([segments[1], segments[2]]) == [.text("incomplete"), .text("same")])
        var damaged = segments[0]
        damaged[damaged.count / 2] ^= 1
        #expect(try states([damaged, segments[1], segments[2]]) == [.text("damaged"), .text("damaged")])
        #expect(try states([Array(Flows.segments([])[0].dropLast(9))]) == [.text("torn"), .text("same")])
        var launches = LaunchRows([.launches], oneIn: 1)
        _ = try launches.add(segments[0])
        #expect(throws: LogFailure.self) { try launches.add(Array("nonsense\n".utf8)) }
        #expect(try value(launches.end().first, "log_state") == .text("damaged"))
    }

    @Test func `a build that refuses a permitted request is worse, one that permits a refused one is better`() throws {
        let content = try LogContent(try log("denied-second-screen"))
        // A recording in which the same reply was answered otherwise: this build then differs from it.
        func verdict(_ change: (Effect) -> Effect) throws -> TableRow? {
            let records = content.records.map { $0.changed(effects: $0.effects.map(change)) }
            return try rows([LogBytes.of(records, header: content.header)], [.verdicts]).first
        }
        let better = try verdict { effect in
            if case .answer(let wish, .permitted) = effect { return .answer(wish, .refused(Refusal(reason: .service))) }
            return effect
        }
        #expect(try value(better, "result") == .text("better"))
        #expect(try value(better, "outcome_recorded") == .text("refused"))
        #expect(try value(better, "outcome_build") == .text("permitted"))
        #expect(try value(better, "first_event") == .number(17))
        #expect(try value(better, "simulated") == .truth(false))
        var granted: WishAnswer?
        for case .answer(_, let answer) in content.records.flatMap(\.effects) { if case .permitted = answer { granted = answer } }
        let permit = try #require(granted)
        let worse = try verdict { effect in
            if case .answer(let wish, .denied) = effect { return .answer(wish, permit) }
            return effect
        }
        #expect(try value(worse, "result") == .text("worse"))
        #expect(try value(worse, "cause_build") == .text("denied"))
        #expect(try value(worse, "kind") == .text("play"))
    }

    @Test func `weights follow from the sample`() throws {
        let failed = [try log("denied-second-screen")]
        #expect(try value(try rows(failed, [.launches], oneIn: 0).first, "upload_reason") == .text("unfulfilled"))
        let well = Flows.segments([])
        #expect(try value(try rows(well, [.launches]).first, "upload_reason") == .text("sampled"))
        let asked = try rows(well, [.launches], oneIn: 0).first
        #expect(try value(asked, "upload_reason") == .text("requested"))
        #expect(try value(asked, "weight") == .number(0))
    }

    @Test func `the tool prints the same rows, as JSON and as CSV`() throws {
        let path = "\(Repository.path)/Specs/scenarios/denied-second-screen/log.jsonl"
        for table in FleetTable.allCases {
            let expected = try rows([try log("denied-second-screen")], [table])
            let json = Run(["table", "--of", table.rawValue, path])
            #expect(lines(json.output) == expected.map { $0.json(namesTable: false) })
            #expect(json.code == .fine)
            let csv = lines(Run(["table", "--of", table.rawValue, "--format", "csv", path]).output)
            #expect(csv == [table.columns.map(\.name).joined(separator: ",")] + expected.map(\.csv))
        }
    }

    @Test func `a table in place of a log is refused with the option that names it`() {
        let run = Run(["table", "requests", "\(Repository.path)/Specs/scenarios/denied-second-screen/log.jsonl"])
        #expect(run.code == .usage)
        #expect(run.errors.contains("requests is a table, not a log: write --of requests"), "\(run.errors)")
    }

    @Test func `a launch of which nothing can be read has no row, and the others have theirs`() throws {
        let folder = TemporaryFolder()
        _ = try folder.write(Array("nonsense\n".utf8), "a.jsonl")
        _ = try folder.write(Flows.segments([])[0], "b.jsonl")
        let run = Run(["table", folder.path])
        #expect(run.code == .logFails)
        #expect(lines(run.output).count == 1)
        #expect(run.errors.contains("a.jsonl:1"))
    }

    @Test func `a cell of CSV is quoted if it must be, and null and an empty text differ`() {
        let values: [Tree] = [
            .text("a"), .text(""), .null, .text("a,\"b\"\nc"), .list([.text("x"), .text("y")]), .truth(true), .number(-1),
        ]
        #expect(TableRow(.events, values).csv == "a,\"\",,\"a,\"\"b\"\"\nc\",x;y,true,-1")
    }

    @Test func `numbers of tables that do not exist are refused`() {
        #expect(FleetTable.tables(0) == nil && FleetTable.tables(16) == nil && FleetTable.tables(-1) == nil)
        #expect(FleetTable.tables(9) == [.launches, .verdicts])
    }
}
