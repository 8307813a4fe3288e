import FlowTestSupport
import Foundation
import Testing

@testable import FlowImport
@testable import flow_trace

/// Captures that a proxy wrote of small clients in Java, Perl and Python at `flow-trace serve`: good ones, and ones with planted mistakes.
@Suite struct ImportedClientTests {
    struct Client: Sendable, CustomTestStringConvertible {
        let name: String
        /// The rules that it breaks.
        let breaks: Set<String>
        /// Whether only remarks are expected in addition.
        var remarks: Set<String> = []

        var testDescription: String { name }
        static let folder = "Tests/Fixtures/captures"
        var path: String { "\(Repository.path)/\(Self.folder)/\(name).har" }
    }

    static let clients: [Client] = [
        Client(name: "java-good", breaks: []), Client(name: "perl-good", breaks: []), Client(name: "perl-v1-good", breaks: []),
        Client(name: "python-good", breaks: []),
        Client(
            name: "java-bad", breaks: ["V2-A-02", "V2-A-07", "V2-C-04a", "V2-F-12", "V2-F-13", "V2-D-09", "V2-D-13"], remarks: ["V2-E-09"]),
        Client(name: "java-bad-headers", breaks: ["V2-X-02", "V2-X-03", "V2-E-02"]),
        Client(name: "perl-bad", breaks: ["V2-X-04", "V2-X-10", "V2-B-13", "V2-D-07"]),
        Client(name: "perl-bad-requests", breaks: ["V2-X-01", "V2-X-06", "V2-X-08", "V2-X-14"]),
        Client(name: "perl-bad-codes", breaks: ["V2-F-15", "V2-F-16"]), Client(name: "perl-bad-retries", breaks: ["V2-D-15"]),
        Client(name: "perl-v1-bad", breaks: ["V1-25", "V1-26", "V1-27", "V2-X-21"]),
    ]

    @Test(arguments: clients) func `exactly the planted mistakes are found`(_ client: Client) throws {
        let run = Run(["import", "--json", client.path])
        #expect(run.code == (client.breaks.isEmpty ? .fine : .logFails))
        #expect(run.errors.isEmpty)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: Any]])
        let broken = Set(findings.filter { $0["level"] as? String != "inferred" }.compactMap { $0["rule"] as? String })
        #expect(broken == client.breaks)
        #expect(Set(findings.compactMap { $0["rule"] as? String }) == client.breaks.union(client.remarks))
        #expect(report["result"] as? String == (client.breaks.isEmpty ? "kept" : "broken"))
        for finding in findings { #expect((finding["evidence"] as? [Any])?.isEmpty == false) }
    }

    @Test func `at least twelve mistakes are planted, each in another rule`() {
        let all = Self.clients.flatMap { Array($0.breaks) }
        #expect(all.count == Set(all).count && all.count >= 12)
    }

    @Test(arguments: clients) func `no form of the verdict contains a secret`(_ client: Client) throws {
        let secrets = try ImportedSecretTexts(Array(Data(contentsOf: URL(fileURLWithPath: client.path)))).texts
        #expect(secrets.count > 4)
        for form in [[], ["--json"], ["--sarif"], ["--junit"]] {
            let run = Run(["import"] + form + [client.path])
            for secret in secrets { #expect(!run.output.contains(secret), "\(form): \(secret)") }
        }
    }
}

/// The secrets of a capture, found by other means than the import's: by the names of JSON members, headers and parameters.
struct ImportedSecretTexts {
    private(set) var texts: Set<String> = []

    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\\\"", with: "\"")
        let patterns = [
            #""(?:client_id|client_secret|access_token|serializedToken|software_statement|upstreamUserID|userID)":\s*"([^"]+)""#,
            // Not Adobe's error codes, which have small letters.
            #""code":\s*"([A-Z0-9]+)""#,
            #"Bearer ([^"]+)""#, #"fingerprint ([^"]+)""#, #"client_(?:id|secret)=([^&"]+)"#, #"SAMLResponse=([^&"]+)"#,
            #"deviceId=([^&"]+)"#,
            #"/code/([^/"?]+)"#, #"\["(news|sport|movies)""#, #"resource=(\w+)"#,
        ]
        for pattern in patterns {
            let expression = try NSRegularExpression(pattern: pattern)
            for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                if let range = Range(match.range(at: 1), in: text), text[range].count > 3 { texts.insert(String(text[range])) }
            }
        }
    }
}
