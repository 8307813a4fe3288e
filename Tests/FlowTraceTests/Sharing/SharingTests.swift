import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// Copies of logs for public bug reports.
@Suite("Sharing a log") struct SharingTests {
    private static let logs = Repository.files(under: "Specs").filter { $0.hasSuffix(".jsonl") }

    private static func expectProperties(_ path: String, _ bytes: [UInt8]) throws -> PseudonymousLog.End {
        let shared = try PseudonymousLog(bytes)
        var copy = try SharedCopy(path, bytes, shared)
        try copy.expectSameDecisions()
        copy.expectNothingIdentifying()
        #expect(copy.copy.records.count == shared.events)
        let verification = Verification(shared.bytes)
        #expect(verification.verdict == .verified && verification.count == shared.events, "\(path)")
        #expect(try PseudonymousLog(bytes).bytes == shared.bytes, "\(path): another copy has other bytes")
        #expect(try PseudonymousLog(shared.bytes).bytes == shared.bytes, "\(path): a copy of the copy has other bytes")
        return shared.end
    }

    @Test func `a copy of every scenario makes the same decisions and names nobody`() throws {
        let logs = Self.logs.filter { $0.hasPrefix(Story.folder) }
        #expect(logs.count > 100)
        for (index, path) in logs.enumerated() where index % 2 == 0 {
            let end = try Self.expectProperties(path, try #require(Golden.recorded(path)))
            #expect(end == .complete, "\(path)")
        }
    }

    @Test func `a copy of any other log ends at its damage or before the first different decision`() throws {
        var ends = (complete: 0, damage: 0, difference: 0, none: 0)
        for path in Self.logs where !path.hasPrefix(Story.folder) {
            let bytes = try #require(Golden.recorded(path))
            do throws(PseudonymousLog.Failure) {
                _ = try PseudonymousLog(bytes)
            } catch {
                ends.none += 1
                if case .decision = error { Issue.record("\(path): \(error.text)") }
                if case .text = error { Issue.record("\(path): \(error.text)") }
                continue
            }
            switch try Self.expectProperties(path, bytes) {
            case .complete: ends.complete += 1
            case .damage: ends.damage += 1
            case .difference: ends.difference += 1
            }
        }
        #expect(ends.complete > 5 && ends.damage > 2 && ends.difference > 20, "\(ends)")
    }

    @Test func `a copy of sessions with faults makes the same decisions and names nobody`() throws {
        let folder = TemporaryFolder()
        #expect(Run(["simulate", "--seeds", "12", "--logs", "--folder", folder.path]).code == .fine)
        let paths = try LogFile.all(folder.path).paths
        #expect(paths.count > 12)
        for path in paths {
            let bytes = try LogFile.read(path).bytes
            do throws(PseudonymousLog.Failure) { _ = try PseudonymousLog(bytes) } catch {
                #expect(error == .noEvent(.complete), "\(path): \(error.text)")
                continue
            }
            _ = try Self.expectProperties(path, bytes)
        }
    }

    /// A log in which every identifying text is marked with `secret`.
    private static func marked() throws -> [UInt8] {
        var settings = FlowSettings(
            serviceProvider: "secret-sp", host: "https://secret.example", domainName: "secret.domain", redirectURL: "secretapp://x",
            activationURL: "https://secret.activate", platform: .tvOS, temporaryAccess: Flows.mvpd("secretTemp"))
        settings.policy.pollInterval = .seconds(7)
        let header = LogHeader(
            app: "SecretApp/1.0 secret", system: "secretOS 1", support: "secretID", previousSupport: "secretBefore",
            installation: "secret0123456789", utcOffsetMinutes: 345, settings: settings,
            names: [ResourceName(ref: SecretRef(.resource, 1), name: "secret channel")])
        var recorder = FlowRecorder(header: header)
        var bytes = recorder.headerLine
        func add(_ seconds: Int64, _ origin: FlowEvent.Origin) -> DecidedRecord {
            let record = recorder.record(FlowEvent(time: Instant(milliseconds: 1_764_150_000_123 + seconds * 1000), origin: origin))
            bytes += record.line
            return record
        }
        func after(_ seconds: Int64) -> Instant { Instant(milliseconds: 1_764_150_000_123 + seconds * 1000) }
        let kept = PersistedState(
            client: SecretRef(.client, 1), token: AccessToken(ref: SecretRef(.token, 1), notAfter: after(20_000)),
            provider: RememberedProvider(mvpd: Flows.mvpd("secretB"), mapping: PlatformMappingID("Apple_secretB")),
            profile: Profile(
                mvpd: Flows.mvpd("secretB"), type: try #require(ProfileType("secretType")), notAfter: Instant(milliseconds: Int64.max)),
            signedOut: SignedOutMark(account: PlatformMappingID("Apple_secretC")), owedLogouts: [.mvpd(Flows.mvpd("secretA")), .device])
        _ = add(0, .app(.launched(kept)))
        _ = add(1, .user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn)))
        let error = AdobeError(action: .none, status: 403, code: ErrorCode("secret_code"), trace: TraceID("secret-trace"))
        _ = add(2, .reply(RequestID(1), Reply(.failed(.refused(http: 403, error)))))
        _ = add(3, .reply(RequestID(2), Reply(.failed(.refused(http: 403, error)))))
        _ = add(4, .app(.held(until: after(60))))
        return bytes
    }

