@_spi(Testing) import FlowExploration
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowMachine

/// `RunJudges` asks a judge only about the steps that concern it. Here each judge is also asked about every step: it must find the same and
/// remember the same, also where the effects are not those of the event.
@Suite struct ConcernTests {
    /// One judge twice.
    private struct Twins<Judge: Equatable> {
        var always: Judge
        var asked: Judge
        var skipped = 0
        var found = 0
        let name = "\(Judge.self)"

        init(_ judge: Judge) { (always, asked) = (judge, judge) }

        mutating func take(_ step: RunStep, isConcerned: Bool, _ judge: (inout Judge) -> [Invariant]) {
            let broken = judge(&always)
            found += broken.count
            guard isConcerned else {
                skipped += 1
                #expect(broken == [], "\(name) finds something in a step that does not concern it: \(step.event) \(step.effects)")
                return
            }
            #expect(judge(&asked) == broken, "\(name)")
            #expect(asked == always, "\(name) should have seen an earlier step; now \(step.event) \(step.effects)")
        }
    }

    private struct AllTwins {
        var promises = Twins(SignOutPromises())
        var leaving = Twins(LeavingJudge())
        var expiries = Twins(ExpiryJudge())
        var permits = Twins(PermitJudge())
        var sendings = Twins(SendingJudge())
        var loops = Twins(LoopJudge())
        var partners = Twins(PartnerJudge())
        var facts = Twins(KeptJudge())
        var screens = Twins(ScreenJudge())
        var catalogs = Twins(CatalogJudge())
        var offers = Twins(OfferJudge())
        var meanings = Twins(MeaningJudge())

        mutating func take(_ step: RunStep, _ settings: FlowSettings) {
            promises.take(step, isConcerned: step.has(SignOutPromises.concerns)) { judge in
                judge.take(step.event, arrived: step.arrived, settings)
                judge.note(step.effects, settings)
                return (judge.isUnasked ? [.signOutOnlyWhenAsked] : []) + (judge.isDishonest ? [.signOutIsHonest] : [])
            }
            leaving.take(step, isConcerned: step.has(LeavingJudge.concerns)) { $0.judge(step, settings) }
            expiries.take(step, isConcerned: step.has(ExpiryJudge.concerns)) { judge in
                judge.take(step)
                let isBroken = judge.isBroken(by: step, settings) || judge.delivers(step) || judge.begins(step)
                let polls = judge.pollsExpiredCode(step)
                judge.note(step)
                return (isBroken ? [.expiryFollowsAdobesClock] : []) + (polls ? [.boundedPolling] : [])
            }
            permits.take(step, isConcerned: step.has(PermitJudge.concerns)) { [owed = promises.always.open] judge in
                judge.take(step)
                return judge.judge(step, owed: owed, settings)
            }
            sendings.take(step, isConcerned: step.has(SendingJudge.concerns)) { $0.isBroken(by: step, settings) ? [.boundedAttempts] : [] }
            loops.take(step, isConcerned: step.has(LoopJudge.concerns)) { $0.isBroken(by: step) ? [.boundedAttempts] : [] }
            partners.take(step, isConcerned: step.has(PartnerJudge.concerns)) { judge in
                judge.take(step)
                return judge.judge(step, settings)
            }
            facts.take(step, isConcerned: step.has(KeptJudge.concerns)) { $0.isBroken(by: step) ? [.noReferenceIsLost] : [] }
            screens.take(step, isConcerned: screens.asked.isConcerned(by: step.kinds)) { $0.judge(step) }
            catalogs.take(step, isConcerned: step.has(CatalogJudge.concerns)) { judge in
                judge.isBroken(by: step, isAsked: false, settings) ? [.configurationOnlyForChoice] : []
            }
            offers.take(step, isConcerned: offers.asked.isConcerned(by: step.kinds)) {
                $0.isBroken(by: step) ? [.optionsLeadElsewhere] : []
            }
            meanings.take(step, isConcerned: step.has(MeaningJudge.concerns)) { $0.isBroken(by: step) ? [.sameErrorSameMeaning] : [] }
        }

        /// How many steps each judge was not asked about, and how many violations the judges found.
        var skipped: [Int] {
            [
                promises.skipped, leaving.skipped, expiries.skipped, permits.skipped, sendings.skipped, loops.skipped, partners.skipped,
                facts.skipped, screens.skipped, catalogs.skipped, offers.skipped, meanings.skipped,
            ]
        }
        var found: [Int] {
            [
                promises.found, leaving.found, expiries.found, permits.found, sendings.found, partners.found, facts.found, screens.found,
                catalogs.found,
            ]
        }
    }

    @Test(arguments: [FlowSettings.appleTV, .legacyTV])
    func `a judge finds and remembers the same if it is asked only about the steps that concern it`(settings: FlowSettings) {
        var skipped = Array(repeating: 0, count: 12)
        var found = Array(repeating: 0, count: 9)
        for seed in 1...8 as ClosedRange<UInt64> {
            var generator = EventGenerator(seed: seed)
            var engine = FlowEngine(FlowReducer(settings: settings))
            var outstanding = Outstanding()
            var twins = AllTwins()
            var earlier: [[Effect]] = []
            for index in 0..<300 {
                let event = index == 0 ? generator.launch() : generator.next()
                engine.apply(event)
                generator.note(engine.effects)
                var effects = engine.effects
                if index > 0, generator.random.once(in: 6) { effects = generator.random.pick(earlier) }
                earlier.append(engine.effects)
                twins.take(outstanding.step(event, effects, settings), settings)
            }
            for (index, count) in twins.skipped.enumerated() { skipped[index] += count }
            for (index, count) in twins.found.enumerated() { found[index] += count }
        }
        #expect(skipped.allSatisfy { $0 > 20 }, "\(skipped)")
        #expect(found.filter { $0 > 0 }.count >= 5, "\(found)")
    }

    @Test(arguments: [FlowSettings.appleTV, .legacyTV])
    func `judges that took a step back are as they were before it`(settings: FlowSettings) {
        var broken = 0
        for seed in 1...8 as ClosedRange<UInt64> {
            var generator = EventGenerator(seed: seed)
            var engine = FlowEngine(FlowReducer(settings: settings))
            var judges = RunJudges()
            var tried = judges
            var earlier: [(event: FlowEvent, effects: [Effect])] = []
            for index in 0..<300 {
                let event = index == 0 ? generator.launch() : generator.next()
                engine.apply(event)
                generator.note(engine.effects)
                earlier.append((event, engine.effects))
                var attempts = [(event: event, effects: engine.effects)]
                for _ in 0..<3 { attempts.append((generator.random.pick(earlier).event, generator.random.pick(earlier).effects)) }
                for attempt in attempts {
                    broken += tried.judge(attempt.event, to: engine.model, attempt.effects, settings).isEmpty ? 0 : 1
                    tried.goBack(to: judges)
                    #expect(tried == judges, "\(attempt)")
                }
                let found = judges.judge(event, to: engine.model, engine.effects, settings)
                #expect(tried.judge(event, to: engine.model, engine.effects, settings) == found)
                #expect(tried == judges)
            }
        }
        #expect(broken > 500)
    }
}
