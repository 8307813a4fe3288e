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
        examples: [
            Example("serve --port 8080", "Serve on http://127.0.0.1:8080 until the input ends."),
            Example("serve --port 8080 --no-input &", "Serve in the background. Send commands by HTTP, see below."),
        ],
        options: [
            Option("--port", "P", "Listen on this port, 1 to 65535, or 0 for a free one. Default: 0."),
            Option("--provider", "ID", "Serve this service provider. Default: REF30."),
            Option("--statement", "S", "Accept only this software statement. Default: simulated.software.statement."),
            Option(
                "--after-end-of-life", oneOf: SimulatedAdobe.LegacyEnd.self,
                "Answer as after the end of life of REST API V1: each of its addresses with this status, with a web page, or not at all."),
            Option("--lenient", nil, "Also accept requests that Adobe accepts although its documentation forbids them."),
            Option("--log", "PATH", "Show the log that an app writes here, a file or a folder, on the page at / while it grows."),
            Option("--no-input", nil, "Read no commands, and serve until an interrupt. Default if the input is /dev/null."),
        ],
        notes: [
            "The server answers as Adobe's documentation of REST API V2, the legacy V1 and registration. It listens\n"
                + "only on 127.0.0.1, keeps its state in memory, and stops at the end of its input or at an interrupt.",
            "A server that is started again does not know the apps that registered before. A flow renews its\n"
                + "registration by itself once per launch: after the server was restarted twice, restart the app, or\n"
                + "let the viewer try again.",
            "The server is as strict as the documentation, and prints each request that it refuses with the\n"
                + "reason. With --lenient, X-Device-Info may be missing at registration, at token and at the legacy\n"
                + "API's regcode, and a form may have another Content-Type or none, because some clients in the field\n"
                + "send such requests.",
            "Adobe has not said what REST API V1 answers after its end of life. With --after-end-of-life, or from\n"
                + "the command end-of-life on, registration and V2 continue, and V1 does not. For closed, the server\n"
                + "closes the connection without an answer; it cannot close the port, which V2 needs, and no server can\n"
                + "play a name that does not resolve: for that, let AdobeHosts.restV1 name a host that does not exist.",
            "Pages for a browser: / shows the log of the app while it grows, /panel has the commands as forms, and\n"
                + "at /second-screen a viewer types the code, chooses a provider, and signs in or is refused. An app\n"
                + "without a folder sends its log's lines to POST /log. A web app of another origin on this machine may\n"
                + "use the server (CORS).",
            "Commands, which it reads from its input, and from POST /control:\n"
                + "curl -d 'sign-in CODE SmallCo' http://127.0.0.1:8080/control",
            ServeScript.help,
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let readsInput = !arguments.has("--no-input") && !StandardInput.isNothing
        let printer = RefusalPrinter(descriptor: 1)
        return try run(
            arguments, console, refused: { printer.print($0) },
            nextLine: {
                if !readsInput { StandardInput.waitForInterrupt() }
                return readLine()
            })
    }

    /// Runs the server until `nextLine` returns `nil`.
    ///
    /// - Parameters:
    ///   - refused: Prints a request that the server refused; called on the server's thread.
    ///   - nextLine: Returns the next command of the script; `nil` at its end.
    static func run(
        _ arguments: Arguments, _ console: Console, refused: @escaping @Sendable (String) -> Void, nextLine: () -> String?
    ) throws(UsageFailure) -> ExitCode {
        let port = UInt16(try arguments.number("--port", in: 0...65_535) ?? 0)
        let provider = arguments.text("--provider") ?? "REF30"
        guard !provider.isEmpty, provider.utf8.allSatisfy(isUnreserved) else {
            throw UsageFailure("--provider \(provider): a service provider's id consists of letters, digits and the characters - . _ ~")
        }
        guard arguments.text("--log") != "-" else {
            throw UsageFailure("--log needs a file or a folder: the standard input has the commands")
        }
        let statement = arguments.text("--statement") ?? SimulatedAdobe.usualSoftwareStatement
        let server: LoopbackAdobe
        do throws(LoopbackAdobe.StartFailure) {
            var adobe = SimulatedAdobe(serviceProvider: provider, softwareStatement: statement)
            adobe.isLenient = arguments.has("--lenient")
            adobe.legacyEnd = arguments.text("--after-end-of-life").flatMap { SimulatedAdobe.LegacyEnd(rawValue: $0) }
            let shared = SharedAdobe(adobe, refused: refused)
            let feed = LogFeed(path: arguments.text("--log"), start: SystemClock().now)
            let pages = ServedPages(shared, feed, module: PageModule.find(near: toolPath()))
            server = try LoopbackAdobe(shared, port: port, site: Site({ pages.answer($0) }, observe: { pages.note($0, $1, $2) }))
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
            console.write(server.withAdobe { ServeScript.carryOut(words, on: &$0, at: time) }.text + "\n")
        }
        return .fine
    }

    /// Returns whether the byte may appear unescaped in the path of a URL.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        case _: false
        }
    }

    /// The value of the header `X-Device-Info` in the examples: JSON in Base64.
    private static let device =
        "eyJtb2RlbCI6IkJveCIsInZlcnNpb24iOiIxIiwib3NOYW1lIjoiTGludXgiLCJvc1ZlcnNpb24iOiI2IiwiY29ubmVjdGlvblR5cGUiOiJ3aXJlZCJ9"

    /// Returns the providers as a table, followed by the providers of temporary access.
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

        Then sign in with the code at \(host)/second-screen, type here: sign-in CODE,
        or run: curl -d 'sign-in CODE' \(host)/control
        The log of the app: \(host)/   Commands as forms: \(host)/panel   All commands: flow-trace serve --help


        """
    }
}

extension SimulatedProvider {
    /// The note about Apple's single sign-on, from the provider's configuration; empty without a boarding status.
    fileprivate var signOnNote: String {
        guard let boarding else { return "" }
        if enablesPlatformServices == false { return ", Apple single sign-on switched off" }
        return boarding == .supported ? ", Apple single sign-on" : ", in Apple's picker, without Apple single sign-on"
    }
}
