import FlowEffects
import FlowMachine

// Executes effects in a world, with the faults that may happen on the way.
extension SimulatedWorld {
    mutating func execute(_ effect: Effect) {
        switch effect {
        case .call(let id, let call): send(call, id)
        case .partner(let id, let request): ask(request, id)
        case .cancel(let id): if honorsCancellation { agenda.cancel(id) }
        case .present(let id, let presentation):
            guard let shown = show(presentation, id) else { return }
            for timed in viewer.actions(on: presentation) { agenda.add(.action(shown, timed.action), at: now.advanced(by: timed.after)) }
        case .answer(let wish, let answer): answers.append(AnswerRecord(event: released, time: now, wish: wish, answer: answer))
        case .arm, .disarm: return
        case .keep(let fact): ownVault.keep(fact)
        case .forget(let forgotten): ownVault.forget(forgotten)
        }
    }

    // MARK: Adobe

    private mutating func send(_ call: Call, _ id: RequestID) {
        let request: HTTPRequest
        do throws(CallFailure) { request = try pass.request(for: call) } catch { return fail(id, error, at: now) }
        let arrival = now.advanced(by: oneWay(call))
        if let until = faults.offlineUntil, now < until {
            faults.occurrences.append(.offline)
            return fail(id, .transport(.connection), at: arrival)
        }
        let delivery = faults.next()
        switch delivery {
        case .requestLost: return
        case .breaksBefore: fail(id, .transport(faults.once(in: 2) ? .timedOut : .connection), at: arrival)
        case .answerLost, .breaksAfter, .late, .doubled, .reordered, .cut, nil:
            agenda.add(.request(Agenda.Sent(id: id, call: call, request: request, delivery: delivery)), at: arrival)
        }
    }

    private mutating func fail(_ id: RequestID, _ failure: CallFailure, at time: Instant) {
        agenda.add(.reply(id, Reply(.failed(failure))), at: time)
    }

    /// Lets a request arrive at Adobe, which processes it even if the answer is lost.
    package mutating func arrive(_ sent: Agenda.Sent) {
        if let answer = faults.nextOutage() {
            switch sent.call.endpoint {
            case .restV1(let endpoint): adobe.answerNext(legacy: endpoint.kind, with: answer)
            case let endpoint: adobe.answerNext(endpoint.kind, with: answer)
            }
        }
        let failure = adobe.takeFailure(of: sent.request)
        let response = failure == nil ? adobe.answer(sent.request, at: now) : nil
        guard sent.isAwaited else { return }
        let time = now.advanced(by: oneWay(sent.call))
        if let failure { fail(sent.id, .transport(AdobePass.transport(failure)), at: time) }
        if let response { deliver(response, to: sent, at: time) }
    }

    /// Sends the answer back. The answer arrives at `time` if there is no fault.
    private mutating func deliver(_ response: HTTPResponse, to sent: Agenda.Sent, at time: Instant) {
        switch sent.delivery {
        case .answerLost: return
        case .breaksAfter: fail(sent.id, .transport(.connection), at: time)
        case .late(let delay), .reordered(let delay): agenda.add(.response(sent, response), at: time.advanced(by: .milliseconds(delay)))
        case .doubled(let after, let freshly):
            let reply = freshly ? nil : pass.reply(to: sent.call, response)
            for time in [time, time.advanced(by: .milliseconds(after))] {
                agenda.add(reply.map { .reply(sent.id, $0) } ?? .response(sent, response), at: time)
            }
        case .cut(let count):
            let body = Array(response.body.prefix(count))
            agenda.add(.response(sent, HTTPResponse(status: response.status, headers: response.headers, body: body)), at: time)
        case .requestLost, .breaksBefore, nil: agenda.add(.response(sent, response), at: time)
        }
    }

    /// Returns the time that a call takes in one direction.
    private mutating func oneWay(_ call: Call) -> Interval {
        if faults.random != nil { return .milliseconds(faults.anyDuration()) }
        return Interval(milliseconds: (latencies[call.endpoint.kind] ?? latency).milliseconds / 2)
    }

    // MARK: The partner framework

    private mutating func ask(_ request: PartnerRequest, _ id: RequestID) {
        guard let question = interpreter.question(for: request) else { return fail(id, .transport(.secretMissing), at: now) }
        let (outcome, after) = partner.answer(question)
        var time = now.advanced(by: after)
        // The framework's answer is never lost, because a question that involves the viewer never times out.
        switch faults.next(\.delaysOnly) {
        case .late(let delay), .reordered(let delay): time = time.advanced(by: .milliseconds(delay))
        case .doubled(let after, _): agenda.add(.partner(id, outcome), at: time.advanced(by: .milliseconds(after)))
        case .requestLost, .answerLost, .breaksBefore, .breaksAfter, .cut, nil: break
        }
        agenda.add(.partner(id, outcome), at: time)
    }

    // MARK: The screen

    /// Shows a presentation to the viewer.
    /// - Returns: the record of the presentation; `nil` if `presentation` only updates the screen that is already shown.
    package mutating func show(_ presentation: Presentation, _ id: PresentationID) -> PresentationRecord? {
        let shown = PresentationRecord(event: released, time: now, id: id, presentation: presentation)
        let isSameScreen = presentations.last?.id == id && presentation != .nothing
        presentations.append(shown)
        // The viewer's scheduled actions remain.
        if isSameScreen { return nil }
        // The previous presentation is gone, so the viewer's scheduled actions no longer apply.
        agenda.dropDeeds()
        return shown
    }

    /// Returns the code that a presentation shows, or the code in the link that the user agent opens; `nil` for other presentations.
    package func code(of presentation: Presentation) -> String? {
        switch presentation {
        case .code(let ref, _, _): if case .code(let code)? = vault.secret(ref) { return code }
        case .userAgent(let ref):
            if case .link(let link)? = vault.secret(ref) { return SimulatedWorld.code(in: link) }
        case .nothing, .providerPicker, .providerConfirmation, .profilePicker, .codeExpired, .signOutUserAgent, .legacySignOut,
            .signOutInSettings,
            .problem:
            break
        }
        return nil
    }

    /// Returns the code in a session's link: the parameter `reg_code` of a link of the legacy API, or else the last part of the path.
    package static func code(in link: String) -> String? {
        let query = link.split(separator: "?").last ?? ""
        for pair in query.split(separator: "&") where pair.hasPrefix("reg_code=") { return String(pair.dropFirst("reg_code=".count)) }
        return link.split(separator: "/").last.map(String.init)
    }
}
