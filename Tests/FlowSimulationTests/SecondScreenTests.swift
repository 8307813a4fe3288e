import FlowEffects
import FlowMachine
import Testing

@testable import FlowSimulation

@Suite("A viewer signs in on the second screen of the simulated server") struct SecondScreenTests {
    private let adobe: SharedAdobe
    private let code: String

    init() throws {
        var caller = AdobeCaller.registered()
        code = caller.v2("POST", "sessions", "domainName=adobe.com&redirectUrl=app%3A%2F%2Fdone").text("code")
        let server = caller.adobe
        adobe = SharedAdobe(server, now: { SimulatedWorld.start })
        try #require(code.utf8.count == SimulatedAdobe.codeLength)
    }

    private func get(_ query: String) -> (status: Int, page: String) {
        let answer = SecondScreen.answer(HTTPRequest(method: "GET", url: "/second-screen" + query, headers: []), adobe)
        return (answer?.status ?? 0, String(decoding: answer?.body ?? [], as: UTF8.self))
    }

    private func post(_ form: String, _ more: [HTTPRequest.Field] = []) -> HTTPResponse? {
        let fields =
            [HTTPRequest.Field("Content-Type", "application/x-www-form-urlencoded"), HTTPRequest.Field("Host", "localhost")] + more
        return SecondScreen.answer(HTTPRequest(method: "POST", url: "/second-screen", headers: fields, body: Array(form.utf8)), adobe)
    }

    private func text(_ answer: HTTPResponse?) -> String { String(decoding: answer?.body ?? [], as: UTF8.self) }

    private var profiles: [String] { adobe.withAdobe { $0.profiles.map(\.mvpd) } }

    @Test func `the code is typed as the viewer likes, and the page shows the code, the device and the providers`() {
        #expect(get("").page.contains("<input type=\"text\" name=\"code\""))
        let page = get("?code=\(code.lowercased().prefix(3))+-\(code.lowercased().dropFirst(3))").page
        #expect(page.contains(code) && page.contains("AppleTV") && page.contains("value=\"SmallCo\""))
        #expect(!page.contains("TempPass"))
    }

    @Test func `a code that is not open is reported, and its text stays text`() {
        let answer = get("?code=%3Cscript%3E")
        #expect(answer.status == 404)
        #expect(answer.page.contains("&lt;SCRIPT&gt;") && !answer.page.contains("<SCRIPT>"))
    }

    @Test func `signing in gives the device a profile, once`() {
        let answer = post("code=\(code)&mvpd=SmallCo&choice=sign-in")
        #expect(answer?.status == 200)
        #expect(text(answer).contains("You are signed in with SmallCo"))
        #expect(profiles == ["SmallCo"])
    }

    @Test func `a refusal changes nothing, and the code stays open`() {
        #expect(text(post("code=\(code)&mvpd=SmallCo&choice=refuse")).contains("has refused"))
        #expect(profiles.isEmpty)
        #expect(get("?code=\(code)").status == 200)
    }

    @Test func `a user agent is sent back to the app, but never to a script`() {
        let answer = post("code=\(code)&mvpd=SmallCo&choice=sign-in&link=1")
        #expect(answer?.status == 303)
        #expect(answer?.header("Location") == "app://done")
        adobe.withAdobe { $0.sessions[0].redirectURL = "javascript:alert(1)" }
        let page = post("code=\(code)&mvpd=SmallCo&choice=sign-in&link=1")
        #expect(page?.status == 200)
        #expect(!text(page).contains("javascript:"))
    }

    @Test func `the page of a sign-out leads back to the app, but never to a script`() {
        var caller = AdobeCaller.registered()
        let queries = ["&redirect_url=app%3A%2F%2Fdone", "&redirect_url=javascript%3Aalert(1)", ""]
        let locations = queries.map {
            caller.call("GET", "/adobe-services/logout?mso_id=SmallCo" + $0).response.header("Location")
        }
        #expect(locations == ["app://done", nil, nil])
    }

    @Test func `an unknown provider or code signs nobody in`() {
        #expect(post("code=\(code)&mvpd=Nobody&choice=sign-in")?.status == 200)
        #expect(post("code=ABCDEFG&mvpd=SmallCo&choice=sign-in")?.status == 404)
        #expect(post("")?.status == 200)
        #expect(profiles.isEmpty)
    }

    @Test(arguments: [
        ("Origin", "https://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
    ])
    func `a page elsewhere signs nobody in`(name: String, value: String) {
        #expect(post("code=\(code)&mvpd=SmallCo&choice=sign-in", [HTTPRequest.Field(name, value)])?.status == 403)
        #expect(profiles.isEmpty)
        #expect(post("code=\(code)&mvpd=SmallCo&choice=sign-in", [HTTPRequest.Field("Origin", "http://localhost")])?.status == 200)
    }
}
