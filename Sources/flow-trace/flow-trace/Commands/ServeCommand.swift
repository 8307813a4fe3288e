import FlowEffects
import FlowMachine
import FlowReading
import FlowSimulation

/// `serve`: a simulated Adobe Pass on the loopback interface, for HTTP clients in any language.
enum ServeCommand {
    static let syntax = CommandSyntax(
        name: "serve",
        summary: "Run a simulated Adobe Pass server on this machine to develop a client against.",
        operands: "",
        examples: [Example("serve --port 8080", "Serve on http://127.0.0.1:8080 until the input ends.")],
        options: [
            Option("--port", "P", "Listen on this port, 1 to 65535, or 0 for a free one. Default: 0."),
            Option("--provider", "ID", "Serve this service provider. Default: REF30."),
            Option("--statement", "S", "Accept only this software statement. Default: simulated.software.statement."),
            Option(
                "--after-end-of-life", oneOf: SimulatedAdobe.LegacyEnd.self,
                "Answer as after the end of life of REST API V1: each of its addresses with this status, with a web page, or not at all."),
            Option("--lenient", nil, "Also accept requests that Adobe accepts although its documentation forbids them."),
        ],
        notes: [
            "The server answers as Adobe's documentation of REST API V2, the legacy V1 and registration. It listens\n"
                + "only on 127.0.0.1, keeps its state in memory, and stops at the end of its input or at an interrupt.",
            "A server that is started again does not know the apps that registered before. A flow renews its\n"
                + "registration by itself once per launch: after the server was restarted twice, restart the app, or\n"
                + "let the viewer try again.",
            "The server is as strict as the documentation, and prints each request that it refuses with the\n"
                + "reason. With --lenient, X-Device-Info may be missing at registration, at token and at the legacy\n"
                + "API's regcode, because some clients in the field do not send it.",
            "Adobe has not said what REST API V1 answers after its end of life. With --after-end-of-life, or from\n"
                + "the command end-of-life on, registration and V2 continue, and V1 does not. For closed, the server\n"
                + "closes the connection without an answer; it cannot close the port, which V2 needs, and no server can\n"
                + "play a name that does not resolve: for that, let AdobeHosts.restV1 name a host that does not exist.",
            "Commands that it reads from its input:",
            ServeScript.help,
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        try run(
            arguments, console, refused: { writeAll(Array((Printable.text($0, ascii: true) + "\n").utf8), to: 1) }, nextLine: { readLine() }
        )
    }

    /// - Parameters:
    ///   - refused: prints a request that was refused; called on the server's thread.
    ///   - nextLine: the next line of the script; `nil`: there is not, and the server ends.
    static func run(
        _ arguments: Arguments, _ console: Console, refused: @escaping @Sendable (String) -> Void, nextLine: () -> String?
    ) throws(UsageFailure) -> ExitCode {
        let port = UInt16(try arguments.number("--port", in: 0...65_535) ?? 0)
        let provider = arguments.text("--provider") ?? "REF30"
        let statement = arguments.text("--statement") ?? "simulated.software.statement"
        let server: LoopbackAdobe
        do throws(LoopbackAdobe.StartFailure) {
            var adobe = SimulatedAdobe(serviceProvider: provider, softwareStatement: statement)
            adobe.isLenient = arguments.has("--lenient")
            adobe.legacyEnd = arguments.text("--after-end-of-life").flatMap { SimulatedAdobe.LegacyEnd(rawValue: $0) }
            server = try LoopbackAdobe(adobe, port: port, refused: refused)
        } catch {
            let text = error.isPortInUse ? "port \(port) is in use: choose another --port, or 0 for a free one" : error.description
            console.complain("flow-trace: \(text)")
            return .unreadable
        }
        defer { server.stop() }
        server.withAdobe { $0.host = server.host }
        console.write(greeting(server.host, provider, statement, server.withAdobe { $0.providers }))
        while let line = nextLine() {
            let words = line.split(separator: " ").map(String.init)
            if words.isEmpty { continue }
            let time = SystemClock().now
            console.write(server.withAdobe { ServeScript.carryOut(words, on: &$0, at: time) } + "\n")
        }
        return .fine
    }

    /// The device information in the form of the header: Base64 of JSON.
    private static let device =
        "eyJtb2RlbCI6IkJveCIsInZlcnNpb24iOiIxIiwib3NOYW1lIjoiTGludXgiLCJvc1ZlcnNpb24iOiI2IiwiY29ubmVjdGlvblR5cGUiOiJ3aXJlZCJ9"

    /// The providers as a table, and temporary access below it.
    private static func list(_ providers: [SimulatedProvider]) -> String {
        let widest = providers.map(\.id.count).max() ?? 0
        func row(_ provider: SimulatedProvider, _ note: String) -> String {
            "\n  \(padded(provider.id, to: widest))  \(provider.displayName)\(note)"
        }
        let regular = providers.filter { $0.temporary == nil }.map { row($0, $0.signOnNote) }
        let temporary = providers.filter { $0.temporary != nil }.map { row($0, "") }
        return "Providers, by MVPD id:" + regular.joined() + "\n\nTemporary access, for the setting temporaryAccess:" + temporary.joined()
    }

    private static func greeting(_ host: String, _ provider: String, _ statement: String, _ providers: [SimulatedProvider]) -> String {
        """
        A simulated Adobe Pass server for \(provider) at \(host)

        \(list(providers))

        Try, in another terminal:

          host=\(host) device=\(device)
          client=$(curl -s $host/o/client/register -H "X-Device-Info: $device" -H 'Content-Type: application/json' \\
            -d '{"software_statement":"\(statement)"}')
          id=$(expr "$client" : '.*"client_id":"\\([^"]*\\)') secret=$(expr "$client" : '.*"client_secret":"\\([^"]*\\)')
          token=$(curl -s $host/o/client/token -H "X-Device-Info: $device" \\
            -d "grant_type=client_credentials&client_id=$id&client_secret=$secret" | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
          curl -s $host/api/v2/\(provider)/configuration -H "Authorization: Bearer $token"
          curl -s $host/api/v2/\(provider)/sessions -H "Authorization: Bearer $token" -H "X-Device-Info: $device" \\
            -H "AP-Device-Identifier: fingerprint ZGV2aWNl" \\
            -d 'mvpd=SmallCo&domainName=adobe.com&redirectUrl=http://127.0.0.1/done'

        Then type here: sign-in CODE. All commands: flow-trace serve --help


        """
    }
}

extension SimulatedProvider {
    /// What the configuration says about Apple's single sign-on.
    fileprivate var signOnNote: String {
        guard let boarding else { return "" }
        if enablesPlatformServices == false { return ", Apple single sign-on switched off" }
        return boarding == .supported ? ", Apple single sign-on" : ", in Apple's picker, without Apple single sign-on"
    }
}

/// What can be typed while a server runs.
enum ServeScript {
    static let help = """
          sign-in CODE [MVPD]           sign a viewer in with this code, on a second screen or in a browser
          next ENDPOINT WHAT [TIMES]    answer the next calls with unauthorized, throttled, a status such as
                                        503, or one of Adobe's codes such as internal_server_error; or
                                        not at all: no-connection, timed-out
          deny RESOURCE [MVPD]          deny the resource to all viewers, or to those of one provider
          end-of-life WHAT              V1 ends: 410, 404, 403, html, closed or off
          expire | revoke | forget      expire all profiles; revoke all tokens; forget all clients
          received                      print the number of requests so far, by endpoint
        \(wrapped("Endpoints: " + ServedEndpoint.all.map(\.name).joined(separator: ", "), to: 96).joined(separator: "\n"))
        """

