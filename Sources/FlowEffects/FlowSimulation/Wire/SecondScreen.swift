import FlowEffects
import FlowMachine

/// The page on a second screen or in a user agent on which the viewer types the code, chooses a provider, and signs in or is refused.
///
/// The page replaces two real pages: the service provider's activation page and the provider's sign-in page.
enum SecondScreen {
    static let path = "/second-screen"

    /// Returns the address of the page for a code. The server redirects a user agent to this address.
    static func link(_ code: String) -> String { "\(path)?code=\(percentEncoded(code))&link=1" }

    /// Returns the answer to a request for this page or its style sheet; `nil` for any other request.
    static func answer(_ request: HTTPRequest, _ adobe: SharedAdobe) -> HTTPResponse? {
        let received = ReceivedRequest(request)
        switch (received.rawPath, received.method) {
        case (PlainPage.stylePath, "GET"), (PlainPage.stylePath, "HEAD"):
            return PlainPage.answer(200, "text/css; charset=utf-8", PlainPage.style)
        // Browsers request this icon of every site.
        case ("/favicon.ico", "GET"): return HTTPResponse(status: 204)
        case (path, "GET"), (path, "HEAD"): return page(received.query, adobe)
        case (path, "POST"):
            guard !CrossOrigin.isForeign(request) else {
                return PlainPage.answer(403, "text/plain; charset=utf-8", CrossOrigin.foreignText)
            }
            return choice(received.form, adobe)
        case (path, _), (PlainPage.stylePath, _):
            let allowed = received.rawPath == path ? "GET, HEAD, POST" : "GET, HEAD"
            let answer = PlainPage.answer(405, "text/plain; charset=utf-8", "this path allows \(allowed)\n")
            return HTTPResponse(status: 405, headers: answer.headers + [HTTPRequest.Field("Allow", allowed)], body: answer.body)
        case _: return nil
        }
    }

    /// Returns the code in capital letters, without the spaces and hyphens that viewers may type.
    private static func normalized(_ code: String) -> String {
        String(code.uppercased().filter { $0 != " " && $0 != "-" }.prefix(40))
    }

    private static func page(_ query: [String: String], _ adobe: SharedAdobe) -> HTTPResponse {
        let code = normalized(query["code"] ?? "")
        if code.isEmpty { return entry("") }
        let time = adobe.now()
        return adobe.withAdobe { adobe in
            guard let session = adobe.openSession(code, at: time) else {
                return entry("<p class=\"note\">No open session has the code \(PlainPage.escaped(code)). It may have expired.</p>", 404)
            }
            return providers(session, adobe.providers, isLink: query["link"] != nil)
        }
    }

    /// Returns the page with the form for the code. `note` is HTML above the form.
    private static func entry(_ note: String, _ status: Int = 200) -> HTTPResponse {
        let content = """
            \(note)<p>Type the code that your TV shows.</p>
            <form action="\(path)" class="row">
            <label class="code"><small>Code</small> <input type="text" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="12" required autofocus></label>
            <button class="main">Continue</button></form>
            """
        return PlainPage("Activate your TV", content).response(status)
    }

    private static func providers(_ session: SimulatedAdobe.OpenSession, _ all: [SimulatedProvider], isLink: Bool) -> HTTPResponse {
        let offered = all.filter { $0.temporary == nil && $0.isIntegrated && (session.mvpd == nil || session.mvpd == $0.id) }
        let choices = offered.enumerated().map { index, provider in
            let checked = index == 0 ? " checked" : ""
            let (id, name) = (PlainPage.escaped(provider.id), PlainPage.escaped(provider.displayName))
            return "<label><input type=\"radio\" name=\"mvpd\" value=\"\(id)\"\(checked)> \(name)</label>"
        }
        // The page names the device, so that the viewer can notice if the code is from another device (RFC 8628, section 5.4).
        let device = session.device.map {
            ", shown by \(PlainPage.escaped($0.model ?? "a device")) with \(PlainPage.escaped($0.osName ?? "its system"))"
        }
        let content = """
            <p>Code <span class="code">\(PlainPage.escaped(session.code))</span>\(device ?? ""). Continue only if your own device shows it.</p>
            <form action="\(path)" method="post"><input type="hidden" name="code" value="\(PlainPage.escaped(session.code))">\
            \(isLink ? "<input type=\"hidden\" name=\"link\" value=\"1\">" : "")
            <fieldset><legend>TV provider</legend>
            \(choices.joined(separator: "\n"))
            </fieldset>
            <p class="row"><button class="main" name="choice" value="sign-in">Sign in</button>
            <button name="choice" value="refuse">Refuse the sign-in</button></p></form>
            <p><small>This is a simulated provider: nobody asks for a password.</small></p>
            """
        return PlainPage("Sign in with your TV provider", content).response()
    }

    private static func choice(_ form: [String: String], _ adobe: SharedAdobe) -> HTTPResponse {
        let code = normalized(form["code"] ?? "")
        let mvpd = form["mvpd"].flatMap { $0.isEmpty ? nil : $0 }
        let time = adobe.now()
        let outcome: (session: SimulatedAdobe.OpenSession, provider: String, isSignedIn: Bool)? = adobe.withAdobe { adobe in
            guard let session = adobe.openSession(code, at: time) else { return nil }
            let provider = adobe.providers.first { $0.id == (mvpd ?? session.mvpd) }
            let accepts = form["choice"] != "refuse" && provider != nil
            let isSignedIn = accepts && adobe.completeSignIn(code: code, mvpd: provider?.id, at: time)
            return (session, provider?.displayName ?? "the provider", isSignedIn)
        }
        guard let outcome else { return page(["code": code], adobe) }
        let back = form["link"] == nil ? nil : outcome.session.redirectURL.flatMap(safeRedirect)
        if outcome.isSignedIn, let back {
            // Redirects to the app, as a provider's page does. The app then asks Adobe for the profile.
            return HTTPResponse(
                status: 303, headers: [HTTPRequest.Field("Location", back), HTTPRequest.Field("Cache-Control", "no-store")])
        }
        let name = PlainPage.escaped(outcome.provider)
        let again = "<p><a href=\"\(path)?code=\(PlainPage.escaped(percentEncoded(code)))\">Try again with this code</a></p>"
        let toApp = back.map { "<p><a href=\"\(PlainPage.escaped($0))\">Return to the app</a></p>" } ?? ""
        return outcome.isSignedIn
            ? PlainPage("Signed in", "<p>You are signed in with \(name). Your TV continues by itself.</p>").response()
            : PlainPage("Not signed in", "<p>\(name) has refused the sign-in.</p>\(again)\(toApp)").response()
    }

    /// Returns the address if it is safe to open; `nil` if it could execute a script or show content of this server or the device.
    static func safeRedirect(_ url: String) -> String? {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let isName =
            !scheme.isEmpty
            && scheme.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) }
        let isHarmless = !["javascript", "data", "vbscript", "file", "blob", "about", "legacy"].contains(scheme)
        return isName && isHarmless && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? url : nil
    }
}
