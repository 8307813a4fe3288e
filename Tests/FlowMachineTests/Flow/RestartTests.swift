import FlowTestSupport
import Testing

@testable import FlowMachine

@Suite("Specs: restart") struct RestartTests {
    private static let now = Instant(milliseconds: 1_767_225_600_000)
    private static let later = now.advanced(by: .seconds(3600))

    /// What the vault may contain, in the words of `Specs/restart.md`.
    private static func cases() throws -> [(name: String, kept: PersistedState)] {
        let mvpd = try #require(MVPDID("Cablevision"))
        let client = SecretRef(.client, 1)
        let token = AccessToken(ref: SecretRef(.token, 1), notAfter: later)
        let code = PersistedCode(code: SecretRef(.code, 1), notAfter: later, mvpd: mvpd)
        let profile = Profile(mvpd: mvpd, type: .regular, notAfter: later, attributes: nil)
        let provider = RememberedProvider(mvpd: mvpd, mapping: PlatformMappingID("AppleMSO_Cablevision"))
        func also(_ change: (inout PersistedState) -> Void) -> PersistedState {
            var kept = PersistedState(client: client, token: token)
            change(&kept)
            return kept
        }
        return [
            ("nothing", PersistedState()), ("credentials", PersistedState(client: client)),
            ("credentials, an expired token", PersistedState(client: client, token: AccessToken(ref: token.ref, notAfter: now))),
            ("a token, its credentials lost", PersistedState(token: token)), ("credentials and token", also { _ in }),
            ("both, a provider", also { $0.provider = provider }),
            ("both, a provider and its profile", also { ($0.provider, $0.profile) = (provider, profile) }),
            (
                "both, an expired profile",
                also { $0.profile = Profile(mvpd: mvpd, type: .regular, notAfter: now, attributes: nil) }
            ), ("both, a code", also { $0.code = code }),
            ("both, an expired code", also { $0.code = PersistedCode(code: code.code, notAfter: now) }),
            ("both, a sign-out", also { $0.signedOut = SignedOutMark() }),
            ("both, a sign-out still owed", also { ($0.signedOut, $0.owedLogouts) = (SignedOutMark(), [.mvpd(mvpd)]) }),
            ("both, a code, a sign-out still owed", also { ($0.code, $0.owedLogouts) = (code, [.mvpd(mvpd)]) }),
        ]
    }

    /// A launch on a device without a partner framework, whose status would be requested before Adobe's answer.
    private static func launch(_ kept: PersistedState) -> FlowTransition {
        FlowReducer(settings: .bare).reduce(FlowModel(), FlowEvent(time: now, origin: .app(.launched(kept))))
    }

    private static func called(_ transition: FlowTransition) -> [Endpoint.Kind] {
        transition.effects.compactMap { if case .call(_, let call) = $0 { call.endpoint.kind } else { nil } }
    }

    private func specs() throws -> TextFile { try #require(try Repository.texts(under: "Specs", suffix: "restart.md").first) }

    @Test func `each kept fact leads where the table says`() throws {
        let rows = MarkdownTables.rows(try specs(), under: ["kept", "state", "asked of Adobe", "timers", "rule"]).map(\.cells)
        let seen = try Self.cases().map { name, kept in
            let transition = Self.launch(kept)
            let timers = transition.effects.compactMap { effect -> String? in
                if case .arm(_, let purpose, _) = effect, purpose != .timeout { purpose.rawValue } else { nil }
            }
            let asked = Self.called(transition).map(\.rawValue).joined(separator: ", ")
            return [name, transition.model.state.name, asked, timers.joined(separator: ", "), transition.rule.id]
        }
        #expect(rows == seen, "\(seen.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n"))")
    }

    @Test func `each endpoint is resumed or dropped as the table says`() throws {
        let rows = MarkdownTables.rows(try specs(), under: ["endpoint", "after a restart", "why that is right"])
        #expect(rows.map { $0.cells.first ?? "" } == Endpoint.Kind.allCases.filter { $0 != .restV1 }.map(\.rawValue))
        let asked = Set(try Self.cases().flatMap { Self.called(Self.launch($0.kept)) })
        for row in rows {
            guard let kind = Endpoint.Kind(rawValue: row.cells[0]) else { continue }
            #expect(row.cells[1].hasPrefix(asked.contains(kind) ? "sent" : "dropped"), "\(row.place)")
        }
    }

    @Test func `each timer follows a kept deadline or starts anew, as the table says`() throws {
        let rows = MarkdownTables.rows(try specs(), under: ["timer", "after a restart", "why"])
        #expect(rows.map { $0.cells.first ?? "" } == TimerPurpose.allCases.map(\.rawValue))
        for row in rows {
            guard let purpose = TimerPurpose(rawValue: row.cells[0]) else { continue }
            #expect(row.cells[1].hasPrefix(purpose.followsKeptDeadline ? "follows" : "starts anew"), "\(row.place)")
        }
    }

    @Test func `no wish, picker or exchange of an ended process resumes`() throws {
        for (name, kept) in try Self.cases() {
            let transition = Self.launch(kept)
            for effect in transition.effects {
                if case .answer = effect { Issue.record("\(name): an answer to a wish that is not open") }
                if case .present(_, let presentation) = effect {
                    let isCode = if case .code = presentation { true } else { false }
                    #expect(isCode, "\(name)")
                }
            }
            #expect(transition.model.context.wishes.isEmpty, "\(name)")
        }
    }
}
