import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Logs of an app in which nothing was wrong, or whose own use of the library explains the result.
@Suite struct TriageEndsTests {
    private let folder = TemporaryFolder()
    private let resource = SecretRef(.resource, 1)
    private let code = SecretRef(.code, 1)
    private let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(90_000))

    private func write(_ made: HandMade, _ name: String = "log.jsonl", settings: FlowSettings = Script.settings) throws -> String {
        try folder.write(LogBytes.of(made.records, header: LogHeader(app: "DemoTV/1.0", support: "4711", settings: settings)), name)
    }

    /// The output of triage for one launch.
    private func told(_ made: HandMade, settings: FlowSettings = Script.settings) throws -> String {
        flat(Run([try write(made, settings: settings)]).output)
    }

    /// A launch that shows a code for an open sign-in.
    private func codeShown(at start: Double, _ kept: PersistedState = PersistedState()) -> HandMade {
        var made = HandMade()
        made.add(start, .app(.launched(kept)), "V2-A-02", "basicAuthFallback")
        made.add(
            start + 1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback",
            [
                .present(PresentationID(1), .code(code, notAfter: Script.instant(1800))), HandMade.call(1, .profileForCode(code)),
                .keep(.code(PersistedCode(code: code, notAfter: Script.instant(1800), mvpd: Flows.mvpd("Dish")))),
            ])
        return made
    }

    // MARK: The end of a launch

    @Test func `a request that is open when the app ends in the background is no fault`() throws {
        var made = codeShown(at: 0)
        made.add(2, .app(.backgrounded), "FM-11", "basicAuthFallback")
        made.add(2.2, HandMade.reply(1, .profiles([])), "V2-F-14", "basicAuthFallback")
        let output = try told(made)
        #expect(output.contains("It was not answered before the app ended in the background. Shown to the viewer since"))
        #expect(output.contains("00:00:02Z the app: to the background"), "the evidence")
        #expect(output.contains("advice Nothing is wrong"))
        #expect(!output.contains("crash"))
        made.add(3, .app(.foregrounded), "FM-10", "basicAuthFallback")
        #expect(!(try told(made)).contains("in the background"), "the app came back")
    }

    @Test func `calls that failed before the app went to the background stay the cause`() throws {
        var made = codeShown(at: 0)
        made.add(2, HandMade.reply(1, .failed(.status(http: 500))), "V2-F-22", "basicAuthFallback")
        made.add(3, .app(.backgrounded), "FM-11", "basicAuthFallback")
        #expect(!(try told(made)).contains("Nothing is wrong"))
    }

    @Test func `an end in the background with events after it is not reported by the next launch`() throws {
        var first = HandMade()
        first.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding", [HandMade.call(1, .configuration)])
        first.add(1, .app(.backgrounded), "FM-11", "deciding")
        first.add(2, HandMade.reply(1, .configuration(Flows.configuration)), "V2-C-02", "deciding")
        var second = HandMade()
        second.add(10, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        _ = try write(first, "flow-4711-0001.jsonl")
        _ = try write(second, "flow-4711-0002.jsonl")
        #expect(!flat(Run([folder.path]).output).contains("without going to the background"))
    }

    @Test func `an end in the foreground comes last in the summary, as it may be a shutdown in an older log`() throws {
        for index in 0..<3 {
            var made = HandMade()
            let start = Double(index) * 60
            made.add(start, .app(.launched(PersistedState())), "V2-A-02", "deciding")
            if index == 0 {
                made.add(
                    start + 1, .user(.play(WishID(1), resource: resource, under: .signedIn)), "FM-06", "deciding",
                    [.answer(WishID(1), .refused(Refusal(reason: .noDecision)))])
            }
            _ = try write(made, "flow-4711-000\(index + 1).jsonl")
        }
        let summary = try #require(Run([folder.path]).output.components(separatedBy: "\n\n").first)
        let denied = try #require(flat(summary).range(of: "Adobe answered without a decision"))
        let ended = try #require(flat(summary).range(of: "the previous launch ended in the foreground"))
        #expect(denied.lowerBound < ended.lowerBound)
        #expect(flat(summary).contains("after shutDown()"))
    }

    // MARK: A resumed code

    @Test func `a sign-in with a code that the next launch resumed is not reported as given up`() throws {
        let kept = PersistedCode(code: code, notAfter: Script.instant(1800), mvpd: Flows.mvpd("Dish"))
        func second(_ kept: PersistedState) -> HandMade {
            var made = HandMade()
            made.add(60, .app(.launched(kept)), "V2-F-12", "basicAuthFallback", [HandMade.call(2, .profileForCode(code))])
            made.add(61, HandMade.reply(2, .profiles([profile])), "V2-F-13", "deciding", [.keep(.profile(profile))])
            return made
        }
        _ = try write(codeShown(at: 0), "flow-4711-0001.jsonl")
        _ = try write(second(PersistedState(code: kept)), "flow-4711-0002.jsonl")
        #expect(!flat(Run([folder.path]).output).contains("A sign-in was completed after"))
        _ = try write(second(PersistedState()), "flow-4711-0002.jsonl")
        let unkept = flat(Run([folder.path]).output)
        #expect(unkept.contains("A sign-in was completed after the flow had stopped waiting"))
        #expect(unkept.contains("Nothing is wrong: the app ended during the sign-in, and this launch found it."))
    }

    // MARK: The app's own use

    @Test func `temporary access that the settings do not name is the app's to set up, not Adobe's`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        made.add(
            1, .user(.play(WishID(1), resource: resource, under: .temporary(identity: nil))), "V2-T-04", "deciding",
            [.answer(WishID(1), .refused(Refusal(reason: .temporaryAccess)))])
        let unset = try told(made)
        #expect(unset.contains("The app asked for temporary access, and its settings name no provider for it."))
        #expect(unset.contains("owner the app advice Set temporaryAccess in the app's FlowSettings"))
        var settings = Script.settings
        settings.temporaryAccess = Flows.mvpd("TempPass")
        #expect(try told(made, settings: settings).contains("Check the temporary provider in Adobe's dashboard."))
    }

    @Test func `a preview that was split into many calls is reported as one, with the number Adobe accepted`() throws {
        let resources = (1...64).map { SecretRef(.resource, Int64($0)) }
        var made = HandMade()
        func call(_ id: Int64, _ part: ArraySlice<SecretRef>) -> Effect {
            HandMade.call(id, .preauthorize(Flows.mvpd("Dish"), resources: Array(part), status: nil))
        }
        func decisions(_ part: ArraySlice<SecretRef>) -> [AdobeDecision] {
            part.map { AdobeDecision(resource: $0, verdict: .permit(media: nil), source: .mvpd) }
        }
        let tooMany = AdobeError(action: .configuration, status: 403, code: ErrorCode("too_many_resources"), trace: nil)
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        made.add(1, .user(.preview(WishID(1), resources: resources)), "V2-D-06", "deciding", [call(1, resources[...])])
        made.add(1.1, HandMade.reply(1, .failed(.refused(http: 403, tooMany))), "V2-D-07", "deciding", [call(2, resources[..<32])])
        made.add(
            1.2, HandMade.reply(2, .decisions(decisions(resources[..<32]))), "V2-D-07", "deciding",
            [.arm(TimerID(1), .hold, at: Script.instant(14))])
        made.add(14, .timer(TimerID(1)), "V2-X-10", "deciding", [call(3, resources[32...])])
        made.add(
            14.1, HandMade.reply(3, .decisions(decisions(resources[32...]))), "V2-D-08", "deciding",
            [.answer(WishID(1), .previewed(decisions(resources[...])))])
        let output = try told(made)
        #expect(
            output.contains(
                "One preview of 64 resources took 3 calls, because the flow learns by halving how many resources Adobe accepts per call."))
        #expect(output.contains("advice Preview fewer resources at a time: here Adobe accepted 32 per call."))
        #expect(!output.contains("so many requests"))
    }

    @Test func `the JSON output names a provider only if the viewer was signed in with it`() throws {
        func provider(_ made: HandMade) throws -> String? {
            let run = Run(["triage", "--json", try write(made)])
            let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            return object["provider"] as? String
        }
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "basicAuthFallback")
        made.add(1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback", [HandMade.call(1, .profileForCode(code))])
        made.add(
            2, .user(.chose(PresentationID(1), .provider(Flows.mvpd("Dish")))), "V2-F-02", "basicAuthFallback",
            [.keep(.provider(RememberedProvider(mvpd: Flows.mvpd("Dish"))))])
        #expect(try provider(made) == nil, "it was only chosen")
        made.add(3, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding", [.keep(.profile(profile))])
        #expect(try provider(made) == "Dish")
    }
}