    @Test func `no marked name is left, whatever field it is in`() throws {
        let bytes = try Self.marked()
        #expect(String(decoding: bytes, as: UTF8.self).matches(of: /(?i)secret(?![A-Z]?[a-z]*#)/).count > 20)
        #expect(try Self.expectProperties("marked", bytes) == .complete)
        let shared = try PseudonymousLog(bytes)
        let text = String(decoding: shared.bytes, as: UTF8.self)
        #expect(!text.lowercased().contains("secret"), "\(text)")
        #expect(shared.resourceNames == 1 && shared.counts.providers == 3 && shared.counts.platformProviders == 2)
        #expect(shared.counts.traces == 1 && shared.counts.errorCodes == 1 && shared.counts.profileTypes == 1)
        #expect(try LogReader(shared.bytes).header.settings.policy.pollInterval == .seconds(7))
        // "Never" stays "never".
        #expect(text.contains("\"notAfter\":9007199254740991"))
    }

    @Test func `a log without events is refused`() throws {
        let bytes = FlowRecorder(header: HandMade.header).headerLine
        #expect(throws: PseudonymousLog.Failure.noEvent(.complete)) { try PseudonymousLog(bytes) }
    }

    @Test func `the files of a launch stay one launch, with one set of pseudonyms`() throws {
        let files = Flows.segments([4, 5])
        let shared = try PseudonymousLog(segments: files)
        #expect(shared.segments.count == files.count && shared.events == Flows.partner().records.count && shared.end == .complete)
        let whole = try PseudonymousLog(LogBytes.of(Flows.partner().records, header: Flows.partner().header))
        #expect(shared.counts.providers == whole.counts.providers)
        let records = try shared.segments.flatMap { try LogContent($0).records }
        #expect(try records.map(\.event) == LogContent(whole.bytes).records.map(\.event))
    }

    @Test func `after a difference, no later file of the launch is copied`() throws {
        var files = Flows.segments([4, 5])
        let second = FormatSamples.lines(files[1])
        let changed = FormatSamples.replaced(second, second.count - 1, "\"rule\":\"V2-", "\"rule\":\"V1-")
        files[1] = Array(FormatSamples.sealed(changed).joined())
        let shared = try PseudonymousLog(segments: files)
        #expect(shared.segments.count == 2 && shared.events == 8)
        if case .difference = shared.end {} else { Issue.record("the copy does not end at a difference") }
    }