    /// Executes a line, and returns the result as text.
    static func carryOut(_ words: [String], on adobe: inout SimulatedAdobe, at time: Instant) -> String {
        switch (words[0], words.count) {
        case ("sign-in", 2...3):
            let mvpd = words.count > 2 ? words[2] : nil
            // What is typed here may be wrong; in a test, `completeSignIn` traps for such a provider.
            let isKnown = mvpd.map { adobe.hasProvider($0) } ?? true
            let done = isKnown && adobe.completeSignIn(code: words[1], mvpd: mvpd, at: time)
            return done ? "signed in" : "no open session has this code, or the session has no provider yet: sign-in CODE MVPD"
        case ("next", 3...4): return next(words, on: &adobe)
        case ("deny", 2...3):
            adobe.denials.append(SimulatedAdobe.Denial(resource: words[1], mvpd: words.count > 2 ? words[2] : nil))
            return "denied"
        case ("end-of-life", 2) where words[1] == "off": adobe.legacyEnd = nil
        case ("end-of-life", 2):
            guard let end = SimulatedAdobe.LegacyEnd(rawValue: words[1]) else { return "it is 410, 404, 403, html, closed or off" }
            adobe.legacyEnd = end
        case ("expire", 1): adobe.expireProfiles(at: time)
        case ("revoke", 1): adobe.revokeTokens()
        case ("forget", 1): adobe.forgetClients()
        case ("received", 1):
            let counts = ServedEndpoint.all.map { ($0.name, $0.received(by: adobe)) }.filter { $0.1 > 0 }
            return counts.isEmpty ? "nothing" : counts.map { "\($0.0) \($0.1)" }.joined(separator: "  ")
        case _: return "this is not a command; the commands are:\n" + help
        }
        return "done"
    }

