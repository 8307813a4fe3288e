import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation

/// Answers that no fixture has: bad ones for every endpoint, and the turns of each reading.
enum VectorAnswers {
    struct Answer {
        let name: String
        let status: Int
        var headers: [HTTPRequest.Field] = []
        var body: [UInt8] = []

        init(_ name: String, _ status: Int, _ body: String = "", _ headers: [String: String] = [:]) {
            self.name = name
            self.status = status
            self.body = Array(body.utf8)
            self.headers = headers.sorted { $0.key < $1.key }.map { HTTPRequest.Field($0.key, $0.value) }
        }

        var response: HTTPResponse { HTTPResponse(status: status, headers: headers, body: body) }
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let page = "<!DOCTYPE html>\n<html><body>Sign in to the network</body></html>"
    private static let trace = "0b7c9e57-5fa2-4b1b-9d1c-9a0f4c6a1a11"

    /// For every endpoint of both APIs.
    static let general: [Answer] = [
        Answer("nothing", 200), Answer("no content", 204), Answer("blanks", 200, " \n"), Answer("truncated JSON", 200, #"{"profiles":{"A"#),
        Answer("a page", 200, page), Answer("null", 200, "null"), Answer("an empty object", 200, "{}"), Answer("a list", 200, "[]"),
        Answer("a word", 200, "nul"), Answer("JSON after JSON", 200, "{} {}"), Answer("a redirect", 302, "", ["Location": "https://host/"]),
        Answer("throttled", 429, "", ["Retry-After": "120"]),
        Answer("throttled until a date", 429, "{}", ["Date": date, "retry-after": "Sun, 06 Nov 1994 08:50:37 GMT"]),
        Answer("throttled until a date without a clock", 429, "", ["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"]),
        Answer("throttled until a past date", 429, "", ["Date": date, "Retry-After": "Sun, 06 Nov 1994 08:40:37 GMT"]),
        Answer("a clock and an id", 503, page, ["DATE": date, "Adobe-Request-Id": trace]),
        Answer("neither a clock nor an id", 503, "", ["Date": "now", "Adobe-Request-Id": "first"]),
        Answer("unauthorized", 401), Answer("unauthorized, with an error", 401, #"{"code":"expired_token","message":"m","trace":"t-1"}"#),
        Answer("forbidden", 403), Answer("forbidden by a page", 403, page), Answer("forbidden, JSON that is no error", 403, #"{"a":1}"#),
        Answer("not found", 404), Answer("gone", 410), Answer("precondition", 412), Answer("internal error", 500, "{}"),
        Answer("an error of registration", 400, #"{"error":"invalid_client","error_description":"d"}"#),
        Answer("an error of registration that is no code", 400, #"{"error":"Invalid client!"}"#),
        Answer(
            "an error", 400,
            #"{"action":"authentication","status":403,"code":"authenticated_profile_missing","message":"m","details":"d","trace":"0b7c9e57-5fa2-4b1b-9d1c-9a0f4c6a1a11","x":1}"#
        ),
        Answer("an error with another status", 403, #"{"action":"application-registration","status":99,"code":"Not a code","trace":"ü"}"#),
        Answer("an error with members of other types", 400, #"{"action":7,"status":"404","code":"c","message":null,"details":[]}"#),
        Answer("an unknown action", 400, #"{"action":"dance","message":"m"}"#),
        Answer("status and message", 404, #"{"status":404,"message":"m"}"#),
        Answer("status and message, forbidden", 403, #"{"status":403,"message":"m","details":"d"}"#),
        Answer("an action alone, forbidden", 403, #"{"action":"authorization"}"#),
        Answer("an action of the app, forbidden", 403, #"{"action":"configuration","code":"c"}"#),
        Answer("authentication, not found", 404, #"{"action":"authentication","status":404}"#),
        Answer("status and message, precondition", 412, #"{"status":412,"message":"m"}"#),
        Answer("message alone", 403, #"{"message":"m"}"#),
        Answer("an error in a success", 200, #"{"status":410,"message":"m"}"#),
        Answer(
            "XML", 403,
            "\u{20}<?xml version=\"1.0\"?>\n<error><action>none</action><status>403</status><code>c</code><message>a &lt;b&gt; &amp;lt; "
                + "&quot;&apos;</message><details>d</details><trace>0b7c9e57-5fa2-4b1b-9d1c-9a0f4c6a1a11</trace></error>"),
        Answer("XML without a code", 400, "<error ><message>m</message><status>410</status></error>"),
        Answer("XML without a message", 400, "<error><status>410</status></error>"),
        Answer("XML after a byte order mark", 400, "\u{FEFF}<error><code>c</code><message>m</message></error>"),
        Answer("other XML", 400, "<errors><code>c</code></errors>"),
        Answer("an empty body with blanks", 410, "\r\n"), Answer("bad gateway", 502, "Bad Gateway"),
    ]

    /// For one endpoint of each form.
    static func bodies(_ endpoint: Endpoint) -> [String] {
        switch endpoint {
        case .register: [#"{"client_id":"i","client_secret":"s","grant_types":["client_credentials"],"redirect_uris":[]}"#]
        case .token: [#"{"access_token":"t","created_at":1767225600000,"expires_in":"21600"}"#]
        case .configuration, .restV1(.configuration):
            [
                #"{"requestor":{"mvpds":[{"id":"A","displayName":"N","logoUrl":"l","platformMappingId":"P","enablePlatformServices":true,"#
                    + #""displayInPlatformPicker":true,"enforcePlatformPermissions":true,"boardingStatus":"SUPPORTED","isTempPass":false,"#
                    + #""requiredMetadataFields":["uid"]},{"id":"B","boardingStatus":"PICKER"},{"id":"T","isTempPass":true}]}}"#
            ]
        case .profile:
            [
                #"{"profiles":{"A":{"type":"regular","notAfter":1767225600000,"attributes":{"b":{"value":[1.0,{"z":1,"a":null}],"state":"plain"},"a":{"value":"x","state":"enc"}}}}}"#
            ]
        case .createSession:
            [
                #"{"actionName":"authenticate","reasonType":"none","missingParameters":["mvpd","domain","else"],"url":"/u","code":"C","mvpd":"A","#
                    + #""notAfter":"1767225600000","sessionId":"0b7c9e57-5fa2-4b1b-9d1c-9a0f4c6a1a11"}"#,
                #"{"actionName":"authorize","reasonType":"degraded","mvpd":"A"}"#, #"{"actionName":"resume","code":"C","url":"/u"}"#,
                #"{"actionName":"retry","code":"C","reasonType":"other"}"#, #"{"actionName":"dance"}"#,
            ]
        case .partnerSession:
            [
                #"{"actionName":"partner_profile","mvpd":"A","authenticationRequest":{"type":"SAML","request":"r","attributesNames":["a"],"attributes":["b"]}}"#
            ]
        case .preauthorize, .authorize:
            [
                #"{"decisions":[{"resource":" channel\t","source":"mvpd","authorized":true,"token":{"notAfter":5,"serializedToken":"m"},"notAfter":6,"#
                    + #""attributes":{"a":{"value":1}}},{"resource":"channel","authorized":true},{"resource":"other","authorized":true}]}"#,
                #"{"decisions":[{"authorized":false,"source":"else","error":{"action":"retry","status":"503","code":"c","message":"m"}}]}"#,
            ]
        case .logout:
            [
                #"{"logouts":{"B":{"actionName":"partner_logout"},"A":{"actionName":"logout","url":"https://host/x"},"C":{"actionName":"dance"}}}"#
            ]
        case .restV1(.createCode): [#"{"code":"C","mvpd":"A","expires":1767225600000}"#]
        case .restV1(.authenticationToken): [#"{"mvpd":"A","expires":"1767225600000"}"#]
        case .restV1(.authorize): [#"{"resource":" channel","mvpd":"TempPass_TEST40","expires":"1"}"#]
        case .restV1(.mediaToken): [#"{"resource":"channel","mvpdId":"A","expires":7,"serializedToken":"m"}"#]
        case .restV1(.preauthorize):
            [
                #"{"resources":[{"id":"channel ","authorized":false,"error":{"status":403,"message":"m"}},{"id":"channel","authorized":true}]}"#
            ]
        case .restV1(.userMetadata): [#"{"encrypted":["b"],"data":{"tokenSource":"Apple","b":[1,2],"a":{"y":1,"x":1e2}}}"#]
        case .restV1(.profileRequest): ["c2FtbA=="]
        case .profiles, .profileForCode, .resumeSession, .createPartnerProfile, .restV1: []
        }
    }

    /// A body as it is, and with one defect each: a member missing, `null`, or of another type.
    static func variants(_ body: String) -> [Answer] {
        var answers = [Answer("a success", 200, body), Answer("created", 201, body)]
        guard let json = try? JSONSerialization.jsonObject(with: Data(body.utf8)) else { return answers }
        for (name, value) in defects(json, "") {
            guard let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]) else { continue }
            answers.append(Answer(name, 200, String(decoding: data, as: UTF8.self)))
        }
        return answers
    }

    private static func defects(_ value: Any, _ path: String) -> [(String, Any)] {
        if let list = value as? [Any] {
            return list.indices.flatMap { index in
                defects(list[index], "\(path)[\(index)]").map { name, changed in
                    var list = list
                    list[index] = changed
                    return (name, list)
                }
            }
        }
        guard let object = value as? [String: Any] else { return [] }
        return object.keys.sorted().flatMap { key -> [(String, Any)] in
            func with(_ changed: Any?) -> [String: Any] {
                var object = object
                object[key] = changed
                return object
            }
            let place = path.isEmpty ? key : "\(path).\(key)"
            let other: Any = object[key] is String ? ["text"] : "text"
            return [("without \(place)", with(nil)), ("\(place) null", with(NSNull())), ("\(place) of another type", with(other))]
                + (object[key] is String ? [("\(place) empty", with(""))] : [])
                + defects(object[key] as Any, place).map { ($0, with($1)) }
        }
    }
}
