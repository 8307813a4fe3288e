import FlowTestSupport
import Foundation
import Testing

@testable import FlowImport
@testable import flow_trace

/// Rules that the recorded clients do not break, each with the smallest traffic that does, and the same traffic without the mistake.
@Suite struct ImportedRuleTests {
    private static let host = "https://sp.auth.adobe.com"
    private static let api = host + "/api/v2/REF30"
    private static let device = ("AP-Device-Identifier", "fingerprint ZGV2aWNlLTE=")
    private static let info = ("X-Device-Info", "eyJtb2RlbCI6IkJveCJ9")
    private static func headers(_ token: String = "token-1", _ more: [(String, String)] = []) -> [(String, String)] {
        [("Authorization", "Bearer \(token)"), device, info] + more
    }

    private static let form = "domainName=example.com&redirectUrl=https%3A%2F%2Fexample.com%2Fdone"
    private static let permit =
        #"{"decisions":[{"resource":"news","authorized":true,"token":{"serializedToken":"media-token-text","notBefore":1767225600000,"notAfter":1767226020000}}]}"#
    private static let preview = #"{"decisions":[{"resource":"news","authorized":true}]}"#
    private static let resources = #"{"resources":["news"]}"#

    private static func profile(_ type: String) -> String {
        #"{"profiles":{"Cablevision":{"notBefore":1767225600000,"notAfter":1769817600000,"issuer":"x","type":"\#(type)","attributes":{}}}}"#
    }

    /// The header of a partner status that expires this number of seconds after the beginning of 2026.
    private static func status(_ expiry: Int64) -> (String, String) {
        let json =
            #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"AppleMSO","expirationDate":"\#(1_767_225_600_000 + expiry * 1000)"}}"#
        return ("AP-Partner-Framework-Status", Data(json.utf8).base64EncodedString())
    }

    private func broken(_ build: (inout HARText) -> Void) throws -> Set<String> {
        var capture = HARText()
        build(&capture)
        return Set(Verdict(try Capture(capture.bytes)).findings.compactMap(\.rule))
    }

