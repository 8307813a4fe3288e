import FlowEffects
import FlowMachine
import FlowReading
import FlowSimulation

/// The pages of `serve` in addition to Adobe's endpoints: the commands, and the log of the app that uses the server.
struct ServedPages: Sendable {
    private let adobe: SharedAdobe
    private let feed: LogFeed
    /// The page at `/`, which shows the log while it grows.
    private let viewer: HTTPResponse

    /// Creates the pages.
    ///
    /// - Parameter module: FlowReading as wasm, compressed with gzip. If it is `nil`, the page at `/` only lists the lines of the log.
    init(_ adobe: SharedAdobe, _ feed: LogFeed, module: [UInt8]? = nil) {
        self.adobe = adobe
        self.feed = feed
        var page = PageDocument()
        page.isLive = true
        page.module = module
        if module == nil { page.notes.append(PageModule.advice + ".") }
        let answer = PlainPage.answer(200, "text/html; charset=utf-8", page.html)
        let ownPolicy = HTTPRequest.Field("Content-Security-Policy", page.policy)
        viewer = HTTPResponse(
            status: 200, headers: answer.headers.filter { $0.name.lowercased() != "content-security-policy" } + [ownPolicy],
            body: answer.body)
    }

    private static let allowed = [
        "/": "GET, HEAD", "/panel": "GET, HEAD", "/providers": "GET, HEAD", "/events": "GET, HEAD", "/control": "POST", "/log": "POST",
    ]

    /// Returns the answer to a request for a page of `serve`; `nil` for any other path.
    func answer(_ request: HTTPRequest) -> Site.Answer? {
        let received = ReceivedRequest(request)
        guard let allowed = Self.allowed[received.rawPath] else { return nil }
        let methods = allowed.split(separator: ",").map { $0.filter { $0 != " " } }
        guard methods.contains(received.method) else {
            let answer = Self.text(405, "this path allows \(allowed)")
            return .whole(HTTPResponse(status: 405, headers: answer.headers + [HTTPRequest.Field("Allow", allowed)], body: answer.body))
        }
        // A web app on this machine may send its log; only the server's own pages may send commands.
        let isForeign = CrossOrigin.isForeign(request) && (received.rawPath != "/log" || CrossOrigin.allowedOrigin(of: request) == nil)
        guard received.method != "POST" || !isForeign else { return .whole(Self.text(403, CrossOrigin.foreignText)) }
        switch received.rawPath {
        case "/": return .whole(viewer)
        case "/providers": return .whole(PlainPage.answer(200, "application/json", providers))
        case "/events": return .stream(PlainPage.answer(200, "text/event-stream", ""), messages(received))
        case "/control": return .whole(control(received))
        case "/log": return .whole(log(request.body ?? [], name: received.query["name"]))
        case _: return .whole(panel(nil))
        }
    }

    /// Records a request to Adobe's endpoints, for the page of an app that writes no log.
    func note(_ request: HTTPRequest, _ status: Int?, _ reason: String?) {
        feed.note(
            LogFeed.Request(
                time: adobe.now(), method: request.method, path: ReceivedRequest(request).rawPath, status: status, text: reason ?? ""))
    }

    private static func text(_ status: Int, _ text: String) -> HTTPResponse {
        PlainPage.answer(status, "text/plain; charset=utf-8", text.hasSuffix("\n") ? text : text + "\n")
    }

    private var providers: String {
        let all = adobe.withAdobe { $0.providers }.filter { $0.temporary == nil && $0.isIntegrated }
        return "[" + all.map { "{\"id\":\(JSONText.quoted($0.id)),\"name\":\(JSONText.quoted($0.displayName))}" }.joined(separator: ",")
            + "]\n"
    }

    private func messages(_ request: ReceivedRequest) -> @Sendable () -> [UInt8] {
        feed.messages(after: request.header("Last-Event-ID"), now: adobe.now)
    }

    private func log(_ lines: [UInt8], name: String?) -> HTTPResponse {
        let wrong = feed.append(lines, name: name ?? "sent to the server")
        return wrong.map { Self.text(400, $0) } ?? PlainPage.answer(204, "text/plain", "")
    }

    /// Executes a command, from the text of the body or from the fields of a form in the panel.
    private func control(_ request: ReceivedRequest) -> HTTPResponse {
        let fields = request.isForm ? request.formFields.filter { $0.name == "word" } : []
        // By default, curl declares text as a form, so a body without the field `word` is read as text.
        let line = fields.isEmpty ? request.text : fields.map(\.value).joined(separator: " ")
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        let time = adobe.now()
        let outcome = adobe.withAdobe { ServeScript.carryOut(words, on: &$0, at: time) }
        return fields.isEmpty ? Self.text(outcome.isDone ? 200 : 400, outcome.text) : panel(outcome)
    }

    private func panel(_ outcome: ServeScript.Outcome?) -> HTTPResponse {
        let time = adobe.now()
        let (providers, codes) = adobe.withAdobe { adobe in (adobe.providers, adobe.openCodes(at: time).map(\.code)) }
        return ControlPanel.page(outcome, codes, providers.filter { $0.temporary == nil && $0.isIntegrated })
    }
}
