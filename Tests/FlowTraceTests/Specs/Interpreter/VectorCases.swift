import FlowMachine
import FlowTestSupport
import Foundation

@testable import FlowEffects
@testable import FlowReading
@testable import flow_trace

/// The inputs of the vectors beside the fixtures.
enum VectorCases {
    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    static let texts = [
        "", "plain-._~", "a b+c/d=e&f?g#h%", "Müller & Söhne/1", "e\u{301} 😀", "line\r\nbreak\ttab", "\u{0}\u{1F}\u{7F}", "\"\\/", "a",
        "ab",
        "abc", "abcd", "adobepass://com.example.demotv",
    ]

    /// Encodings, each as the input and the output.
    static func encodings() throws -> [(String, [Tree])] {
        typealias Vectors = VectorTree
        let samples =
            try Fixture.vectors("saml-encoding").compactMap { $0["input"] as? String } + [" a\t\tb \n c ", "\t\r\n ", "a\n\tb", "x\r\ny"]
        let hosts = [
            "https://sp.auth.adobe.com", "https://sp.auth.adobe.com/", "HTTPS://SP.AUTH-STAGING.ADOBE.COM", "http://127.0.0.1:80//",
            "http://sp.auth.adobe.com", "HTTP://own.example:8080/", "http://user:secret@own.example", "https://user@own.example/",
            "http://localhost.example", "http://a.localhost:1", "http://[::1]:80", "http://127.0.0.1.example", "http://1.2.3.127",
        ]
        return [
            ("percent", texts.map { Vectors.members([("in", .text($0)), ("out", .text(PercentEncoding.encode($0)))]) }),
            ("base64", texts.map { Vectors.members([("in", .text($0)), ("out", .text(Base64.encode($0)))]) }),
            ("json", texts.map { Vectors.members([("in", .text($0)), ("out", .text(JSONText.quoted($0)))]) }),
            ("saml", samples.map { Vectors.members([("in", .text($0)), ("out", .text(SAMLNormalization.normalize($0)))]) }),
            ("hosts", (hosts + ["https://own.example"]).map { Vectors.members([("in", .text($0)), ("out", self.hosts(AdobeHosts($0)))]) }),
            (
                "links",
                links.map { url in
                    Vectors.members([
                        ("host", .text("https://host:8080/")), ("in", .text(url)),
                        ("out", LinkResolver("https://host:8080/").resolve(url).map { .text($0) } ?? .null),
                    ])
                }
            ),
            (
                "dates",
                dates.map { text in
                    Vectors.members([("in", .text(text)), ("out", ServerDate.parse(text).map { .number($0.milliseconds) } ?? .null)])
                }
            ),
            (
                "waits",
                (waits + dates).map { text in
                    let wait = ServerDate.wait(text, from: Instant(milliseconds: 784_111_770_000))
                    return Vectors.members([
                        ("now", .number(784_111_770_000)), ("in", .text(text)), ("out", wait.map { .number($0.milliseconds) } ?? .null),
                    ])
                }
            ),
            (
                "numbers",
                numbers.map { text in
                    let value = JSONParser.parse(Array(text.utf8)).flatMap { try? WholeNumber($0).value }
                    return Vectors.members([("in", .text(text)), ("out", value.map { .text(String($0)) } ?? .null)])
                }
            ),
            ("deviceIdentifiers", texts.map { Vectors.members([("in", .text($0)), ("out", .text(DeviceIdentifier.hashed($0)))]) }),
            ("signOutLinks", signOutLinks),
        ]
    }

    private static func hosts(_ hosts: AdobeHosts) -> Tree {
        let resolved = [hosts.restV2, hosts.registration, hosts.restV1].map { LinkResolver($0).host }
        return VectorTree.members([
            ("restV2", .text(resolved[0])), ("registration", .text(resolved[1])), ("restV1", .text(resolved[2])),
        ])
    }

    private static let links = [
        "a/b", "/a:b", "//other/a", "HTTPS://x", "http://127.0.0.1/", "javascript:alert(1)", "file:///etc", "", "/a b", "/a\u{0}", "/ü",
        "https://", "https:///x", "https://user@/x", "https://user@host/x", "https://[::1]/x", "https://[]/", "//", "//?a",
        "https://a_b.c~d/", "https://host:8080/x", "https://:80/x", "https://a@b@c/x",
        "https://a\\b/", "mailto:a@b", "?a:b", "#a:b", "a?b:c", "http://other/x", "HTTP://other:80/x", "http://localhost:80/x",
        "http://127.255.0.1", "http://127.0.0.256/",
        "http://[::1]/x", "http://[::2]/x", "//user@other/x", "https://other/@",
        "/adobe-services/logout?requestor_id=REF30&mso_id=Spectrum",
    ]

    private static let dates = [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 29 Feb 2024 23:59:59 GMT", "Mon, 01 Mar 2100 00:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:37 CET", "784111777", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2023 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 06 Nov 1994 23:59:60 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 23:59:59 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Mon, 01 Jan 1969 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT", "Wed, 31 Jan 2026 12:00:00 GMT", "Sat, 31 Mar 2026 12:00:00 GMT", "Sun, 30 Apr 2026 12:00:00 GMT",
        "Tue, 31 May 2026 12:00:00 GMT", "Mon, 30 Jun 2026 12:00:00 GMT", "Wed, 31 Jul 2026 12:00:00 GMT", "Thu, 31 Aug 2026 12:00:00 GMT",
        "Fri, 30 Sep 2026 12:00:00 GMT", "Sat, 31 Oct 2026 12:00:00 GMT", "Sun, 31 Apr 2026 12:00:00 GMT", "Xyz, 30 Apr 2026 12:00:00 GMT",
        "  Sun,  06 Nov 1994 08:49:37 GMT ", "sun, 06 nov 1994 08:49:37 gmt", "",
    ]

    private static let waits = ["0", "1", "120", "999999999", "1000000000", "-1", "+1", "1.5", " 1", "1s", "٣"]

    private static let numbers = [
        "0", "-0", "7", "-7", "1767225600000", "\"1767225600000\"", "\"+5\"", "\"-5\"", "\" 5\"", "\"\"", "\"5.0\"", "2.0", "2.5", "1.5e3",
        "15e-1", "150e-1", "1e18", "1e19", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0e99", "0.0e-5", "1E2",
        "1e+2",
        "true", "null", "[]", "{}", "1e1001", "100e-1001", "0.001e3", "0e1000", "0e1001", "-9223372036854775809",
        "\"-9223372036854775809\"", "\"9223372036854775808\"", "\"12a\"", "123456789012345678901234567890e-12",
    ]

    private static var signOutLinks: [Tree] {
        [FlowSettings.phone.legacy, FlowSettings.box.legacy].map { settings in
            let link = AdobePass.legacySignOutLink(
                settings, hosts: AdobeHosts(settings.host), device: "identifier", settings.platform == .iOS ? .fixture : nil)
            return VectorTree.members([
                ("settings", Tree(settings)), ("deviceIdentifier", .text("identifier")),
                ("device", settings.platform == .iOS ? VectorTree.device(.fixture) : nil), ("out", .text(link)),
            ])
        }
    }
}
