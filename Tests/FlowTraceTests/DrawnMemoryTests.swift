import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

/// Facts that are kept, forgotten, owed, hidden or missing are in the drawing and in the replay.
@Suite struct DrawnMemoryTests {
    private static let small = OwedLogout.mvpd(Flows.mvpd("SmallCo"))
    private static let logout = HandMade.call(1, .logout(Flows.mvpd("SmallCo")))

    private static func records(_ end: FlowEvent.Origin) -> [LogRecord] {
        var made = HandMade()
        made.add(
            0, .user(.signOut(WishID(1))), "V2-E-02", "loggedOut",
            [.keep(.owedLogouts([small])), .forget(.fact(.profile)), .forget(.secret(SecretRef(.attributes, 1))), logout])
        made.add(1, end, "V2-E-05", "loggedOut", [.forget(.fact(.owedLogouts)), .answer(WishID(1), .signedOut(owed: false))])
        return made.records
    }

    private func drawn(_ records: [LogRecord], part: Part = Part(), gaps: [LogGap] = []) -> [String] {
        SequenceText.lines(
            SequenceDiagram(records, header: HandMade.header, part: part, gaps: gaps), scale: TimeScale(records, utc: false), Look())
    }

    @Test func `a sign-out that Adobe confirmed is marked in the drawing and in the replay`() {
        let records = DrawnMemoryTests.records(HandMade.reply(1, .logouts([Logout(mvpd: Flows.mvpd("SmallCo"), action: .complete)])))
        let lines = drawn(records)
        #expect(lines.contains { $0.contains("◇ forgets the profile ") })
        #expect(lines.contains { $0.contains("◇ keeps the sign-out from SmallCo pending until Adobe confirms it") && !$0.contains("!") })
        #expect(lines.contains { $0.contains("◇ Adobe confirmed the sign-out from SmallCo") && !$0.contains("!") })
        let table = ReplayTable.lines(records, HandMade.header, Look(), isCut: false)
        #expect(table.contains { $0.contains("forget the profile") && $0.contains("keeps the sign-out from SmallCo pending") })
        #expect(table.contains { $0.contains("Adobe confirmed the sign-out from SmallCo") })
    }

