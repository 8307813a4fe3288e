import FlowMachine

extension Wording {
    /// Returns the changes that an event makes to the values that outlast the launch, with one label per change.
    ///
    /// A sign-out that stays pending or is given up is marked as trouble.
    package func memory(_ record: LogRecord, asked: Question?, owed before: [OwedLogout]) -> [(label: Label, isTrouble: Bool)] {
        var kept: [String] = []
        var forgotten: [String] = []
        var changes = DebtChanges(self, record, asked, before)
        var debts: [(label: Label, isTrouble: Bool)] = []
        var forgets: Set<PersistedValue.Kind> = []
        for case .forget(.fact(let kind)) in record.effects { forgets.insert(kind) }
        for effect in record.effects {
            switch effect {
            case .keep(.owedLogouts(let after)): debts += changes.next(after)
            case .forget(.fact(.owedLogouts)): debts += changes.next([])
            case .keep(let fact): kept.append(self.fact(fact))
            case .forget(.fact(let kind)): forgotten.append(self.fact(kind))
            case .forget(.secret(let ref)): if Wording.isKept(ref, forgets) { forgotten.append(ref.name) }
            case .call, .partner, .cancel, .present, .answer, .arm, .disarm: break
            }
        }
        let parts = [kept.isEmpty ? "" : "keeps " + joined(kept), forgotten.isEmpty ? "" : "forgets " + joined(forgotten)]
        let said = parts.filter { !$0.isEmpty }.joined(separator: "; ")
        return (said.isEmpty ? [] : [(Label(said), false)]) + debts
    }

    /// Returns a record's effects in the words of the table of a replay. Effects on pending sign-outs are sentences.
    func effects(_ record: LogRecord, asked: Question?, owed before: [OwedLogout]) -> [String] {
        var changes = DebtChanges(self, record, asked, before)
        return record.effects.flatMap { effect in
            switch effect {
            case .keep(.owedLogouts(let after)): said(changes.next(after), effect, record)
            case .forget(.fact(.owedLogouts)): said(changes.next([]), effect, record)
            case .call, .partner, .cancel, .present, .answer, .arm, .disarm, .keep, .forget: [self.effect(effect, at: record.event.time)]
            }
        }
    }

    private func said(_ debts: [(label: Label, isTrouble: Bool)], _ effect: Effect, _ record: LogRecord) -> [String] {
        debts.isEmpty ? [self.effect(effect, at: record.event.time)] : debts.map { $0.label.text }
    }

    /// Returns whether a forgotten secret may have been in the vault; `false` if the same record forgets the value that contains the secret.
    private static func isKept(_ ref: SecretRef, _ forgets: Set<PersistedValue.Kind>) -> Bool {
        let kind: PersistedValue.Kind
        switch ref.kind {
        case .client: kind = .client
        case .token: kind = .token
        case .code: kind = .code
        case _: return false
        }
        return !forgets.contains(kind)
    }

    /// Returns a persisted value in words.
    func fact(_ fact: PersistedValue) -> String {
        switch fact {
        case .client(let ref): ref.name
        case .token(let token): token.ref.name
        case .provider(let provider): "provider \(provider.mvpd.text)"
        case .profile(let profile): "profile \(profile.mvpd.text)"
        case .code(let code): code.code.name
        case .signedOut: "the viewer's sign-out"
        case .owedLogouts(let logouts): "pending sign-outs " + logouts.map { owed($0) }.joined(separator: ", ")
        }
    }

    /// Returns a kind of persisted value in words.
    func fact(_ kind: PersistedValue.Kind) -> String {
        switch kind {
        case .client: "the client credentials"
        case .token: "the access token"
        case .provider: "the provider"
        case .profile: "the profile"
        case .code: "the code"
        case .signedOut: "the viewer's sign-out"
        case .owedLogouts: "the pending sign-outs"
        }
    }
}

/// The changes of the pending sign-outs in one record, in order.
///
/// Each list of pending sign-outs is compared with the list before it, and the record's effects are searched only once. The time is proportional to
/// the record's length.
private struct DebtChanges {
    private let words: Wording
    private var before: [OwedLogout]
    /// Whether the event is a successful answer of Adobe to a sign-out.
    private let isConfirmed: Bool
    /// Whether the record sends a sign-out. A pending sign-out is recorded before the request that completes it.
    private let isUnderWay: Bool

    init(_ words: Wording, _ record: LogRecord, _ asked: Question?, _ before: [OwedLogout]) {
        self.words = words
        self.before = before
        isConfirmed = DebtChanges.isLogoutDone(record, asked)
        isUnderWay = record.effects.contains { if case .call(_, let call) = $0 { call.endpoint.isLogout } else { false } }
    }

    /// Returns the labels for the change of the pending sign-outs to `after`.
    mutating func next(_ after: [OwedLogout]) -> [(label: Label, isTrouble: Bool)] {
        var all: [(label: Label, isTrouble: Bool)] = []
        let (old, open) = (Set(before), Set(after))
        let paid = before.filter { !open.contains($0) }
        if !paid.isEmpty || (before.isEmpty && after.isEmpty) {
            let what = paid.isEmpty ? "the pending sign-outs" : signOuts(paid)
            all.append(
                isConfirmed ? (Label("Adobe confirmed \(what)"), false) : (Label("stops sending \(what)"), true))
        }
        let new = after.filter { !old.contains($0) }
        if !new.isEmpty {
            all.append((Label("keeps \(signOuts(new)) pending" + (isUnderWay ? " until Adobe confirms it" : "")), !isUnderWay))
        }
        before = after
        return all
    }

    private func signOuts(_ logouts: [OwedLogout]) -> String {
        "the sign-out \(logouts.contains(.device) ? "of" : "from") \(words.joined(logouts.map { words.owed($0) }))"
    }

    private static func isLogoutDone(_ record: LogRecord, _ asked: Question?) -> Bool {
        guard case .reply(_, let reply) = record.event.origin, case .call(let call)? = asked, call.endpoint.isLogout else { return false }
        if case .failed = reply.result { return false }
        return true
    }
}

extension Endpoint {
    /// Whether the endpoint signs a viewer out.
    var isLogout: Bool {
        if case .restV1(.logout) = self { return true }
        return descriptor.reply == .logouts
    }
}
