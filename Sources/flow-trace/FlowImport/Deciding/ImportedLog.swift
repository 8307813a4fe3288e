import FlowMachine

/// The log of a flow that received the answers of a capture. It shows what this machine would have done in the app's place.
///
/// Only the answers come from the capture. The app's wishes, the viewer's choices and the partner framework's answers are inferred from the requests,
/// because no capture contains them. The log's header says so.
package struct ImportedLog {
    /// The log: a header and a record per event.
    package let bytes: [UInt8]
    /// The number of events.
    package let events: Int
    /// The entries whose answers are events of the log, with the number of each event.
    package let covered: [(entry: Int, event: Int64)]
    /// The app's requests that the machine did not make, in order.
    package let unasked: [Verdict.Evidence]
    /// The machine's requests that the capture does not answer.
    package let unanswered: [String]
    /// The entries whose answers were used more than once, because the machine repeated a check that the app made once.
    package let repeated: [Int]

    /// The name of the app in the log's header. The name says that the app does not use this library, and which parts of the log are inferred.
    static let app = "imported/har (app, viewer and partner framework are inferred)"

    /// Creates the log of the device with the most requests; `nil` if there is no request.
    init?(_ tracks: [Track]) {
        guard let track = tracks.max(by: { $0.calls.count < $1.calls.count }), !track.calls.isEmpty else { return nil }
        var replay = ImportedReplay(track)
        replay.run()
        bytes = replay.bytes
        events = Int(replay.recorder.number)
        covered = replay.covered.sorted { $0.event < $1.event }
        repeated = Set(replay.repeated).sorted()
        let used = Set(covered.map(\.entry))
        unasked = tracks.flatMap(\.calls).filter { !used.contains($0.number) }.sorted { $0.sent < $1.sent }.map { Verdict.Evidence($0) }
        unanswered = replay.unanswered
    }
}

/// Runs the machine on the answers of a capture.
private struct ImportedReplay {
    private(set) var recorder: FlowRecorder
    private(set) var bytes: [UInt8]
    private(set) var covered: [(entry: Int, event: Int64)] = []
    private(set) var unanswered: [String] = []
    private(set) var repeated: [Int] = []
    private let track: Track
    private let end: Instant
    private let calls: [Observed]
    private var answers: CapturedAnswers
    /// The requests with a partner status, followed by the requests that name the viewer's provider.
    private let partnered: [Observed]
    private let named: [Observed]
    /// The app's wishes, in order.
    private var wished: ArraySlice<Planned> = []
    /// The planned events that follow from the machine's effects. There are only a few at a time.
    private var agenda: [Planned] = []
    private var scheduled = 0
    private var wishes: Int64 = 0
    private let settings: FlowSettings

    /// A planned event.
    private struct Planned {
        let time: Instant
        let order: Int
        let what: What
        let by: Int64?
    }

    private enum What {
        case event(FlowEvent.Origin)
        /// The app's wish. The function creates the event from the number that the wish gets at its time.
        case wish(@Sendable (WishID) -> UserEvent)
        case answer(RequestID, Observed)
    }

    /// The maximum number of events, so that the machine cannot loop forever on strange answers.
    private static let bound = 20_000

    init(_ track: Track) {
        self.track = track
        let calls = track.calls
        self.calls = calls
        answers = CapturedAnswers(calls)
        partnered = calls.filter { $0.partner?.status != nil }
        named = calls.filter { $0.mvpd != nil && $0.target != .v2(.logout) }
        end = calls.map(\.answered).max() ?? Instant(milliseconds: 0)
        let isLegacy = track.all(of: .restV1).count > track.all(of: .restV2).count
        let hasPartner = calls.contains { $0.partner != nil || $0.target == .v1(.exchange) }
        let provider = calls.lazy.compactMap(\.serviceProvider).first ?? "imported"
        settings = FlowSettings(
            api: isLegacy ? .restV1 : .restV2, serviceProvider: provider, domainName: "imported", redirectURL: "imported:done",
            platform: hasPartner ? .tvOS : .other)
        recorder = FlowRecorder(header: LogHeader(app: ImportedLog.app, support: "imported", settings: settings))
        bytes = recorder.headerLine
    }

