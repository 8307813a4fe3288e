import FlowMachine
import FlowSimulation
import Foundation
import FlowTestSupport
import Testing

@testable import FlowReading

/// What a folder of launches shows, as values.
@Suite("Triage: patterns as values") struct TriagePatternValueTests {
    private static func pattern(_ id: TriagePattern.ID) throws -> TriagePattern {
        try #require(Triage(Fleet.showing(id)).patterns.first { $0.id == id }, "\(id)")
    }

    private static func object(_ id: TriagePattern.ID) throws -> [String: Any] {
        let total = try #require(Triage(Fleet.showing(id)).objects.last?.json)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(total.utf8)) as? [String: Any])
        let patterns = try #require(object["patterns"] as? [[String: Any]])
        return try #require(patterns.first { $0["id"] as? String == id.rawValue })
    }

    @Test(arguments: TriagePattern.ID.allCases) func `every pattern has an owner, advice, parameters and evidence`(id: TriagePattern.ID)
        throws
    {
        let pattern = try Self.pattern(id)
        #expect(!pattern.text.isEmpty && !pattern.advice.isEmpty && !pattern.parameters.isEmpty)
        let files = Set(Fleet.showing(id).map(\.file))
        #expect(!pattern.evidence.isEmpty && pattern.evidence.allSatisfy { files.contains($0.file) })
        let names = pattern.parameters.map(\.name)
        #expect(Set(names).count == names.count)
        // Only these are about a cause.
        #expect((pattern.cause != nil) == (id == .correlatedCause || id == .recurringCause))
        let correlated: [TriagePattern.ID] = [.correlatedCause, .callsMultiplied, .signInWayChanged, .correlatedObservation]
        #expect((pattern.correlation != nil) == correlated.contains(id))
        let object = try Self.object(id)
        #expect(object["text"] as? String == pattern.text)
        #expect(object["owner"] as? String == pattern.owner.rawValue)
    }

    @Test func `the summary's sentences are those of the patterns, in their order`() {
        let triage = Triage(Fleet.all)
        let texts = triage.patterns.map(\.text)
        let places = triage.summary.compactMap { texts.firstIndex(of: $0) }
        #expect(places.count == triage.summary.count && places == places.sorted())
        #expect(triage.summary.count == 6)
    }

    // MARK: Evidence

    @Test func `a change names the last log before it and the first log after it, with their events`() throws {
        for (id, folder) in [(TriagePattern.ID.providersGone, "gone"), (.lifetimeChanged, "token")] {
            let evidence = try Self.pattern(id).evidence
            #expect(evidence.map(\.role) == [.good, .bad])
            #expect(evidence.map(\.file) == ["\(folder)-\(id == .providersGone ? 2 : 1)/log.jsonl", "\(folder)-5/log.jsonl"])
            #expect(evidence.map(\.event) == [2, 2])
        }
    }

    @Test func `an event in a later segment of a launch is named with its file`() throws {
        let reader = LaunchReader(HandMade.header, nil)
        var made = HandMade.launched()
        made.add(1, .app(.foregrounded), "FM-01", "checking")
        for (file, record) in zip(["a/flow-1-0001.jsonl", "a/flow-1-0002.jsonl"], made.records) {
            reader.note(record)
            reader.endSegment(file)
        }
        let place = Sightings(Script.instant(1), event: 2, in: reader.report).first
        #expect(place.file == "a/flow-1-0001.jsonl")
        #expect(TriagePattern.Sighting(.bad, place).file == "a/flow-1-0002.jsonl")
    }

    @Test func `a correlation names its cause, its properties, both counts and two logs to compare`() throws {
        let pattern = try Self.pattern(.correlatedCause)
        #expect(pattern.cause?.id == .canceledByApp)
        #expect(pattern.correlation?.properties.map(\.text) == ["app DemoTV/5.3.0"])
        #expect(
            pattern.evidence.map { "\($0.role.rawValue) \($0.file)" } == [
                "first bad-0/log.jsonl", "last bad-22/log.jsonl", "good bad-1/log.jsonl", "bad bad-0/log.jsonl",
            ])
        #expect(pattern.evidence.first?.event == 3)
        let object = try Self.object(.correlatedCause)
        let correlation = try #require(object["correlation"] as? [String: Any])
        #expect(correlation["with"] as? [String: Int] == ["affected": 12, "all": 12])
        #expect(correlation["others"] as? [String: Int] == ["affected": 0, "all": 12])
        let probability = try #require(correlation["probability"] as? Double)
        #expect(probability > 0 && probability <= 0.01)
    }

    // MARK: Order

    @Test func `the order of the logs changes nothing that is printed of them together`() {
        var random = RandomSource(seed: 7)
        let look = Look(utc: true)
        let reports = Fleet.all
        let triage = Triage(reports)
        let (text, objects) = (triage.lines(look, of: reports.count), triage.objects.map(\.json))
        for _ in 0..<6 {
            let shuffled = Triage(reports.shuffled(using: &random))
            #expect(shuffled.objects.map(\.json) == objects)
            #expect(shuffled.lines(look, of: reports.count) == text)
        }
    }

    // MARK: JSON

    @Test func `the last of several objects has the patterns, and the lists of a launch without elements`() throws {
        let objects = Triage(Fleet.showing(.correlatedCause)).objects
        #expect(objects.count == 25)
        #expect(
            objects.last?.json.hasPrefix(
                #"{"files":[],"requests":[],"findings":[],"changes":[],"launches":24,"copies":0,"conflicts":0,"conclusion":null,"patterns":[{"id":"#
            ) == true)
        #expect(Triage(Fleet.showing(.correlatedCause).prefix(1)).objects.count == 1)
    }

    @Test(arguments: [
        (0.01, "0.01"), (0.0032, "0.0032"), (0.000001, "0.000001"), (0.00000099999, "0.000001"), (3.24e-7, "3.2e-7"), (3e-12, "3e-12"),
        (9.96e-9, "1e-8"), (1, "1"), (0.5, "0.5"), (0.999, "1"), (0, "0"), (1e-301, "0"),
    ]) func `a probability has two significant digits, as JavaScript writes them`(value: Double, text: String) {
        #expect(Tree.fraction(value).json == text)
    }
}
