import FlowEffects
import Testing

@testable import FlowSimulation

@Suite("A web app of another origin may use the simulated server") struct CrossOriginTests {
    private func request(_ method: String, _ fields: [String: String]) -> HTTPRequest {
        HTTPRequest(method: method, url: "/api/v2/REF30/profiles", headers: fields.map { HTTPRequest.Field($0.key, $0.value) })
    }

    @Test func `a preflight of a loopback origin allows the method and the fields that it names`() throws {
        let answer = try #require(
            CrossOrigin.preflight(
                request(
                    "OPTIONS",
                    [
                        "Origin": "http://localhost:5173", "Access-Control-Request-Method": "DELETE",
                        "Access-Control-Request-Headers": "authorization,\tap-device-identifier, x&device, (x)",
                    ])))
        #expect(answer.status == 204)
        #expect(answer.header("Access-Control-Allow-Origin") == "http://localhost:5173")
        #expect(answer.header("Access-Control-Allow-Methods") == "DELETE")
        #expect(answer.header("Access-Control-Allow-Headers") == "authorization, ap-device-identifier, x&device")
        #expect(answer.header("Vary")?.contains("Origin") == true)
    }

    @Test func `OPTIONS without the fields of a preflight is an ordinary request`() {
        #expect(CrossOrigin.preflight(request("OPTIONS", ["Origin": "http://localhost"])) == nil)
        #expect(CrossOrigin.preflight(request("OPTIONS", ["Access-Control-Request-Method": "GET"])) == nil)
        #expect(CrossOrigin.preflight(request("GET", ["Origin": "http://localhost", "Access-Control-Request-Method": "GET"])) == nil)
    }

    @Test(arguments: [
        "https://app.example", "http://127.0.0.1.app.example", "http://localhost.app.example:80", "http://localhost:80:80", "http://",
        "null",
        "file://", "http://localhost:port", "http://localhost@app.example",
    ])
    func `an origin elsewhere may read nothing`(origin: String) {
        let preflight = CrossOrigin.preflight(request("OPTIONS", ["Origin": origin, "Access-Control-Request-Method": "GET"]))
        #expect(preflight?.headers.map(\.name) == ["Vary"])
        #expect(CrossOrigin.fields(for: request("GET", ["origin": origin]), HTTPResponse(status: 200)).isEmpty)
    }

    @Test(arguments: ["http://127.0.0.1:8080", "https://localhost", "http://[::1]:3000", "http://[::1]"])
    func `an answer to a loopback origin exposes its fields, such as the server's clock`(origin: String) {
        let answer = HTTPResponse(status: 401, headers: [HTTPRequest.Field("Date", "x"), HTTPRequest.Field("Retry-After", "1")])
        let fields = CrossOrigin.fields(for: request("GET", ["Origin": origin]), answer)
        #expect(fields.first == HTTPRequest.Field("Access-Control-Allow-Origin", origin))
        #expect(fields.contains(HTTPRequest.Field("Access-Control-Expose-Headers", "Date, Retry-After")))
    }
}