    @Test func `a snapshot that another revision wrote is refused`() throws {
        let path = try #require(Self.logs.first { $0.hasPrefix("Specs/output/logs/launch/") && $0.hasSuffix("2.jsonl") })
        let lines = FormatSamples.lines(try #require(Golden.recorded(path)))
        let revision = "\"modelRevision\":\(LogHeader.modelRevision)"
        let old = FormatSamples.sealed(FormatSamples.replaced(lines, 0, revision, #""modelRevision":2"#))
        #expect(throws: PseudonymousLog.Failure.self) { try PseudonymousLog(Array(old.joined())) }
    }
}

/// `share`.
@Suite struct ShareCommandTests {
    private let folder = TemporaryFolder()
    private var target: String { "\(folder.path)/public.jsonl" }
    private let log = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"

    @Test func `the copy is written, and what was replaced is counted`() throws {
        let run = Run(["share", "--out", target, log])
        #expect(run.code == .fine && run.errors.isEmpty, "\(run.errors)")
        #expect(flat(run.output).contains("public.jsonl contains 19 events, with the same decisions."))
        #expect(run.output.contains("providers") && !run.output.contains("Cablevision"))
        #expect(Run(["verify", target]).code == .fine)
        let triage = Run(["triage", target])
        #expect(triage.output.contains("denied at event 19"))
        #expect(triage.output.contains("The provider provider-"))
    }

    @Test func `with JSON, counts are printed and no originals`() throws {
        let run = Run(["share", "--json", "--out", target, log])
        #expect(run.code == .fine)
        #expect(run.output.hasPrefix(#"{"events":19,"end":"complete","replaced":{"providers":"#))
        for name in ["Cablevision", "REF30", "2026", "simulated"] { #expect(!run.output.contains(name)) }
    }

    @Test func `a log that this build decides differently is copied up to there, and exits with 1`() throws {
        let run = Run(["share", "--out", target, "\(Repository.path)/Specs/output/logs/differs.jsonl"])
        #expect(run.code == .logFails)
        #expect(run.errors.contains("this build makes a different decision"))
        #expect(run.errors.hasSuffix("  The copy contains the events before it.\n"))
        #expect(Run(["verify", target]).code == .fine)
    }

    @Test func `a folder with the files of one launch becomes a folder that verifies as one launch`() throws {
        for (index, bytes) in Flows.segments([4, 5]).enumerated() { _ = try folder.write(bytes, "flow-ABC-000\(index + 1).jsonl") }
        let out = "\(folder.path)/public"
        let run = Run(["share", "--out", out, folder.path])
        #expect(run.code == .fine, "\(run.errors)")
        let verified = Run(["verify", out])
        #expect(verified.code == .fine, "\(verified.output) \(verified.errors)")
        #expect(verified.output.contains("continues file 0002 of the same launch"), "\(verified.output)")
        #expect(Run(["share", "--out", out, folder.path]).code != .fine, "the folder exists, and there are two launches now")
    }

    @Test func `an existing file is no target of a copy`() throws {
        _ = try folder.write([0x61], "public.jsonl")
        let run = Run(["share", "--out", target, log])
        #expect(run.code == .unreadable)
        #expect(run.errors == "\(target): already exists: name a file that does not exist\n")
    }

    @Test func `the recipe of the article leads from a log to a test that passes`() throws {
        let article = "Sources/FlowEffects/FlowEffects/FlowEffects.docc/Articles/LogsForSupport.md"
        let text = String(decoding: try #require(Golden.recorded(article)), as: UTF8.self)
        let section = try #require(text.split(separator: "### From a support id to a red test").last)
        let commands = lines(String(section)).filter { $0.hasPrefix("flow-trace ") }
        #expect(commands.count == 2)
        for command in commands {
            var words = command.split(separator: "\"").enumerated().flatMap { index, part in
                index == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
            }
            words = words.dropFirst().map { word in
                if word == "flow-K7PWQ3MX-0001.jsonl" { return log }
                return word == "public.jsonl" || word == "DeniedTests.swift" ? "\(folder.path)/\(word)" : word
            }
            let run = Run(words)
            #expect(run.code == .fine && run.errors.isEmpty, "\(command): \(run.errors)")
        }
        let source = String(decoding: try LogFile.read("\(folder.path)/DeniedTests.swift").bytes, as: UTF8.self)
        #expect(source.contains("func \u{60}denied at event 19, K7PWQ3MX\u{60}() throws {"))
        #expect(source.contains("/// No recording: shared: pseudonyms, shifted times."))
        #expect(!source.contains("Cablevision") && !source.contains("simulated"))
        #expect(try RegressionTest(LogFile.read(target).bytes, file: target).passes)
    }

    @Test func `wrong uses of share are explained`() {
        let uses: [([String], String)] = [
            (["share", log], "flow-trace: share needs --out FILE: name the file for the copy"),
            (["share", "--out", target], "flow-trace: share copies one log, but got 0: name a file"),
            (["share", "--out", target, log, log], "flow-trace: share copies one log, but got 2: name a file"),
            (["share", "--out", target, "\(Repository.path)/Specs/changes/0.1.0"], "flow-trace: share copies one launch, but "),
        ]
        for (words, text) in uses {
            let run = Run(words)
            #expect(run.code == .usage && run.errors.hasPrefix(text), "\(run.errors)")
        }
        #expect(!LogFile.exists(target))
    }
}
