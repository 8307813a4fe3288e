import FlowMachine
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Logs that were made to cost time, memory or output. None may take more than in proportion to its size, so these tests, which take seconds
/// at most, would not end in time otherwise.
@Suite struct HostileLogTests {
    private let folder = TemporaryFolder()

    /// A launch, and then events with these effects.
    private func log(_ count: Int, _ origin: (Int64) -> FlowEvent.Origin, _ effects: (Int64) -> [Effect] = { _ in [] }) -> [UInt8] {
        LogBytes.of(
            (1...Int64(count)).map { number in
                LogRecord(
                    number: number, by: nil, event: FlowEvent(time: Script.instant(Double(number)), origin: origin(number)), rule: "FM-04",
                    state: "unregistered", step: "registering", effects: effects(number), digest: 1)
            })
    }

    /// An event with `count` effects, none of which this build makes.
    private func wide(_ count: Int64) -> [UInt8] {
        log(1, { _ in .timer(TimerID(1)) }, { _ in (1...count).map { .cancel(RequestID($0)) } })
    }

    @Test func `triage follows 64 open requests, and counts the others`() throws {
        let path = try folder.write(log(3000) { .user(.signIn(WishID($0))) }, "open.jsonl")
        let run = Run(["triage", path])
        #expect(run.output.contains("0 of 64 requests fulfilled. 2,936 later requests are not listed."))
        #expect(Run(["triage", "--json", path]).output.contains("\"leftOut\":2936"))
    }

    @Test func `a record with 5,000 effects is compared, and the first 100 differences are shown`() throws {
        let path = try folder.write(wide(5_000), "wide.jsonl")
        let run = Run(["verify", path])
        #expect(run.code == .logFails)
        #expect(run.output.contains("effects[90]"))
        #expect(!run.output.contains("effects[101]"))
        #expect(run.output.firstMatch(of: /… and [0-9,]+ more differences/) != nil)
        let json = Run(["verify", "--json", path]).output
        #expect(json.matches(of: /"field"/).count == 100)
        #expect(json.firstMatch(of: /"moreDifferences":[0-9]{4}/) != nil)
        for command in [["explain"], ["replay"], ["verify", "--all"], ["diff", "--against-build"]] {
            #expect(Run(command + [path]).code == .logFails, "\(command)")
        }
    }

    @Test func `at most 20 damages of a log are reported, then a count`() throws {
        // This build decides these events as recorded, so that the damage is the first problem.
        var flow = Flows.partner()
        for round in 0..<150 { flow.app(100 + Double(round), round % 2 == 0 ? .backgrounded : .foregrounded) }
        var lines = FormatSamples.lines(flow.bytes)
        // The line behind a line without a checksum cannot be trusted, either.
        for place in stride(from: 3, to: 3 + 3 * 40, by: 3) { lines[place] = Array("damaged\n".utf8) }
        let path = try folder.write(Array(lines.joined()), "damaged.jsonl")
        let run = Run(["verify", path])
        #expect(run.errors.matches(of: /says: damaged/).count == 20)
        #expect(run.errors.contains("  20 later damages are not listed.\n"))
        let json = Run(["verify", "--json", path]).output
        #expect(json.contains("\"moreUntrusted\":20"))
        #expect(json.contains("[58,59],[61,62]]"))
        let triage = Run(["triage", path])
        #expect(triage.errors.matches(of: /does not end with a checksum/).count == 20)
        #expect(triage.errors.hasSuffix("\(path): 20 later damages are not listed.\n"))
        #expect(Run(["triage", "--json", path]).output.matches(of: /the log is damaged/).count == 21)
    }

    @Test func `many flipped bits are repaired in one pass`() throws {
        let good = log(6000) { .user(.signIn(WishID($0))) }
        var lines = FormatSamples.lines(good)
        for place in stride(from: 3, to: 6000, by: 4) { lines[place][30] ^= 1 }
        let target = folder.path + "/repaired.jsonl"
        let run = Run(["verify", "--repair-to", target, try folder.write(Array(lines.joined()), "flipped.jsonl")])
        #expect(run.code == .fine, "\(run.errors)")
        #expect(run.output.matches(of: /One flipped bit explains it/).count == 20)
        #expect(run.output.contains("So do 1,480 more flipped bits on later lines.\n1500 bits were repaired."))
        #expect(try LogFile.read(target).bytes == good)
    }

