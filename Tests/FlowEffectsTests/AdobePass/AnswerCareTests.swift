import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

/// Answers that are valid JSON with unusual contents.
struct AnswerCareTests {
    private let interpreter = Interpreter()
    /// One letter, and the same letter composed of a base and an accent: Swift's `==` treats them as equal.
    private let composed = "\u{E9}"
    private let decomposed = "e\u{301}"

    private func attributes(_ value: String) -> String { #"{"profiles":{"A":{"type":"regular","notAfter":1,"attributes":\#(value)}}}"# }

    private func metadata(_ result: Reply.Result) throws -> [String] {
        guard case .profiles(let profiles) = result, let ref = profiles.first?.attributes,
            case .attributes(let metadata)? = interpreter.store.secret(ref)
        else { throw Missing() }
        return metadata.attributes.map { "\($0.name)=\($0.json)" }
    }

    @Test func `a duplicate member name makes the answer unreadable, however it is escaped`() {
        let empty = #"{"profiles":{},"#
        for other in [#""profiles":{}"#, #""profil\u0065s":{}"#, #""\u0070rofiles":{}"#, #""other":{"a\/b":1,"a/b":2}"#] {
            #expect(interpreter.line(.profiles(status: nil), empty + other + "}") == "transport unreadable", "\(other)")
        }
        #expect(interpreter.line(.profiles(status: nil), #"{"profil\u0065s":{}}"#) == "profiles")
        #expect(interpreter.line(.profiles(status: nil), empty + #""profile":{}}"#) == "profiles")
    }

    @Test func `names that only look alike are different members`() throws {
        let names = attributes(#"{"\#(composed)":{"value":1},"\#(decomposed)":{"value":{"\#(composed)":2,"\#(decomposed)":3}}}"#)
        let read = try metadata(interpreter.reply(.profiles(status: nil), names).result)
        let expected = [#"\#(decomposed)={"\#(decomposed)":3,"\#(composed)":2}"#, "\(composed)=1"]
        #expect(read.map { Array($0.utf8) } == expected.map { Array($0.utf8) })

        let data = #"{"encrypted":["\#(composed)"],"data":{"\#(composed)":1,"\#(decomposed)":2}}"#
        let line = interpreter.line(.restV1(.userMetadata), data)
        #expect(Array(line.utf8) == Array("userMetadata regular \(decomposed)=2 \(composed)*=1".utf8))
    }

    @Test func `resources that only look alike get their own decisions`() {
        let resources = [composed, decomposed].map { interpreter.store.put(.resource($0)) }
        #expect(Set(resources).count == 2)
        let body = #"{"resources":[{"id":"\#(decomposed)","authorized":true},{"id":"\#(composed)","authorized":false}]}"#
        let line = interpreter.line(.restV1(.preauthorize(resources: resources)), body)
        let expected = "decisions \(composed) deny(none 200 - -) by mvpd until -; \(decomposed) permit by mvpd until -"
        #expect(Array(line.utf8) == Array(expected.utf8))
        let vault = FlowVault.inMemory()
        #expect(vault.put(.resource(composed)) != vault.put(.resource(decomposed)))
        #expect(vault.put(.resource(composed)) == vault.put(.resource(composed)))
    }

    @Test func `an unreadable provider is omitted from the configuration, and the others are kept`() {
        let odd = [
            #"{"id":5}"#, #"{"id":"B","displayName":5}"#, #"{"id":"B","enablePlatformServices":"yes"}"#, "null", "7", #""B""#, "[]",
            #"{"id":"B","requiredMetadataFields":[1]}"#,
        ]
        for entry in odd {
            let body = #"{"requestor":{"mvpds":[{"id":"A"},\#(entry),{"id":"C"}]}}"#
            #expect(interpreter.line(.configuration, body) == "configuration A/-/-/none C/-/-/none; supported ; featured ", "\(entry)")
        }
        #expect(interpreter.line(.configuration, #"{"requestor":{"mvpds":{"id":"A"}}}"#) == "transport unreadable")
    }

    @Test func `a number in user metadata keeps the digits that Adobe wrote`() throws {
        let numbers = [
            "12345678901234567890123456789012345678901234567890", "0.1000000000000000055511151231257827021181583404541015625", "1e400",
            "1.50",
            "-0", "1E-7",
        ]
        for number in numbers {
            let read = try metadata(interpreter.reply(.profiles(status: nil), attributes(#"{"n":{"value":\#(number)}}"#)).result)
            #expect(read == ["n=\(number)"])
        }
    }

    @Test func `a time is a whole number in any notation and is never rounded`() {
        let cases: [(String, Int64?)] = [
            ("1500", 1500), (#""1500""#, 1500), ("1500.0", 1500), ("1.5e3", 1500), ("15000E-1", 1500), ("0.0", 0), ("-0", 0), ("-15", -15),
            ("1.5", nil), ("1e-1", nil), (#""1.5e3""#, nil), (#"" 1500""#, nil), ("true", nil), ("[1500]", nil),
            ("9223372036854775808", nil),
            ("9223372036854775807.0", .max), ("9007199254740993.0", 9_007_199_254_740_993), ("1e99999999999999999999", nil), ("1e-9", nil),
        ]
        for (text, value) in cases {
            #expect(JSONParser.parse(Array(text.utf8)).flatMap { try? WholeNumber($0) }?.value == value, "\(text)")
        }
    }

    @Test func `only strictly valid JSON is read`() {
        let bad = [
            "", " ", "{", "}", "[1,]", "[,1]", #"{"a":1,}"#, #"{"a"}"#, #"{a:1}"#, "01", "-", "1.", ".5", "+1", "1e", "tru", "nulll", "1 2",
            #""a"#, #""\x""#, #""\u12""#, #""\uD800""#, #""\uDC00""#, #""\uD800\u0041""#, "\"\n\"", "NaN", "'a'", "[1] //", "\u{1}1",
        ]
        for text in bad { #expect(JSONParser.parse(Array(text.utf8)) == nil, "\(text)") }
        #expect(JSONParser.parse([0x22, 0xFF, 0x22]) == nil)
        #expect(JSONParser.parse([0x22, 0xC3, 0x22]) == nil)
        #expect(JSONParser.parse([0xFF, 0xFE, 0x31, 0x00]) == nil)
        let good = [
            (#" {"a" : [ 1 , null ] , "b":{} }"#, #"{"a":[1,null],"b":{}}"#),
            (#""\uD83D\uDE00\u00e9\/\b\f""#, "\"\u{1F600}é/\\u0008\\u000c\""),
            ("\u{FEFF}true", "true"), ("[]", "[]"), (#""\u0000""#, #""\u0000""#), ("\t\r\n-1.25e+7\n", "-1.25e+7"),
        ]
        for (text, read) in good { #expect(JSONParser.parse(Array(text.utf8))?.text == read, "\(text)") }
        for (depth, isRead) in [(64, true), (65, false)] {
            let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect((JSONParser.parse(Array(nested.utf8)) != nil) == isRead, "\(depth) deep")
        }
    }

    @Test func `a link without a host is invalid`() {
        let links = LinkResolver("https://host")
        let none = [
            "https://", "https:///", "https:///a", "https://?a", "https://#a", "https://:443/a", "https://user@/a", "https://user@:1", "//",
            "///a", "//?a", "https://[]/a", "https://a\\b/", "https://a\"b/", "HTTP://",
        ]
        for url in none { #expect(links.resolve(url) == nil, "\(url)") }
        for url in ["https://u:p@a?b", "https://adobe.com@evil/", "//u@a", "http://127.0.0.1@evil/"] {
            #expect(links.resolve(url) == nil, "\(url)")
        }
        for url in ["https://a", "https://a:443/b", "https://[::1]/a", "https://a-b.c_d/@", "https://a#b"] {
            #expect(links.resolve(url) == url, "\(url)")
        }
    }

    @Test func `credentials that cannot request a token are a refused registration`() throws {
        func answer(_ grants: String) -> String { #"{"client_id":"i","client_secret":"s","grant_types":\#(grants)}"# }
        for grants in ["[]", #"["refresh_token"]"#, #"["Client_Credentials"]"#] {
            #expect(interpreter.line(.register, answer(grants), status: 201) == "registrationRefused unsupported_grant_type", "\(grants)")
        }
        let several = #"["refresh_token","client_credentials"]"#
        guard case .registered(let client) = interpreter.reply(.register, answer(several), status: 201).result else { throw Missing() }
        let body = try interpreter.request(.token(client: client)).text
        #expect(body == "client_id=i&client_secret=s&grant_type=client_credentials")
    }

    @Test func `a day that its month does not have is an invalid date`() {
        let cases: [(String, Int64?)] = [
            ("Fri, 30 Feb 2024 00:00:00 GMT", nil), ("Wed, 29 Feb 2023 00:00:00 GMT", nil), ("Mon, 29 Feb 2100 00:00:00 GMT", nil),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400_000), ("Sat, 31 Apr 2024 00:00:00 GMT", nil),
            ("Wed, 31 Jul 2024 00:00:00 GMT", 1_722_384_000_000), ("Fri, 00 Mar 2024 00:00:00 GMT", nil),
            // Adobe may choose any day of the week, but it must be a day of the week.
            ("Mon, 01 Mar 2024 00:00:00 GMT", 1_709_251_200_000), ("Foo, 01 Mar 2024 00:00:00 GMT", nil),
        ]
        for (text, milliseconds) in cases { #expect(ServerDate.parse(text)?.milliseconds == milliseconds, "\(text)") }
    }
}