    mutating func run() {
        guard let first = calls.first else { return }
        plan(.event(.app(.launched(kept))), at: first.sent)
        planWishes()
        wished = agenda.sorted { ($0.time, $0.order) < ($1.time, $1.order) }[...]
        agenda = []
        while let next = next() {
            // Stops here, because the machine's next steps would depend on answers that the capture does not contain.
            if next.time > end.advanced(by: .seconds(1)) || recorder.number >= ImportedReplay.bound { break }
            happen(next)
        }
    }

    /// Removes and returns the next planned event.
    private mutating func next() -> Planned? {
        let index = agenda.indices.min { (agenda[$0].time, agenda[$0].order) < (agenda[$1].time, agenda[$1].order) }
        guard let index else { return wished.popFirst() }
        if let wish = wished.first, (wish.time, wish.order) < (agenda[index].time, agenda[index].order) { return wished.popFirst() }
        return agenda.remove(at: index)
    }

    private mutating func plan(_ what: What, at time: Instant, by: Int64? = nil) {
        scheduled += 1
        agenda.append(Planned(time: time, order: scheduled, what: what, by: by))
    }

    private mutating func happen(_ planned: Planned) {
        let origin: FlowEvent.Origin
        switch planned.what {
        case .event(let event): origin = event
        case .wish(let make):
            wishes += 1
            origin = .user(make(WishID(wishes)))
        case .answer(let request, let observed):
            guard let reply = observed.reply ?? observed.failure.map({ Reply(.failed($0)) }) else { return }
            origin = .reply(request, reply)
            covered.append((observed.number, recorder.number + 1))
        }
        let record = recorder.record(FlowEvent(time: planned.time, origin: origin), by: planned.by)
        bytes += record.line
        for effect in record.effects { carryOut(effect, at: planned.time, by: record.number) }
    }

    private mutating func carryOut(_ effect: Effect, at now: Instant, by: Int64) {
        switch effect {
        case .call(let request, let call): answer(call, request, at: now, by)
        case .partner(let request, let question):
            plan(
                .event(.reply(request, Reply(.partner(partner(question, at: now))))), at: now.advanced(by: Interval(milliseconds: 1)),
                by: by)
        case .present(let id, let presentation):
            guard let choice = choice(presentation, at: now) else { return }
            plan(.event(.user(.chose(id, choice))), at: now.advanced(by: .seconds(1)), by: by)
        // A request that the capture does not answer must not seem to have timed out, so the timer for time-outs never fires.
        case .arm(let timer, let purpose, let time): if purpose != .timeout { plan(.event(.timer(timer)), at: max(time, now), by: by) }
        case .disarm(let timer):
            agenda.removeAll { if case .event(.timer(let armed)) = $0.what { armed == timer } else { false } }
        case .cancel, .answer, .keep, .forget: return
        case _: return
        }
    }

    /// Plans the capture's answer to a call: the next answer to the same request, or else the first unused answer to that request.
    private mutating func answer(_ call: Call, _ request: RequestID, at now: Instant, _ by: Int64) {
        let isPoll = call.endpoint.descriptor.role == .poll
        // A poll asks for the current state, so an earlier answer must not be used for a poll.
        guard let observed = answers.take(call.endpoint, from: now.advanced(by: Interval(milliseconds: -500)), orEarlier: !isPoll) else {
            // A check of the profiles or the configuration may use the last answer again, because that answer is still true.
            let isCheck = [.profiles, .configuration, .authentication].contains(call.endpoint.descriptor.reply) && !isPoll
            if isCheck, let last = answers.last(call.endpoint, before: now), last.reply != nil {
                repeated.append(last.number)
                plan(.answer(request, last), at: now.advanced(by: Interval(milliseconds: 1)), by: by)
                return
            }
            unanswered.append("\(call.endpoint.descriptor.method.rawValue) \(call.endpoint.descriptor.path)")
            return
        }
        let duration = Interval(milliseconds: max(observed.answered.milliseconds - observed.sent.milliseconds, 1))
        plan(.answer(request, observed), at: max(observed.answered, now.advanced(by: duration)), by: by)
    }
}