    @Test func `in an unfinished line above 1 MB no bit is searched`() throws {
        let end = [UInt8](repeating: 0x4A, count: 3_000_000)
        let path = try folder.write(log(3) { .user(.signIn(WishID($0))) } + end, "unfinished.jsonl")
        #expect(Run(["verify", path]).code == .logFails)
        #expect(Run(["triage", path]).errors.contains("the last line is incomplete"))
    }

    @Test func `a line is read up to 64 MB`() throws {
        let end = [UInt8](repeating: 0x4A, count: LogPieces.longestLine + 2_000_000)
        let path = try folder.write(log(3) { .user(.signIn(WishID($0))) } + end, "endless.jsonl")
        let run = Run(["triage", path])
        #expect(run.code == .unreadable)
        #expect(run.errors == "\(path): a line is longer than 64 MB, which no line of a log is: reading stopped there\n")
    }

    @Test func `a log of damage that could be line ends is read in time`() throws {
        var bytes = log(3) { .user(.signIn(WishID($0))) }
        for _ in 0..<30 { bytes += [UInt8](repeating: 0x4A, count: 60_000) + [0x0A] }
        bytes += log(3) { .user(.signIn(WishID($0))) }
        let path = try folder.write(bytes, "ends.jsonl")
        #expect(Run(["verify", path]).code == .logFails)
        #expect(Run(["triage", path]).code == .logFails)
    }

    @Test func `calls and holds that nobody answers do not slow down what follows`() throws {
        let path = try folder.write(
            log(20_000) {
                .reply(RequestID($0 + 1_000_000), Reply(.done))
            } _: { number in
                [HandMade.call(number, .register), .arm(TimerID(number), .hold, at: Script.instant(1))]
            }, "calls.jsonl")
        #expect(Run(["triage", path]).code == .logFails)
        #expect(Run(["render", "--as", "timeline", path]).code == .fine)
    }

    @Test func `kinds of differences beyond the first 1,000 are counted`() throws {
        let records = (1...Int64(1500)).map { number in
            LogRecord(
                number: number, by: nil, event: FlowEvent(time: Script.instant(1), origin: .timer(TimerID(1))), rule: "X-\(number)",
                state: "unregistered", step: "waiting", effects: [], digest: 1)
        }
        let path = try folder.write(LogBytes.of(records), "rules.jsonl")
        let run = Run(["verify", "--all", path])
        #expect(run.output.contains("differ in other ways, which are not listed."))
        #expect(lines(Run(["verify", "--all", "--json", path]).output).count == 1001)
    }

    @Test func `a record with 20,000 sign-outs, or 20,000 changes of them, is described in one pass`() {
        let most = 20_000
        let logouts = (0..<most).map { OwedLogout.mvpd(Flows.mvpd("M\($0)")) }
        func record(_ effects: [Effect]) -> LogRecord {
            LogRecord(
                number: 1, by: nil, event: FlowEvent(time: Script.instant(1), origin: .app(.foregrounded)), rule: "V2-E-07",
                state: "loggedOut", step: "resting", effects: effects, digest: 1)
        }
        let words = Wording(Script().header)
        let half = Array(logouts.dropFirst(most / 2))
        let said = words.memory(record([.keep(.owedLogouts(half))]), asked: nil, owed: logouts).map(\.label.text)
        #expect(said.count == 1)
        #expect(said.first.map { $0.hasPrefix("stops sending the sign-out from M0, M1, ") && $0.hasSuffix(", M9999") } == true)
        // Each change is compared with the one before it: only the first of these says all names.
        let changes = (0..<most).map { Effect.keep(.owedLogouts([logouts[$0]])) }
        let effects = words.effects(record(changes), asked: nil, owed: logouts)
        #expect(effects.count == 2 * most - 1)
        #expect(effects.last == "keeps the sign-out from M19999 pending")
        #expect(effects.filter { $0.count > 100 }.count == 1)
    }
}
