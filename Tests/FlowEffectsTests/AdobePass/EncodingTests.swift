import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

struct EncodingTests {
    @Test func `SHA-256 gives the standard's digests for every padding length`() {
        let vectors = [
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            String(repeating: "a", count: 55): "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
            String(repeating: "a", count: 63): "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
            String(repeating: "a", count: 64): "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
            String(repeating: "a", count: 1_000): "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
        ]
        for (text, digest) in vectors { #expect(DeviceIdentifier.hashed(text) == digest, "\(text.count) bytes") }
    }

    @Test func `headers equal the vectors byte for byte`() throws {
        var seen = 0
        for vector in try Fixture.vectors("headers") {
            let value = vector["value"] as? String
            switch (vector["header"] as? String ?? "", vector["name"] as? String ?? "") {
            case ("AP-Device-Identifier", "doc-sample-raw-uuid"):
                #expect(try EncodingTests.deviceHeader(vector["raw"] as? String ?? "") == value)
            case ("AP-Device-Identifier", _):
                let hashed = DeviceIdentifier.hashed(vector["raw"] as? String ?? "")
                #expect(hashed == vector["sha256Hex"] as? String)
                #expect(try EncodingTests.deviceHeader(hashed) == value)
            case ("X-Device-Info", "tvos"): #expect(DeviceHeaders.information(.fixture) == value)
            case ("X-Device-Info", "ios"):
                let phone = DeviceInformation(
                    primaryHardwareType: "MobilePhone", model: "iPhone", version: "16,2", manufacturer: "Apple", osName: "iOS",
                    osVersion: "18.2",
                    displayWidth: 393,
                    displayHeight: 852, connection: .wiFi, applicationID: "REF30", userAgent: "")
                #expect(DeviceHeaders.information(phone) == value)
            case ("AP-TempPass-Identity", "doc-sample"): #expect(Base64.encode(vector["json"] as? String ?? "") == value)
            case ("AP-TempPass-Identity", _):
                #expect(DeviceIdentifier.hashed(vector["raw"] as? String ?? "") == vector["sha256Hex"] as? String)
            case ("AP-Partner-Framework-Status", let name):
                // Adobe's pretty-printed samples, and the error that the framework never reports in this form.
                guard let status = EncodingTests.statuses[name] else { continue }
                #expect(Base64.encode(PartnerStatusHeader.json(status)) == value, "\(name)")
            case _: continue
            }
            seen += 1
        }
        #expect(seen == 11)
    }

    /// The header of a request from the device with this identifier.
    private static func deviceHeader(_ identifier: String) throws -> String? {
        let store = InMemorySecretStore()
        let adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: "", settings: .box), secrets: store, deviceIdentifier: { identifier }, device: { .fixture }
        )
        return try adobe.request(for: Call(token: store.put(.token("access")), endpoint: .configuration)).header("AP-Device-Identifier")
    }

    @Test func `known values of connection and display density are sent, the others are omitted`() throws {
        func text(_ device: DeviceInformation) throws -> String {
            let data = try #require(Data(base64Encoded: DeviceHeaders.information(device)))
            return String(decoding: data, as: UTF8.self)
        }
        var device = DeviceInformation.fixture
        for key in ["displayPpi", "connectionIp", "connectionPort", "connectionSecure"] { #expect(try !text(device).contains(key)) }
        device.displayDensity = 326
        device.connectionAddress = "203.0.113.7"
        device.connectionPort = 53_124
        device.isConnectionSecure = false
        let end =
            #""displayWidth":1920,"displayHeight":1080,"displayPpi":326,"connectionIp":"203.0.113.7","connectionPort":53124,"#
            + #""connectionType":"WiFi","connectionSecure":false,"applicationId":"REF30"}"#
        #expect(try text(device).hasSuffix(end))
        device.isConnectionSecure = true
        #expect(try text(device).contains(#""connectionSecure":true,"#))
        // The legacy API and its sign-out page get the same value.
        let shown = ShownPresentation(
            PresentationID(1), .legacySignOut, in: FlowVault.inMemory(), settings: FlowSettings.phone.legacy, hosts: .production,
            device: device)
        guard case .signOutUserAgent(let page)? = shown else {
            Issue.record("no page is shown")
            return
        }
        #expect(page.url.absoluteString.contains(PercentEncoding.encode(DeviceHeaders.information(device))))
    }

    private static let statuses: [String: PartnerStatus] = [
        "compact-granted": PartnerStatus(
            permission: .granted, mapping: PlatformMappingID("AppleMSO_Cablevision"), expiry: Instant(milliseconds: 1_769_817_600_000)),
        "granted-expired": PartnerStatus(
            permission: .granted, mapping: PlatformMappingID("AppleMSO_Cablevision"), expiry: Instant(milliseconds: 1_767_139_200_000)),
        "denied": PartnerStatus(permission: .denied), "notDetermined": PartnerStatus(permission: .notDetermined),
        "restricted": PartnerStatus(permission: .restricted),
    ]

    @Test func `a SAML response is normalized, Base64-encoded and percent-encoded once, as the vectors say`() throws {
        let interpreter = Interpreter()
        let vectors = try Fixture.vectors("saml-encoding")
        #expect(vectors.count == 7)
        for vector in vectors {
            let name = vector["name"] as? String ?? ""
            let normalized = SAMLNormalization.normalize(vector["input"] as? String ?? "")
            #expect(normalized == vector["normalized"] as? String, "\(name)")
            let saml = interpreter.store.put(.saml(normalized))
            let request = try interpreter.request(.createPartnerProfile(saml: saml, status: PartnerStatus(permission: .granted)))
            #expect(request.text == vector["formBody"] as? String, "\(name)")
        }
    }

    @Test func `URLs equal the vectors`() throws {
        let vectors = try Fixture.vectors("urls")
        #expect(vectors.count == 5)
        for vector in vectors {
            let name = vector["name"] as? String ?? ""
            if let url = vector["url"] as? String {
                #expect(LinkResolver(vector["host"] as? String ?? "").resolve(url) == vector["resolved"] as? String, "\(name)")
            } else {
                var form = Form()
                form.add("redirectUrl", vector["redirectUrl"] as? String)
                #expect(form.text == (vector["query"] ?? vector["form"]) as? String, "\(name)")
            }
        }
    }

    @Test func `only a URL that a user agent can open becomes a link`() {
        let links = LinkResolver("https://host")
        let cases: [(String, String?)] = [
            ("a/b", "https://host/a/b"), ("/a:b", "https://host/a:b"), ("//other/a", "https://other/a"), ("HTTPS://x", "HTTPS://x"),
            ("http://127.0.0.1/", "http://127.0.0.1/"), ("javascript:alert(1)", nil), ("file:///etc", nil), ("", nil), ("/a b", nil),
            ("/a\u{0}", nil), ("/ü", nil),
        ]
        for (url, resolved) in cases { #expect(links.resolve(url) == resolved, "\(url)") }
    }

    @Test func `a server's date is read only in the form that servers send`() {
        let cases: [(String, Int64?)] = [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199_000), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200_000),
            ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400_000), ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("784111777", nil),
            ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
            ("Sun, +6 Nov 1994 08:49:37 GMT", nil), ("Mon, 01 Jan 1969 00:00:00 GMT", nil), ("", nil),
        ]
        for (text, milliseconds) in cases { #expect(ServerDate.parse(text)?.milliseconds == milliseconds, "\(text)") }
    }
}
