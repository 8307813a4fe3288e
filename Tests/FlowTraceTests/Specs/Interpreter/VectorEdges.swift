import FlowEffects
import FlowMachine

/// Answers at the bounds: one that is just read, and one that is not.
enum VectorEdges {
    private typealias Answer = VectorAnswers.Answer

    static func answers(_ endpoint: Endpoint) -> [VectorAnswers.Answer] {
        switch endpoint {
        case .token: token
        case .configuration: configuration
        case .profile: profile
        case .profiles:
            [
                Answer("status 299", 299, #"{"profiles":{}}"#), Answer("status 300", 300, #"{"profiles":{}}"#),
                padded("a body of 4 MiB", to: 4 << 20), padded("a body of 4 MiB and a byte", to: (4 << 20) + 1),
                Answer("33 profiles", 200, map("profiles", 33) { _ in #"{"type":"regular","notAfter":1}"# }),
            ]
        case .logout:
            [
                Answer("33 sign-outs", 200, map("logouts", 33) { _ in #"{"actionName":"complete"}"# }),
                Answer("33 sign-outs, the last one a text", 200, map("logouts", 33) { $0 == 9 ? "\"\"" : #"{"actionName":"complete"}"# }),
            ]
        case .preauthorize:
            [
                Answer(
                    "an unreadable decision after 64 others", 200,
                    String(decisions(64).dropLast(2)) + #",{"resource":100000000000000000000,"authorized":true}]}"#),
                Answer(
                    "an error in a denial without a readable action or code", 200,
                    #"{"decisions":[{"authorized":false,"error":{"action":["text"],"code":{"a":null},"message":"m","status":"503"}}]}"#),
                Answer(
                    "an error in a denial with a status and a text", 200,
                    #"{"decisions":[{"authorized":false,"error":{"action":null,"message":"m","status":503}}]}"#),
                Answer("a decision after 64 others", 200, decisions(64)), Answer("a decision after 63 others", 200, decisions(63)),
                Answer("an error in a denial without members", 200, #"{"decisions":[{"authorized":false,"error":{}}]}"#),
                Answer("an error that is no object", 200, #"{"decisions":[{"authorized":false,"error":"e"}]}"#),
            ]
        case .createSession: session
        case .restV1(.checkAuthentication):
            [
                Answer("status 299", 299, ""), Answer("status 300", 300, ""), Answer("another page", 200, "<HTML>"),
                Answer("a page after 1,018 bytes", 200, String(repeating: " ", count: 1018) + "<html>"),
                Answer("a page after 1,020 bytes", 200, String(repeating: " ", count: 1020) + "<html>"),
            ]
        case .restV1(.mediaToken):
            [
                Answer("another resource", 200, #"{"resource":"other","expires":1,"serializedToken":"m"}"#),
                Answer("temporary access", 200, #"{"mvpdId":"TempPass_TEST40","expires":1,"serializedToken":"m"}"#),
                Answer("a resource that is no text", 200, #"{"resource":7,"expires":1,"serializedToken":"m"}"#),
            ]
        case .restV1(.authorize): [Answer("another resource", 200, #"{"resource":"other"}"#)]
        default: []
        }
    }

    private static let token = [
        ("a lifetime of nothing", #""t","created_at":5,"expires_in":0"#), ("a negative lifetime", #""t","created_at":5,"expires_in":-1"#),
        ("the longest lifetime", #""t","created_at":5,"expires_in":9223372036854775"#),
        ("a longer lifetime", #""t","created_at":5,"expires_in":9223372036854776"#),
        ("an end beyond 2^53", #""t","created_at":9007199254740991,"expires_in":1"#),
        ("a creation before 1970", #""t","created_at":-5000,"expires_in":1"#),
        ("a blank in a token", #""a b","created_at":5,"expires_in":1"#),
        ("a token outside ASCII", #""é","created_at":5,"expires_in":1"#),
        ("the first and last characters", ##""!~","created_at":5,"expires_in":1"##),
    ].map { Answer($0, 200, "{\"access_token\":\($1)}") }

    /// No profiles, after as many blanks as the body needs to have this size.
    private static func padded(_ name: String, to bytes: Int) -> Answer {
        let body = #"{"profiles":{}}"#
        return Answer(name, 200, String(repeating: " ", count: bytes - body.utf8.count) + body)
    }

    private static let configuration = [
        Answer("providers without a requestor", 200, #"{"mvpds":[{"id":"A","enablePlatformServices":null}]}"#),
        Answer("providers in both places", 200, #"{"mvpds":[{"id":"A"}],"requestor":{"mvpds":[{"id":"B"}]}}"#),
        Answer("an unreadable list beside the requestor's", 200, #"{"mvpds":-0.0,"requestor":{"mvpds":[{"id":"B"}]}}"#),
        Answer("no list beside the requestor's", 200, #"{"mvpds":null,"requestor":{"mvpds":[{"id":"B"}]}}"#),
        Answer("no providers", 200, #"{"mvpds":[]}"#), Answer("no readable provider", 200, #"{"mvpds":[{"id":7}]}"#),
        Answer("an id of 128 bytes", 200, "{\"mvpds\":[{\"id\":\"\(text(128))\"}]}"),
        Answer("an id of 129 bytes", 200, "{\"mvpds\":[{\"id\":\"\(text(129))\"}]}"),
        Answer(
            "pictures with characters that no link contains", 200,
            #"{"mvpds":[{"id":"A","logoUrl":"/{a}|<b>%zz%4a#c#[d]"},{"id":"B","logoUrl":"https://[::1]/[`^"}]}"#),
        Answer("a mapping of 129 bytes", 200, "{\"mvpds\":[{\"id\":\"A\",\"platformMappingId\":\"\(text(129))\"}]}"),
    ]

    private static let profile =
        [
            ("every kind of value", #"[true,false,null,1.50,-0,1E2,"é\n\u0001\"\\",{},[]]"#), ("half a character", #""\uD83D""#),
            ("a character in two halves", #""\uD83D\uDE00\u00e9""#), ("64 levels", nested(60)), ("65 levels", nested(61)),
            ("64 levels around a text", nested(60, around: "\"t\"")), ("65 levels around a text", nested(61, around: "\"t\"")),
            ("a number of 64 digits", String(repeating: "1", count: 64)), ("a number of 65 digits", String(repeating: "1", count: 65)),
            ("not a number", "NaN"), ("a leading zero", "01"), ("a bare point", "1."), ("a plus sign", "+1"), ("a raw tab", "\"\t\""),
            ("a comma at the end", "[1,]"), ("members of the same name", #"{"a":1,"\u0061":2}"#), ("single quotes", "'a'"),
            ("an escape", #""\x""#),
        ].map { Answer($0, 200, #"{"profiles":{"A":{"type":"regular","notAfter":1,"attributes":{"a":{"value":"# + $1 + "}}}}}") } + [
            Answer("a byte order mark", 200, "\u{FEFF}{\"profiles\":{}}"),
            Answer("two byte order marks", 200, "\u{FEFF}\u{FEFF}{\"profiles\":{}}"),
            Answer("a type of 64 letters", 200, type(text(64))), Answer("a type of 65 letters", 200, type(text(65))),
            Answer("a type with a blank", 200, type("a b")),
            Answer("a key that is no MVPD", 200, #"{"profiles":{"":{"type":"a","notAfter":1}}}"#),
            Answer("an end before 1970", 200, #"{"profiles":{"A":{"type":"a","notAfter":-1}}}"#),
            Answer("an end beyond 2^53", 200, #"{"profiles":{"A":{"type":"a","notAfter":9007199254740992}}}"#),
            Answer("a code of 64 letters", 400, "{\"code\":\"\(text(64))\",\"trace\":\"\(text(64))\"}"),
            Answer("a code of 65 letters", 400, "{\"code\":\"\(text(65))\",\"trace\":\"\(text(65))\"}"),
            Answer("a status of 100", 400, #"{"code":"c","status":100}"#), Answer("a status of 999", 400, #"{"code":"c","status":999}"#),
            Answer("a status of 1000", 400, #"{"code":"c","status":1000}"#), Answer("details alone", 400, #"{"code":"c","details":"d"}"#),
            Answer("an error in a list", 400, #"[{"code":"c"}]"#),
        ]
        + ["none", "configuration", "applicationRegistration", "authorization", "retry"].map {
            Answer("action \($0)", 400, "{\"action\":\"\($0)\"}")
        }

    private static let session =
        [
            "pfs_fallback", "configuration_fallback", "missing_parameters_fallback",
        ].map { Answer("reason \($0)", 200, "{\"actionName\":\"resume\",\"code\":\"C\",\"reasonType\":\"\($0)\"}") }
        + [
            "authenticated", "authenticatedSSO", "temporary", "none",
        ].map { Answer("authorized, \($0)", 200, "{\"actionName\":\"authorize\",\"reasonType\":\"\($0)\"}") } + [
            Answer(
                "all parameters", 200,
                #"{"actionName":"resume","code":"C","missingParameters":["redirectUrl","domainName","domain","mvpd","x"]}"#),
            Answer("a link that must not be opened", 200, #"{"actionName":"authenticate","code":"C","url":"javascript:alert(1)"}"#),
            Answer("a partner profile without a request", 200, #"{"actionName":"partner_profile"}"#),
        ]

    private static func map(_ name: String, _ count: Int, _ value: (Int) -> String) -> String {
        "{\"\(name)\":{" + (0..<count).map { "\"A\($0)\":\(value($0))" }.joined(separator: ",") + "}}"
    }

    private static func decisions(_ others: Int) -> String {
        let other = Array(repeating: #"{"resource":"o","authorized":true}"#, count: others)
        return "{\"decisions\":[" + (other + [#"{"resource":"channel","authorized":true}"#]).joined(separator: ",") + "]}"
    }

    private static func type(_ word: String) -> String { "{\"profiles\":{\"A\":{\"type\":\"\(word)\",\"notAfter\":1}}}" }

    private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static func nested(_ count: Int, around innermost: String = "") -> String {
        String(repeating: "[", count: count) + innermost + String(repeating: "]", count: count)
    }
}
