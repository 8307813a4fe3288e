import FlowMachine
import Testing

@testable import FlowReading

/// Which number of this build's stands for which recorded one.
@Suite struct NumberMapTests {
    private let at = Script.instant(5)

    private func map(_ recorded: [Effect], _ thisBuild: [Effect], into map: NumberMap = NumberMap()) -> NumberMap {
        var map = map
        map.note(recorded, thisBuild, EffectPairs(recorded.map(EffectKind.init), thisBuild.map(EffectKind.init)))
        return map
    }

    private func event(_ origin: FlowEvent.Origin) -> FlowEvent { FlowEvent(time: at, origin: origin) }

    @Test func `events that quote a number get this build's, and its effects the recorded one`() {
        func effects(_ number: Int64) -> [Effect] {
            [
                HandMade.call(number, .configuration), .partner(RequestID(number + 1), .status(prompt: false)),
                .arm(TimerID(number), .poll, at: at), .present(PresentationID(number), .codeExpired),
            ]
        }
        let map = map(effects(5), effects(70))
        func origins(_ number: Int64) -> [FlowEvent.Origin] {
            [
                HandMade.reply(number, .done), HandMade.reply(number + 1, .done), .timer(TimerID(number)),
                .user(.chose(PresentationID(number), .retry)),
            ]
        }
        #expect(origins(5).map { map.thisBuilds(event($0)).origin } == origins(70))
        #expect(origins(3).map { map.thisBuilds(event($0)).origin } == origins(3), "given out before the first difference")
        #expect(map.thisBuilds(event(.app(.foregrounded))) == event(.app(.foregrounded)))
        func later(_ number: Int64) -> [Effect] {
            effects(number) + [.cancel(RequestID(number)), .disarm(TimerID(number)), .forget(.fact(.client))]
        }
        #expect(later(70).map(map.recorded) == later(5))
    }

    @Test func `what this build never did has a number that nothing has, until it is done`() {
        let asked = [HandMade.call(5, .configuration)]
        let missing = map(asked, [])
        #expect(missing.isWithoutCause(event(HandMade.reply(5, .done))))
        #expect(!missing.isWithoutCause(event(HandMade.reply(6, .done))))
        guard case .reply(let id, _) = missing.thisBuilds(event(HandMade.reply(5, .done))).origin else { return #expect(Bool(false)) }
        #expect(id.number > 1 << 52, "no log has such a number")
        #expect(map(asked, [.cancel(RequestID(1))]).isWithoutCause(event(HandMade.reply(5, .done))), "another effect in its place")
        #expect(map(asked, [HandMade.call(5, .register)]).isWithoutCause(event(HandMade.reply(5, .done))), "a call to another endpoint")
        let done = map(asked, [HandMade.call(8, .configuration)], into: missing)
        #expect(!done.isWithoutCause(event(HandMade.reply(5, .done))))
        #expect(done.thisBuilds(event(HandMade.reply(5, .done))).origin == HandMade.reply(8, .done))
    }
}