    @Test(arguments: [(500, true), (1500, true), (2100, false)]) func `Retry-After is waited for`(_ gap: Int64, _ isEarly: Bool) throws {
        let rules = try broken { capture in
            capture.add(
                "GET", Self.api + "/profiles", at: 0, headers: Self.headers(), status: 429, answerHeaders: [("Retry-After", "2")],
                answer: "<html>")
            capture.add("GET", Self.api + "/profiles", at: 100 + gap, headers: Self.headers(), answer: #"{"profiles":{}}"#)
        }
        #expect(rules.contains("V2-X-10") == isEarly)
    }

    @Test(arguments: [true, false]) func `a decision under an appleSSO profile carries a status`(_ carries: Bool) throws {
        let rules = try broken { capture in
            let headers = Self.headers("token-1", [Self.status(3600)])
            capture.add("GET", Self.api + "/profiles", at: 0, headers: headers, answer: Self.profile("appleSSO"))
            capture.add(
                "POST", Self.api + "/decisions/authorize/Cablevision", at: 5000, headers: carries ? headers : Self.headers(),
                body: Self.resources, answer: Self.permit)
        }
        #expect(rules == (carries ? [] : ["V2-D-01"]))
    }

    @Test func `an expired partner status is not sent`() throws {
        let rules = try broken { capture in
            let headers = Self.headers("token-1", [Self.status(1)])
            capture.add("GET", Self.api + "/profiles", at: 10_000, headers: headers, answer: #"{"profiles":{}}"#)
            capture.add(
                "POST", Self.api + "/decisions/authorize/Cablevision", at: 20_000, headers: headers, body: Self.resources,
                answer: Self.permit)
        }
        #expect(rules == ["V2-X-15", "V2-D-04"])
    }

    @Test(arguments: [(30_000, false), (200_000, true), (500_000, true)]) func `a media token is used for one playback`(
        _ second: Int64, _ isKept: Bool
    ) throws {
        let rules = try broken { capture in
            capture.add(
                "POST", Self.api + "/decisions/authorize/Cablevision", at: 0, headers: Self.headers(), body: Self.resources,
                answer: Self.permit)
            for time in [1000, second] {
                capture.add("POST", "https://play.example.com/start", at: time, body: #"{"token":"media-token-text"}"#)
            }
        }
        #expect(rules == (isKept ? ["V2-D-12"] : []))
    }

    @Test(arguments: [true, false]) func `a stream needs an authorization, not a preview`(_ authorizes: Bool) throws {
        let rules = try broken { capture in
            capture.add(
                "POST", Self.api + "/decisions/preauthorize/Cablevision", at: 0, headers: Self.headers(), body: Self.resources,
                answer: Self.preview)
            if authorizes {
                capture.add(
                    "POST", Self.api + "/decisions/authorize/Cablevision", at: 2000, headers: Self.headers(), body: Self.resources,
                    answer: Self.permit)
            }
            capture.add("GET", "https://cdn.example.com/live/news/master.m3u8", at: 4000)
        }
        #expect(rules == (authorizes ? [] : ["V2-D-10"]))
    }

    @Test(arguments: [(0, false), (1_000_000, true)]) func `a poll after the expiry of its code is one too many`(
        _ late: Int64, _ isLate: Bool
    ) throws {
        let rules = try broken { capture in
            capture.add(
                "POST", Self.api + "/sessions", at: 0, headers: Self.headers(), body: Self.form,
                answer: #"{"actionName":"resume","code":"ABCDEFG","notAfter":"1767226500000"}"#)
            capture.add(
                "GET", Self.api + "/profiles/code/ABCDEFG", at: 4000 + late, headers: Self.headers(), answer: #"{"profiles":{}}"#)
        }
        #expect(rules == (isLate ? ["V2-F-15"] : []))
    }

    @Test func `a token is used until it expires, and no longer`() throws {
        func rules(_ second: Int64, use: Int64) throws -> Set<String> {
            try broken { capture in
                for (time, number) in [(Int64(0), 1), (second, 2)] {
                    capture.add(
                        "POST", Self.host + "/o/client/token", at: time, headers: [Self.info],
                        body: "client_id=a&client_secret=b&grant_type=client_credentials", status: 201,
                        answer:
                            #"{"access_token":"token-\#(number)","created_at":\#(1_767_225_600_000 + time),"expires_in":3600,"token_type":"bearer"}"#
                    )
                }
                for time in [use, use + 20_000] {
                    capture.add("GET", Self.api + "/profiles", at: time, headers: Self.headers("token-1"), answer: #"{"profiles":{}}"#)
                }
            }
        }
        #expect(try rules(60_000, use: 61_000) == ["V2-A-07"])
        #expect(try rules(3_500_000, use: 3_400_000) == [])
        #expect(try rules(3_700_000, use: 3_650_000) == ["V2-A-08"])
    }

    @Test(arguments: [("U0FN%2BL%3D", false), ("U0FN%252BL%253D", true), ("U0FN+L=", true)]) func `a SAML response is encoded once`(
        _ value: String, _ isWrong: Bool
    ) throws {
        let rules = try broken { capture in
            let headers = Self.headers("token-1", [Self.status(3600)])
            capture.add(
                "POST", Self.api + "/sessions/sso/Apple", at: 0, headers: headers, body: Self.form,
                answer: #"{"actionName":"partner_profile","authenticationRequest":{"type":"SAML","request":"UkVR"}}"#)
            capture.add(
                "POST", Self.api + "/profiles/sso/Apple", at: 60_000, headers: headers, body: "SAMLResponse=\(value)", status: 201,
                answer: Self.profile("appleSSO"))
        }
        #expect(rules == (isWrong ? ["V2-C-29"] : []))
    }

    @Test func `a failed check is no reason for a sign-in, and a failed sign-out is sent again`() throws {
        let check = try broken { capture in
            capture.add("GET", Self.api + "/profiles", at: 0, headers: Self.headers(), status: 503, answer: "busy")
            capture.add(
                "POST", Self.api + "/sessions", at: 3000, headers: Self.headers(), body: Self.form,
                answer: #"{"actionName":"resume","code":"ABCDEFG"}"#)
        }
        #expect(check == ["V2-B-14"])
        let logout = try broken { capture in
            capture.add(
                "GET", Self.api + "/logout/Cablevision?redirectUrl=demo%3A%2F%2Fout", at: 0, headers: Self.headers(), status: 503,
                answer: "")
            capture.add(
                "POST", Self.api + "/sessions", at: 60_000, headers: Self.headers(), body: Self.form,
                answer: #"{"actionName":"resume","code":"ABCDEFG"}"#)
        }
        #expect(logout == ["V2-E-07"])
    }

    @Test func `HTTP 451 and 410 are causes of their own, not the app's faults`() throws {
        var capture = HARText()
        capture.add("GET", Self.api + "/configuration", at: 0, headers: Self.headers(), status: 451, answer: "Unavailable")
        capture.add("GET", "https://api.auth.adobe.com/api/v1/config/REF30", at: 5000, status: 410, answer: "Gone")
        let verdict = Verdict(try Capture(capture.bytes))
        #expect(verdict.causes.map { String($0.text.prefix(8)) } == ["HTTP 451", "HTTP 410"])
        #expect(verdict.findings.compactMap(\.rule) == ["V2-X-21"])
    }

    @Test func `each check names a rule of Specs with its level, and says what it needs`() throws {
        var levels: [String: String] = [:]
        for file in try Repository.texts(under: "Specs/rules", suffix: ".md") {
            for line in file.lines where line.hasPrefix("| V") {
                let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
                if cells.count > 5 { levels[cells[1]] = cells[4] }
            }
        }
        for check in Check.all {
            #expect(levels[check.rule] == check.level.rawValue, "\(check.rule)")
            #expect(check.demand.hasSuffix("."))
            #expect(!check.needs.isEmpty)
        }
        #expect(Set(Check.all.map(\.rule)).count == Check.all.count)
    }
}