    @Test func `a sign-out that is given up is highlighted in the drawing and in the replay`() {
        for end in [FlowEvent.Origin.user(.signIn(WishID(2))), HandMade.reply(1, .failed(.transport(.connection)))] {
            let records = DrawnMemoryTests.records(end)
            #expect(
                drawn(records).contains { $0.contains("! ") && $0.contains("◇ stops sending the sign-out from SmallCo") })
            let table = ReplayTable.lines(records, HandMade.header, Look(), isCut: false)
            #expect(table.contains { $0.hasPrefix("  2 !") && $0.contains("stops sending the sign-out from SmallCo") })
        }
    }

    @Test func `an owed sign-out is shown for the viewer who left, at any width`() {
        var made = HandMade()
        made.add(0, .app(.foregrounded), "V2-E-07", "loggedOut", [.answer(WishID(1), .signedOut(owed: true))])
        for width in [80, 100, 140] {
            let sequence = SequenceDiagram(made.records, header: HandMade.header)
            let text = SequenceText.lines(sequence, scale: TimeScale(made.records, utc: false), Look(width: width)).joined(separator: "\n")
            #expect(text.contains("the sign-out has not reached Adobe yet"), "\(width)")
            #expect(text.contains("!"), "\(width)")
        }
    }

    @Test func `damage and missing events are drawn as a band in their place`() throws {
        let flow = Flows.partner()
        var bytes = flow.bytes
        let start = bytes.indices.filter { bytes[$0] == 0x0A }[5] + 40
        bytes[start] ^= 1
        let whole = try LogContent(bytes, pastDamage: true)
        #expect(whole.gaps.map(\.index) == [5])
        let lines = drawn(whole.records, gaps: whole.gaps)
        let band = try #require(lines.firstIndex { $0.contains("! line 7 is damaged: event 6 is missing") })
        #expect(lines[..<band].last { $0.hasPrefix(" 5 ") } != nil)
        #expect(lines[band...].first { $0.hasPrefix(" 7 ") } != nil)
        let cut = try LogContent(bytes)
        #expect(
            drawn(cut.records, gaps: cut.gaps).last?.contains("line 7 is damaged: use --past-damage to show the following lines") == true)
        let numbers = SequenceDiagram(whole.records, header: HandMade.header, part: Part(numbers: 1...5), gaps: whole.gaps)
        #expect(numbers.ending.isEmpty)
    }

    @Test(arguments: [LogDrawing.Kind.states, .timeline]) func `drawings without a place for a gap name the gap above`(
        kind: LogDrawing.Kind
    ) throws {
        var bytes = Flows.partner().bytes
        bytes[bytes.indices.filter { bytes[$0] == 0x0A }[5] + 40] ^= 1
        let content = try LogContent(bytes, pastDamage: true)
        for format in [LogDrawing.Format.text, .svg] {
            let text = LogDrawing(kind, format).text(content, name: "a.jsonl")
            #expect(text.contains("! line 7 is damaged: event 6 is missing"))
        }
    }

    @Test(arguments: [
        (Snapshot.Reason.rotation, "continues the previous segment, which ends with event 4"),
        (.gap(from: 3, .writing), "! events 3 to 4 may not have been kept (writing)"),
    ])
    func `a segment that starts with a snapshot names what it follows`(reason: Snapshot.Reason, text: String) throws {
        var recorder = FlowRecorder(header: HandMade.header)
        let records = Flows.partner().records
        for record in records.prefix(4) { _ = recorder.record(record.event, by: record.by) }
        var bytes = recorder.beginSegment(reason)
        for record in records.dropFirst(4) { bytes += recorder.record(record.event, by: record.by).line }
        let content = try LogContent(bytes)
        #expect(drawn(content.records, gaps: content.gaps).dropFirst(2).first?.contains("╌╌╌ \(text) ╌") == true)
    }

    @Test func `events that a filter hides are counted in the drawing and in the replay`() throws {
        let records = Flows.secondScreen().records
        let header = Flows.secondScreen().header
        var filters: [EventFilter] = EventFilter.Only.allCases.map { EventFilter(only: $0) }
        filters += [EventFilter(states: ["partnerAuth"]), EventFilter(text: "client#1"), EventFilter(text: "nowhere to be found")]
        for filter in filters {
            let part = Part(filter: filter, isUnfolded: true)
            let sequence = SequenceDiagram(records, header: header, part: part)
            let rows = sequence.blocks.flatMap(\.waits) + sequence.ending
            let drawn = sequence.blocks.count + leftOut(rows.filter { $0.kind == .leftOut }.map(\.label.main))
            #expect(drawn == records.count, "\(filter)")
            let table = ReplayTable.lines(records, header, Look(), isCut: false, part: part).dropFirst()
            let remarks = table.filter { $0.contains("left out") }
            let events = table.filter { $0.prefix(3).contains(where: \.isNumber) }
            #expect(events.count + leftOut(Array(remarks)) == records.count, "\(filter)")
            #expect(filter.isEverything == false)
        }
    }

    /// How many events the remarks count.
    private func leftOut(_ texts: [String]) -> Int {
        texts.reduce(0) { sum, text in
            sum + (text.contains("event ") ? 1 : text.split(separator: " ").compactMap { Int($0) }.first ?? 0)
        }
    }

    @Test func `each filter shows its own events`() {
        let records = Flows.secondScreen().records
        func rules(_ filter: EventFilter) -> [Row] {
            SequenceDiagram(records, header: HandMade.header, part: Part(filter: filter)).blocks.compactMap(\.event)
        }
        #expect(rules(EventFilter(only: .problems)).contains { $0.label.main == "429  throttled" })
        #expect(!rules(EventFilter(only: .problems)).contains { $0.label.main == "nothing yet" })
        #expect(rules(EventFilter(only: .viewer)).first?.label.main == "sign in")
        #expect(rules(EventFilter(text: "dish, regular")).map(\.label.main) == ["Dish, regular"])
        #expect(rules(EventFilter(states: ["partnerAuth"])).count == 3)
    }
}
