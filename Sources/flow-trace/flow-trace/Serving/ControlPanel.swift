import FlowEffects
import FlowSimulation

/// The commands of `serve` as forms that work without a script: each field is a word of the command.
enum ControlPanel {
    static func page(_ outcome: ServeScript.Outcome?, _ codes: [String], _ providers: [SimulatedProvider]) -> HTTPResponse {
        let mvpds = [("", "any provider")] + providers.map { ($0.id, $0.displayName) }
        let own = [("", "the session's provider")] + providers.map { ($0.id, $0.displayName) }
        let content = """
            \(outcome.map { "<p class=\"note\" role=\"status\">\(PlainPage.escaped($0.text))</p>" } ?? "")
            <h2>Sign in</h2>
            \(codes.isEmpty ? "<p>No code is open. The code that an app shows appears here after a reload.</p>" : form("sign-in", "Sign in", [list("code", codes.reversed().map { ($0, $0) }), list("provider", own)]))
            <p><a href="/second-screen">The second screen</a> · <a href="/">The log</a> · <a href="/panel">Reload</a></p>
            <h2>Deny</h2>
            \(form("deny", "Deny", [field("resource", "channel-1"), list("provider", mvpds)]))
            \(form("allow", "Allow again", [field("resource", "channel-1"), list("provider", mvpds)]))
            <h2>Break the next answers</h2>
            \(form("next", "Break", [list("endpoint", ServedEndpoint.all.map { ($0.name, $0.name) }), list("answer", answers), number]))
            <h2>Expire</h2>
            <div class="row">\(form("expire", "Expire all profiles"))\(form("revoke", "Revoke all tokens"))\(form("forget", "Forget all clients"))</div>
            <h2>End of the legacy API</h2>
            \(form("end-of-life", "Answer like this", [list("answer", SimulatedAdobe.LegacyEnd.allCases.map { ($0.rawValue, $0.rawValue) } + [("off", "off")])]))
            <h2>Requests</h2>
            \(form("received", "Count the requests"))
            """
        return PlainPage("The simulated server", content).response(outcome?.isDone == false ? 400 : 200)
    }

    private static let answers = [
        ("throttled", "429, throttled"), ("unauthorized", "401, token refused"), ("503", "503, unavailable"), ("500", "500, a page"),
        ("internal_server_error", "internal_server_error"), ("network_received_error", "network_received_error"),
        ("authorization_denied_by_mvpd", "authorization_denied_by_mvpd"), ("no-connection", "no connection"), ("timed-out", "no answer"),
    ]

    private static let number =
        "<label>times <input type=\"text\" name=\"word\" value=\"1\" inputmode=\"numeric\" pattern=\"[0-9]{1,4}\" size=\"4\" aria-label=\"times\"></label>"

    private static func form(_ command: String, _ button: String, _ fields: [String] = []) -> String {
        "<form method=\"post\" action=\"/control\" class=\"row\"><input type=\"hidden\" name=\"word\" value=\"\(command)\">"
            + fields.joined(separator: " ") + " <button>\(button)</button></form>"
    }

    private static func field(_ name: String, _ example: String) -> String {
        "<input type=\"text\" name=\"word\" aria-label=\"\(name)\" placeholder=\"\(name), such as \(example)\" required>"
    }

    private static func list(_ name: String, _ choices: [(value: String, text: String)]) -> String {
        let options = choices.map { "<option value=\"\(PlainPage.escaped($0.value))\">\(PlainPage.escaped($0.text))</option>" }
        return "<select name=\"word\" aria-label=\"\(name)\">\(options.joined())</select>"
    }
}
