import FlowMachine
import FlowReading
import FlowSimulation

/// The commands that a user can type while a server runs.
enum ServeScript {
    static let help = """
          sign-in CODE [MVPD]           sign a viewer in with this code, on a second screen or in a browser
          next ENDPOINT WHAT [TIMES]    answer the next calls with unauthorized, throttled, a status such as
                                        503, or one of Adobe's codes such as internal_server_error; or
                                        not at all: no-connection, timed-out
          codes                         print the codes that are open
          deny RESOURCE [MVPD]          deny the resource to all viewers, or to those of one provider
          allow RESOURCE [MVPD]         end that
          end-of-life WHAT              V1 ends: 410, 404, 403, html, closed or off
          expire | revoke | forget      expire all profiles; revoke all tokens; forget all clients
          received                      print the number of requests so far, by endpoint
        \(wrapped("Endpoints: " + ServedEndpoint.all.map(\.name).joined(separator: ", "), to: 96).joined(separator: "\n"))
        """

    /// The outcome of a command.
    struct Outcome: Equatable {
        let text: String
        /// Whether the line was a command that could be executed.
        var isDone = true

        /// Returns the outcome of a command that could not be executed.
        static func wrong(_ text: String) -> Outcome { Outcome(text: text, isDone: false) }
    }

    /// Executes a line of the script on the simulated server.
    static func carryOut(_ words: [String], on adobe: inout SimulatedAdobe, at time: Instant) -> Outcome {
        guard let name = words.first else { return .wrong("no command given; the commands are:\n" + help) }
        switch (name, words.count) {
        case ("sign-in", 2...3):
            let mvpd = words.count > 2 ? words[2] : nil
            // The user may have typed an unknown provider, on which `completeSignIn` traps, so the provider is checked first.
            let isKnown = mvpd.map { adobe.hasProvider($0) } ?? true
            let done = isKnown && adobe.completeSignIn(code: words[1], mvpd: mvpd, at: time)
            return done
                ? Outcome(text: "signed in")
                : .wrong("no open session has this code, or the session has no provider yet: sign-in CODE MVPD")
        case ("codes", 1): return codes(adobe, at: time)
        case ("next", 3...4): return next(words, on: &adobe)
        case ("deny", 2...3):
            adobe.denials.append(SimulatedAdobe.Denial(resource: words[1], mvpd: words.count > 2 ? words[2] : nil))
            return Outcome(text: "denied")
        case ("allow", 2...3):
            let mvpd = words.count > 2 ? words[2] : nil
            let before = adobe.denials.count
            adobe.denials.removeAll { $0.resource == words[1] && (mvpd == nil || $0.mvpd == mvpd) }
            return adobe.denials.count < before ? Outcome(text: "allowed") : .wrong("\(words[1]) is not denied")
        case ("end-of-life", 2) where words[1] == "off": adobe.legacyEnd = nil
        case ("end-of-life", 2):
            guard let end = SimulatedAdobe.LegacyEnd(rawValue: words[1]) else { return .wrong("it is 410, 404, 403, html, closed or off") }
            adobe.legacyEnd = end
        case ("expire", 1): adobe.expireProfiles(at: time)
        case ("revoke", 1): adobe.revokeTokens()
        case ("forget", 1): adobe.forgetClients()
        case ("received", 1):
            let counts = ServedEndpoint.all.map { ($0.name, $0.received(by: adobe)) }.filter { $0.1 > 0 }
            return Outcome(text: counts.isEmpty ? "nothing" : counts.map { "\($0.0) \($0.1)" }.joined(separator: "  "))
        case _: return .wrong("this is not a command; the commands are:\n" + help)
        }
        return Outcome(text: "done")
    }

    private static func next(_ words: [String], on adobe: inout SimulatedAdobe) -> Outcome {
        guard let endpoint = ServedEndpoint.all.first(where: { $0.name == words[1] }) else {
            return .wrong("there is no endpoint \(words[1])" + suggestion(for: words[1], among: ServedEndpoint.all.map(\.name)))
        }
        guard let times = words.count > 3 ? Int(words[3]) : 1, (1...1_000).contains(times) else { return .wrong("TIMES must be 1 to 1000") }
        let mishap: SimulatedAdobe.Mishap
        switch words[2] {
        case "unauthorized": mishap = .unauthorized
        case "throttled": mishap = .throttled
        case "no-connection": mishap = .noConnection
        case "timed-out": mishap = .timedOut
        case let word:
            if let status = Int(word) {
                guard (400...599).contains(status) else { return .wrong("a status must be 400 to 599") }
                mishap = .page(status: status)
            } else {
                mishap = endpoint.mishap(code: word)
            }
        }
        switch endpoint {
        case .restV2(let kind): adobe.answerNext(kind, with: mishap, times: times)
        case .restV1(let kind): adobe.answerNext(legacy: kind, with: mishap, times: times)
        }
        let calls = times == 1 ? "call" : "\(times) calls"
        let gets = times == 1 ? "gets" : "get"
        return Outcome(text: "the next \(calls) of \(endpoint.name) \(gets) \(mishap.failure == nil ? "this answer" : "no answer")")
    }

    /// Returns the open sessions, the newest last.
    private static func codes(_ adobe: SimulatedAdobe, at time: Instant) -> Outcome {
        let lines = adobe.openCodes(at: time).map { code, mvpd, notAfter in
            "\(code)  \(mvpd ?? "no provider yet")  expires in \((notAfter.milliseconds - time.milliseconds + 999) / 1_000) s"
        }
        return Outcome(text: lines.isEmpty ? "no code is open" : lines.joined(separator: "\n"))
    }
}

/// An endpoint of REST API V2 or V1.
enum ServedEndpoint {
    case restV2(Endpoint.Kind)
    case restV1(RESTV1Endpoint.Kind)

    static let all = Endpoint.Kind.allCases.filter { $0 != .restV1 }.map { restV2($0) } + RESTV1Endpoint.Kind.allCases.map { restV1($0) }

    /// The name of the endpoint in the script. Names of V1 have a prefix, because some endpoints have the same name in both APIs.
    var name: String {
        switch self {
        case .restV2(let kind): kind.rawValue
        case .restV1(let kind): "v1/" + kind.rawValue
        }
    }

    /// Returns an error with the code `code` in the form of Adobe's samples: as the whole answer, or in each decision of an answer with status 200.
    func mishap(code: String) -> SimulatedAdobe.Mishap {
        switch self {
        case .restV2(.authorize), .restV2(.preauthorize): SimulatedAdobe.isOfDecisions(code) ? .item(code: code) : .error(code: code)
        case .restV2, .restV1: .error(code: code)
        }
    }

    func received(by adobe: SimulatedAdobe) -> Int {
        switch self {
        case .restV2(let kind): adobe.received.count { $0 == kind }
        case .restV1(let kind): adobe.receivedLegacy.count { $0 == kind }
        }
    }
}