    private static func next(_ words: [String], on adobe: inout SimulatedAdobe) -> String {
        guard let endpoint = ServedEndpoint.all.first(where: { $0.name == words[1] }) else {
            return "there is no endpoint \(words[1])" + suggestion(for: words[1], among: ServedEndpoint.all.map(\.name))
        }
        guard let times = words.count > 3 ? Int(words[3]) : 1, (1...1_000).contains(times) else { return "TIMES must be 1 to 1000" }
        let mishap: SimulatedAdobe.Mishap
        switch words[2] {
        case "unauthorized": mishap = .unauthorized
        case "throttled": mishap = .throttled
        case "no-connection": mishap = .noConnection
        case "timed-out": mishap = .timedOut
        case let word:
            if let status = Int(word) {
                guard (400...599).contains(status) else { return "a status must be 400 to 599" }
                mishap = .page(status: status)
            } else {
                mishap = .error(code: word)
            }
        }
        switch endpoint {
        case .restV2(let kind): adobe.answerNext(kind, with: mishap, times: times)
        case .restV1(let kind): adobe.answerNext(legacy: kind, with: mishap, times: times)
        }
        return
            "the next \(times == 1 ? "call" : "\(times) calls") of \(endpoint.name) \(times == 1 ? "gets" : "get") \(mishap.failure == nil ? "this answer" : "no answer")"
    }
}

/// An endpoint of either API.
private enum ServedEndpoint {
    case restV2(Endpoint.Kind)
    case restV1(RESTV1Endpoint.Kind)

    static let all = Endpoint.Kind.allCases.filter { $0 != .restV1 }.map { restV2($0) } + RESTV1Endpoint.Kind.allCases.map { restV1($0) }

    /// What it is called in the script: several are called alike in both APIs.
    var name: String {
        switch self {
        case .restV2(let kind): kind.rawValue
        case .restV1(let kind): "v1/" + kind.rawValue
        }
    }

    func received(by adobe: SimulatedAdobe) -> Int {
        switch self {
        case .restV2(let kind): adobe.received.count { $0 == kind }
        case .restV1(let kind): adobe.receivedLegacy.count { $0 == kind }
        }
    }
}
