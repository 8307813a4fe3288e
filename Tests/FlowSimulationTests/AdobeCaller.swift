import FlowEffects
import FlowMachine
import FlowSimulation
import Foundation

/// Calls a simulated server as an app would, with the documented headers unless specified otherwise.
struct AdobeCaller {
    var adobe = SimulatedAdobe(softwareStatement: "statement")
    var time = SimulatedWorld.start
    var token = ""
    var device = "fingerprint ZGV2aWNl"
    var status: String?

    static let deviceInformation = base64(
        #"{"model":"AppleTV","version":"14,1","osName":"tvOS","osVersion":"18.2","connectionType":"WiFi"}"#)

    static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    static func partnerStatus(_ permission: String = "granted", _ provider: String? = "AppleMSO_Cablevision", expiry: String? = nil)
        -> String
    {
        var members: [String] = []
        if let provider { members.append(#""id":"\#(provider)""#) }
        if let expiry { members.append(#""expirationDate":"\#(expiry)""#) }
        return base64(
            #"{"frameworkPermissionInfo":{"accessStatus":"\#(permission)"},"frameworkProviderInfo":{\#(members.joined(separator: ","))}}"#)
    }

    /// The answer to one request. A body that starts with `{` is sent as JSON, any other as a form.
    mutating func call(_ method: String, _ path: String, _ body: String? = nil, without dropped: String? = nil) -> Answer {
        var headers = [
            HTTPRequest.Field("Authorization", "Bearer " + token), HTTPRequest.Field("AP-Device-Identifier", device),
            HTTPRequest.Field("X-Device-Info", AdobeCaller.deviceInformation),
        ]
        if let body {
            let form = "application/x-www-form-urlencoded"
            headers.append(HTTPRequest.Field("Content-Type", body.hasPrefix("{") ? "application/json;charset=utf-8" : form))
        }
        if let status { headers.append(HTTPRequest.Field("AP-Partner-Framework-Status", status)) }
        headers.removeAll { $0.name == dropped }
        let request = HTTPRequest(
            method: method, url: "https://sp.auth.adobe.com" + path, headers: headers, body: body.map { Array($0.utf8) })
        return Answer(adobe.answer(request, at: time))
    }

    /// The answer to a REST V2 request.
    mutating func v2(_ method: String, _ path: String, _ body: String? = nil, without dropped: String? = nil) -> Answer {
        call(method, "/api/v2/REF30/" + path, body, without: dropped)
    }

    /// Registers and requests a token.
    mutating func register() {
        let client = call("POST", "/o/client/register", #"{"software_statement":"statement","redirect_uri":"app://x"}"#)
        let form = "client_id=\(client.text("client_id"))&client_secret=\(client.text("client_secret"))&grant_type=client_credentials"
        token = call("POST", "/o/client/token", form).text("access_token")
    }

    static func registered() -> AdobeCaller {
        var caller = AdobeCaller()
        caller.register()
        return caller
    }

    /// An answer with its parsed JSON.
    struct Answer {
        let response: HTTPResponse
        let body: String
        private let json: [String: Any]

        init(_ response: HTTPResponse) {
            self.response = response
            body = String(decoding: response.body, as: UTF8.self)
            json = (try? JSONSerialization.jsonObject(with: Data(response.body))) as? [String: Any] ?? [:]
        }

        /// The value at a path of names and indices, such as `decisions.0.error.code`; empty if there is none.
        func text(_ path: String) -> String {
            var value: Any = json
            for name in path.split(separator: ".") {
                if let index = Int(name), let list = value as? [Any], list.indices.contains(index) {
                    value = list[index]
                } else if let next = (value as? [String: Any])?[String(name)] {
                    value = next
                } else {
                    return ""
                }
            }
            return "\(value)"
        }

        /// The names of the top-level members.
        var names: Set<String> { Set(json.keys) }

        /// The session's action and its reason.
        var session: String { text("actionName") + "/" + text("actionType") + "/" + text("reasonType") }

        /// The status, and the code of the error if there is one.
        var outcome: String { "\(response.status) \(text("code"))\(text("error"))" }
    }
}
