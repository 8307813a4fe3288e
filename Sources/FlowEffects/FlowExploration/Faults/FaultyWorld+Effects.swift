import FlowEffects
import FlowMachine
import FlowSimulation

// What the interpreters do, and what may go wrong on the way.
extension FaultyWorld {
    mutating func execute(_ effect: Effect) {
        switch effect {
        case .call(let id, let call): send(call, id)
        case .partner(let id, let request): ask(request, id)
        case .cancel(let id):
            // The interpreter is canceled and has nothing to report; or the answer arrives first.
            if random.once(in: 2), schedule.dropAnswer(to: id) {
                schedule.add(.reply(id, Reply(.failed(.transport(.connection)))), at: now, launch: launch)
            }
        case .present(let id, let presentation): show(presentation, id)
        case .answer(let wish, let answer): give(answer, to: wish)
        case .arm, .disarm: broken = "the core released a timer effect"
        case .keep(let fact): keep(fact)
        case .forget(let forgotten): forget(forgotten)
        }
    }

    private mutating func give(_ answer: Answer, to wish: WishID) {
        guard openWishes.contains(wish) else {
            broken = "wish \(wish.number) was answered, but it was not open"
            return
        }
        openWishes.removeAll { $0 == wish }
        lastAnswer = answer
        recorder.reached.answers[answer.kind, default: 0] += 1
    }

    // MARK: Adobe

    private var halfWay: Int64 { mutating get { Int64.random(in: 20...250, using: &random) } }

    private mutating func send(_ call: Call, _ id: RequestID) {
        let request: HTTPRequest
        do throws(CallFailure) {
            request = try pass.request(for: call)
        } catch {
            schedule.add(.reply(id, Reply(.failed(error))), at: now, launch: launch)
            return
        }
        if now < offlineUntil {
            note(.failed)
            schedule.add(.reply(id, Reply(.failed(.transport(.connection)))), at: now + halfWay, launch: launch)
            return
        }
        let way = isCalm || ways.isEmpty ? nil : ways.removeFirst()
        if let way { note(Mishap.way(way).fault) }
        switch way {
        case .requestLost: return
        case .breaksBefore:
            let failure = Reply(.failed(.transport(random.pick([.connection, .timedOut]))))
            schedule.add(.reply(id, failure), at: now + halfWay, launch: launch)
        case .answerLost, .breaksAfter, .late, .doubled, .reordered, .cut, nil:
            let sent = Schedule.Sent(id: id, call: call, request: request, way: way)
            schedule.add(.arrival(sent), at: now + halfWay, launch: launch)
        }
    }

    /// A request arrives at Adobe, which acts on it whatever happens to the answer.
    mutating func arrive(_ sent: Schedule.Sent, launch: Int) {
        if let storm, storm.calls > 0, !isCalm {
            self.storm?.calls -= 1
            note(Mishap.storm(storm.kind, calls: 1).fault)
            if case .restV1(let endpoint) = sent.call.endpoint {
                household.adobe.answerNext(legacy: endpoint.kind, with: mishap(storm.kind))
            } else {
                household.adobe.answerNext(sent.call.endpoint.kind, with: mishap(storm.kind))
            }
        }
        let time = Instant(milliseconds: now)
        var response = household.adobe.answer(sent.request, at: time)
        if sent.call.endpoint == .register, response.status < 300 {
            for (mvpd, type) in household.earlier {
                household.adobe.addProfile(mvpd, type, device: SimulatedWorld.deviceIdentifier, at: time)
            }
            household.earlier = []
        }
        deliver(&response, to: sent, launch)
    }

    /// Sends the answer back, if the process is still running.
    private mutating func deliver(_ response: inout HTTPResponse, to sent: Schedule.Sent, _ launch: Int) {
        guard launch == self.launch, isAlive else { return }
        var time = now + halfWay
        switch sent.way {
        case .answerLost: return
        case .breaksAfter:
            schedule.add(.reply(sent.id, Reply(.failed(.transport(.connection)))), at: time, launch: launch)
            return
        case .late(let delay), .reordered(let delay): time += delay
        case .doubled(let after, let freshly):
            // The same reply twice, or the same answer read twice.
            if freshly {
                schedule.add(.response(sent, response), at: time + after, launch: launch)
            } else {
                let reply = pass.reply(to: sent.call, response)
                schedule.add(.reply(sent.id, reply), at: time, launch: launch)
                schedule.add(.reply(sent.id, reply), at: time + after, launch: launch)
                return
            }
        case .cut(let place):
            let body = Array(response.body.prefix(place))
            response = HTTPResponse(status: response.status, headers: response.headers, body: body)
        case .requestLost, .breaksBefore, nil: break
        }
        schedule.add(.response(sent, response), at: time, launch: launch)
    }

    private func mishap(_ storm: Mishap.Storm) -> SimulatedAdobe.Mishap {
        let codes = [
            "internal_server_error", "invalid_integration", "invalid_parameter_mvpd", "authenticated_profile_missing",
            "authenticated_profile_expired", "authenticated_profile_invalidated", "invalid_header_pfs_provider_info_expired",
            "invalid_header_pfs_permission_access_not_present", "network_received_error", "maximum_execution_time_exceeded",
            "invalid_authentication_session", "invalid_parameter_code", "invalid_access_token_service_provider",
            "invalid_access_token_client_application", "invalid_configuration_service_provider", "too_many_resources",
            "temporary_access_duration_limit_exceeded", "authorization_denied_by_mvpd", "unheard_of",
        ]
        switch storm {
        case .unauthorized: return .unauthorized
        case .throttled: return .throttled
        case .page(let status): return .page(status: status)
        case .error(let number):
            let code = codes[number % codes.count]
            return number.isMultiple(of: 3) ? .item(code: code) : .error(code: code)
        }
    }

    // MARK: The partner framework

    private mutating func ask(_ request: PartnerRequest, _ id: RequestID) {
        guard let question = interpreter.question(for: request) else {
            schedule.add(.reply(id, Reply(.failed(.transport(.secretMissing)))), at: now, launch: launch)
            return
        }
        let (outcome, after) = household.partner.answer(question)
        var time = now + after.milliseconds
        if !isCalm, let way = ways.first {
            // It always answers in the end: a viewer must never be timed out.
            switch way {
            case .late(let delay), .reordered(let delay):
                ways.removeFirst()
                note(Mishap.way(way).fault)
                time += delay
            case .doubled(let after, _):
                ways.removeFirst()
                note(.doubled)
                schedule.add(.partner(id, outcome), at: time + after, launch: launch)
            case .requestLost, .answerLost, .breaksBefore, .breaksAfter, .cut: break
            }
        }
        schedule.add(.partner(id, outcome), at: time, launch: launch)
    }
}
