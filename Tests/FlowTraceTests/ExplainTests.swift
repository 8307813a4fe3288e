import FlowMachine
@_spi(Testing) import FlowExploration
import FlowSimulation
import FlowStories
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct ExplainTests {
    private let folder = TemporaryFolder()

    @Test func `calls to different endpoints of one API are different consequences`() {
        func consequence(_ endpoints: RESTV1Endpoint...) -> Consequence {
            Consequence(
                rule: "V1-24", state: "checking", step: "authentication", effects: endpoints.map { HandMade.call(1, .restV1($0)) })
        }
        #expect(consequence(.checkAuthentication) != consequence(.configuration))
        #expect(consequence(.checkAuthentication) == consequence(.checkAuthentication))
        #expect(consequence(.configuration).actions.map(\.words) == ["asks configuration"])
    }

    @Test func `a refused permission is explained exactly like this`() throws {
        let path = try folder.write(Flows.secondScreen().bytes, "flow.jsonl")
        let run = Run(["explain", "--at", "8", path])
        #expect(run.code == .fine)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                Event 8, 3.8 s: the partner framework answered "status, may interrupt": the viewer denied
                TV-provider access.

                What the log shows
                  state           partnerAuth.choosing → basicAuthFallback.picking
                  rule            V2-C-08
                  effects         present 1 provider picker, configuration#1

                Rule V2-C-08 (its text, not an observation)
                  when            permission is denied, restricted or not determined
                  then            basic authentication, with the app's own picker

                State before the event (computed by this build from the log)
                  asked           partner framework: status, may interrupt, 2.3 s before
                  partner status  none is valid
                  provider        none remembered
                  provider list   3 providers, fresh until 2026-01-01 00:02:31Z, another 2 min 28 s
                  wishes          sign in, wish 1 (event 2)
                  token           until 2026-01-01 06:00:00Z, another 6 h

                What led here
                  1     0.0  the app: launched, vault: empty                                                V2-A-02
                  3     0.3  Adobe answered POST /o/client/register: client#1                               V2-A-03
                  4     0.6  Adobe answered POST /o/client/token: token#1, 6 h                              V2-A-07
                  5     0.9  the partner framework answered "status, may ask permission": the viewer        V2-B-04
                             denied TV-provider access
                  6     1.2  Adobe answered GET /REF30/profiles: no profile                                 V2-B-10
                  7     1.5  Adobe answered GET /REF30/configuration: 3 providers, 2 with Apple SSO,        V2-C-02
                             configuration#1

                With a different reply (computed, not observed)
                  permission granted, but nobody signed in; the picker closed; a framework error            V2-C-14
                      → basicAuthFallback.picking: shows the provider picker
                  permission granted, AppleMSO_Cablevision, not expired; permission granted,                V2-C-09
                  AppleMSO_Cablevision, no expiry
                      → partnerAuth.session: asks partnerSession
                  permission granted, AppleMSO_Cablevision, expired                                         V2-C-10
                      → basicAuthFallback.creatingSession: asks createSession
                  a provider that no MVPD maps to                                                           V2-C-11
                      → basicAuthFallback.picking: shows the provider picker
                  AppleMSO_Cablevision, which the app does not offer there                                  V2-C-12
                      → basicAuthFallback.creatingSession: asks createSession
                  "other provider" in the picker                                                            V2-C-13
                      → basicAuthFallback.picking: shows the provider picker

                At another time, with other settings or after other events (computed, not observed)
                  after the configuration expired                                                           V2-C-08
                      → basicAuthFallback.configuration: asks configuration
                  after the token expired                                                                   V2-C-08
                      → basicAuthFallback.configuration: asks token
                  in an app without a picker of its own                                                     V2-C-08
                      → basicAuthFallback.creatingSession: asks createSession
                  without event 2 (the app requested: sign in, wish 1)                                      FM-02
                      → registered.resting

                Tried: 2 other times (before and after the expiry of the configuration, the token); 44 settings
                (every policy and every device property, changed at this event only); without event 2 (the app
                requested: sign in, wish 1).

                """)
    }

    @Test func `if the clocks differ, an explanation gives the difference`() throws {
        let world = try #require(Scenario.story("clock-ahead")).run()
        let path = try folder.write(world.segments[0], "ahead.jsonl")
        #expect(lines(Run(["explain", "--at", "6", path]).output).contains("  Adobe's clock   93 d behind the device's"))
        #expect(!Run(["explain", "--at", "3", path]).output.contains("Adobe's clock"), "not known yet")
    }

    @Test func `without a number, the last unmet wish is explained, with Adobe's trace id`() throws {
        let path = try folder.write(Flows.secondScreen().bytes, "flow.jsonl")
        let run = Run(["explain", path])
        let number = Flows.secondScreen().records.count
        let told = lines(run.output)
        #expect(
            flat(run.output).hasPrefix(
                "play resource#1 (wish 2, event \(number - 1)): denied. The provider Dish denied it (authorization_denied_by_mvpd).")
        )
        #expect(told.contains("Adobe's trace id is 12f6fef9-82b1: quote it to Adobe's support."))
        #expect(told.contains("  rule            V2-D-13"))
        #expect(told.contains("1 other request has a cause: flow-trace triage LOG lists them all."))
        #expect(told.filter { !$0.hasPrefix("1 other request") } == lines(Run(["explain", "--wish", "2", path]).output))
        let fine = try folder.write(Flows.partner().bytes, "fine.jsonl")
        #expect(Run(["explain", fine]).output.contains("Event \(Flows.partner().records.count), "))
    }

    @Test func `with several logs, each answer follows the name of its log`() throws {
        let paths = try ["a.jsonl", "b.jsonl"].map { try folder.write(Flows.partner().bytes, $0) }
        let alone = Run(["explain", "--at", "3", paths[0]]).output
        let run = Run(["explain", "--at", "3"] + paths)
        #expect(run.code == .fine)
        #expect(!alone.contains(".jsonl"))
        #expect(run.output == paths.map { "\($0)\n\n\(alone)" }.joined(separator: "\n"))
        #expect(Run(["explain", "--at", "3", folder.path]).output == run.output)
    }

    @Test func `polls that led to the event are reported once`() {
        let flow = Flows.secondScreen()
        let records = flow.records
        guard let end = records.last(where: { $0.rule == "V2-F-13" }) else {
            Issue.record("no profile was found")
            return
        }
        var causes: [LogRecord] = []
        var next = end.by
        while let number = next, let cause = records.first(where: { $0.number == number }) {
            causes.append(cause)
            next = cause.by
        }
        let folded = Explanation.folded(causes.reversed())
        #expect(folded.contains { $0.times == 18 && $0.record.rule == "V2-F-14" })
        #expect(folded.reduce(0) { $0 + $1.times } == causes.count)
    }

    @Test func `each alternative leads where the machine leads with that reply`() throws {
        let flow = Flows.partner()
        let content = try LogContent(flow.bytes)
        let machine = FlowReducer(settings: flow.header.settings)
        var seen = 0
        for record in flow.records {
            let scene = try #require(Scene(record.number, content, flow.bytes))
            let before = try #require(scene.before)
            let taken = machine.reduce(before, record.event)
            #expect(taken.model.digest == record.digest, "event \(record.number): the model before it is another")
            let alternatives = Alternatives(scene, before)
            #expect(alternatives.taken == Consequence(record))
            for branch in alternatives.events + alternatives.circumstances { #expect(branch.consequence != alternatives.taken) }
            seen += alternatives.events.count
        }
        #expect(seen > 40)
    }

    @Test func `every policy and every setting is either tried or decides nothing`() {
        for settings in [FlowSettings.box, .phone, .bare] {
            let others = OtherSettings.of(settings).map(\.value)
            func untried<Value>(_ part: (FlowSettings) -> Value) -> [String] {
                func fields(_ settings: FlowSettings) -> [(label: String?, value: Any)] {
                    Array(Mirror(reflecting: part(settings)).children)
                }
                return fields(settings).enumerated().compactMap { index, field in
                    let isTried = others.contains { "\(fields($0)[index].value)" != "\(field.value)" }
                    return isTried ? nil : field.label
                }
            }
            #expect(untried { $0.policy } == [])
            #expect(untried { $0 }.sorted() == OtherSettings.undecisive.sorted())
        }
    }

    @Test func `a setting that is not tried decides nothing`() {
        for (seed, settings) in [FlowSettings.box, .phone, .bare].enumerated() {
            var renamed = settings
            renamed.serviceProvider = "OTHER"
            renamed.host = "https://other.example"
            renamed.domainName = "other.example"
            renamed.redirectURL = "other:done"
            renamed.activationURL = settings.activationURL == nil ? "https://other.example/activate" : nil
            renamed.platform = settings.platform == .macOS ? .iPadOS : .macOS
            let (machine, other) = (FlowReducer(settings: settings), FlowReducer(settings: renamed))
            var generator = EventGenerator(seed: UInt64(seed))
            var model = FlowModel()
            for index in 0..<300 {
                let event = index == 0 ? generator.launch() : generator.next()
                let transition = machine.reduce(model, event)
                let again = other.reduce(model, event)
                #expect(again.model == transition.model && again.effects == transition.effects && again.rule == transition.rule)
                model = transition.model
                generator.note(transition.effects)
            }
        }
    }

    @Test func `another policy or another time is reported if it would have changed the decision`() throws {
        var flow = Flows.registered()
        flow.reply(0.9, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        flow.reply(1.2, .profiles([]))
        flow.reply(1.5, .configuration(Flows.configuration))
        flow.reply(3.8, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted), error: .canceled)))
        let path = try folder.write(flow.bytes, "closed.jsonl")
        let told = lines(Run(["explain", path]).output)
        #expect(told.contains { $0.hasPrefix("  with the policy opensOwnPickerAfterCancel off ") && $0.hasSuffix("FM-08") })
        #expect(told.contains("      → registered.resting: answers refused, cancelled"))
        #expect(told.contains { $0.hasPrefix("  after the configuration expired ") })
    }

    @Test func `every event of random logs is explained within the width, and in ASCII if asked`() throws {
        for seed in 0..<6 {
            var generator = EventGenerator(seed: UInt64(seed))
            var flow = Script(seed % 2 == 0 ? .box : .phone)
            for index in 0..<60 {
                flow.feed(index == 0 ? generator.launch() : generator.next())
                generator.note(flow.records.last?.effects ?? [])
            }
            let content = try LogContent(flow.bytes)
            for record in flow.records where record.number % 3 == 0 {
                let scene = try #require(Scene(record.number, content, flow.bytes))
                let text = Explanation.lines(scene, Look(width: 80, glyphs: .ascii))
                let isWithin = text.allSatisfy { DisplayedWidth.of($0) <= 80 && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
                #expect(isWithin, "seed \(seed), event \(record.number)")
            }
        }
    }

    @Test func `a missing event, an unanswered wish and asking for both at once are reported`() throws {
        let path = try folder.write(Flows.partner().bytes, "flow.jsonl")
        let last = Flows.partner().records.count
        #expect(
            Run(["explain", "--at", "99", path]).errors.hasPrefix("\(path): there is no event 99: this log has events 1 to \(last), from "))
        let wish = Run(["explain", "--wish", "9", path]).errors
        #expect(wish.hasPrefix("\(path): there is no request with the number 9: this log has events 1 to \(last), "))
        #expect(Run(["explain", "--wish", "9", path]).code == .usage)
        #expect(Run(["explain", "--wish", "1", "--at", "1", path]).errors.hasPrefix("flow-trace: --at and --wish were both given"))
    }

    @Test func `if this build differs, both decisions are shown separately, and later events as recorded`() throws {
        var records = Flows.partner().records
        let own = records[10].rule
        records[10] = records[10].changed(rule: "V2-X-13")
        let path = try folder.write(LogBytes.of(records), "differs.jsonl")
        let run = Run(["explain", "--at", "11", path])
        #expect(run.code == .logFails)
        #expect(run.errors.contains("this build makes a different decision"))
        let told = lines(run.output)
        let shown = try #require(told.firstIndex(of: "What the log shows"))
        let instead = try #require(told.firstIndex(of: "What this build decides instead"))
        #expect(told[shown..<instead].contains("  rule            V2-X-13"))
        #expect(told[instead...].contains("  rule            \(own)"))
        let behind = Run(["explain", "--at", "12", path]).output
        #expect(flat(behind).contains("cannot be computed: this build's decisions differ from event 11 on."))
        #expect(!behind.contains("computed, not observed"))
    }

    @Test func `an event after damage is explained on request`() throws {
        var bytes = Flows.partner().bytes
        let half = bytes.count / 2
        bytes[half] ^= 0x40
        let path = try folder.write(bytes, "damaged.jsonl")
        let last = Flows.partner().records.count
        let refused = Run(["explain", "--at", "\(last)", path])
        #expect(refused.code == .usage)
        #expect(refused.errors.contains("; use --past-damage to read the lines after the damage\n"))
        let told = Run(["explain", "--past-damage", "--at", "\(last)", path])
        #expect(told.code == .logFails)
        #expect(told.output.hasPrefix("Event \(last), ") || told.output.contains("\nEvent \(last), "))
        let torn = try folder.write(Array(Flows.partner().bytes.dropLast(5)), "torn.jsonl")
        #expect(Run(["explain", torn]).code == .logFails)
    }

    @Test func `a request without an answer is explained by its obstacle`() throws {
        let path = "\(Repository.path)/Specs/scenarios/throttled-until-expiry/log.jsonl"
        let bytes = try LogFile.read(path).bytes
        let cut = bytes.split(separator: 0x0A).prefix(120).map { $0 + [0x0A] }
        let hanging = try folder.write(Array(cut.joined()), "hanging.jsonl")
        for words in [[], ["--wish", "1"]] {
            let output = flat(Run(["explain"] + words + [hanging]).output)
            #expect(output.hasPrefix("sign in (wish 1, event 2): never answered."))
            #expect(output.contains("polls for the sign-in, "))
            #expect(output.contains("429, throttled ("), "the polls are among what led there")
        }
    }

    @Test func `a correct clock and a log without one event are tried with the whole log`() throws {
        let world = try #require(Scenario.story("clock-ahead")).run()
        let path = try folder.write(world.segments[0], "ahead.jsonl")
        let tried = flat(Run(["explain", "--at", "8", path]).output)
        #expect(tried.contains("with a correct device clock"))
        #expect(tried.contains("44 settings (every policy and every device property, changed at this event only)"))
    }
}