extension ImportedReplay {
    /// The credentials and the token that the app had before the capture began, as its requests show them.
    private var kept: PersistedState {
        guard !calls.contains(where: \.isRegistered) else { return PersistedState() }
        let token = calls.lazy.compactMap(\.token).first
        let client = calls.lazy.compactMap(\.secret).first { $0.kind == .client } ?? SecretRef(.client, 1)
        let asked = calls.lazy.first { $0.target == .v2(.token) }
        // The token is assumed to be valid until the app requests the next token.
        let notAfter = asked?.sent.advanced(by: .seconds(600)) ?? end.advanced(by: .seconds(86_400))
        guard let token, asked == nil || (asked?.sent ?? end) > (calls.first?.sent ?? end) else {
            return PersistedState(client: client)
        }
        return PersistedState(client: client, token: AccessToken(ref: token, notAfter: notAfter))
    }

    /// Plans the wishes that the requests show: a sign-in, previews, playbacks and a sign-out.
    private mutating func planWishes() {
        var last: [String: Observed] = [:]
        for observed in calls {
            // If the same request follows soon, the app repeats it for the same wish.
            let isRepeated = last[observed.key].map { track.gap($0, observed) < 10_000 } ?? false
            last[observed.key] = observed
            if isRepeated { continue }
            switch observed.target {
            case .v2(.createSession), .v2(.partnerSession), .v1(.createCode), .v1(.profileRequest):
                plan(.wish { .signIn($0) }, at: observed.sent)
            case .v2(.preauthorize), .v1(.preauthorize):
                let resources = Array(observed.resources.prefix(UserEvent.maximumPreview))
                if !resources.isEmpty { plan(.wish { .preview($0, resources: resources) }, at: observed.sent) }
            case .v2(.authorize), .v1(.authorize):
                guard let resource = observed.resources.first else { continue }
                plan(.wish { .play($0, resource: resource, under: .signedIn) }, at: observed.sent)
            case .v2(.logout), .v1(.logout): plan(.wish { .signOut($0) }, at: observed.sent)
            case .v2, .v1, .page: continue
            }
        }
    }

    /// Returns the partner framework's answer that the header of the app's next request shows.
    private func partner(_ question: PartnerRequest, at now: Instant) -> PartnerAnswer {
        let observed = CapturedAnswers.first(of: partnered, from: now) ?? partnered.last
        let status = observed?.partner?.status ?? PartnerStatus(permission: .denied)
        guard case .authentication = question else { return PartnerAnswer(status: status) }
        let post = calls.first { [.v2(.createPartnerProfile), .v1(.exchange)].contains($0.target) && $0.secret != nil }
        let length = post?.form.value("SAMLResponse")?.utf8.count ?? 0
        return PartnerAnswer(
            status: status, saml: post?.secret.map { PartnerAnswer.SAML(ref: $0, length: Int64(length)) })
    }

    /// Returns the viewer's choice that the app's next request shows.
    private func choice(_ presentation: Presentation, at now: Instant) -> Choice? {
        let mvpd = (CapturedAnswers.first(of: named, from: now) ?? named.last)?.mvpd
        switch presentation {
        case .providerPicker, .providerConfirmation: return mvpd.map { .provider($0) }
        case .profilePicker: return mvpd.map { .profile($0) }
        case .signOutInSettings: return .done
        case .signOutUserAgent, .legacySignOut, .userAgent: return .redirectReached
        case .nothing, .code, .codeExpired, .problem: return nil
        case _: return nil
        }
    }
}
