import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

/// The secrets that are sent or received and must not be found anywhere else.
struct WireSecrets {
    private static let names: Set = [
        "client_id", "client_secret", "access_token", "software_statement", "code", "url", "request", "serializedToken",
        "value", "message", "details", "resource", "resources", "SAMLResponse", "token",
    ]
    private(set) var found: Set<String> = []

    init(_ wire: RecordingTransport) {
        for response in wire.responses.entries where response.header("Content-Type") == "application/octet-stream" {
            add(String(decoding: response.body, as: UTF8.self))
        }
        for response in wire.responses.entries { collect(try? JSONSerialization.jsonObject(with: Data(response.body)), name: "") }
        for request in wire.requests.entries {
            for field in request.headers where field.name == "Authorization" || field.name.hasPrefix("AP-") {
                let value = field.value.split(separator: " ").last.map(String.init) ?? ""
                // The partner status is not a secret: the log contains its provider and its expiry.
                if field.name != "AP-Partner-Framework-Status" { add(value) }
            }
            // The legacy API sends the device description in the query.
            for pair in (request.url.split(separator: "?").dropFirst().first ?? "").split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                if parts.count == 2, ["deviceId", "resource"].contains(parts[0]), let value = parts[1].removingPercentEncoding {
                    add(value)
                }
            }
            guard let body = request.body else { continue }
            if let json = try? JSONSerialization.jsonObject(with: Data(body)) { collect(json, name: "") }
            for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                if parts.count == 2, Self.names.contains(parts[0]), let value = parts[1].removingPercentEncoding { add(value) }
            }
        }
    }

    private mutating func collect(_ json: Any?, name: String) {
        if let members = json as? [String: Any] {
            for (name, value) in members where !(name == "code" && members["message"] != nil) { collect(value, name: name) }
        } else if let list = json as? [Any] {
            for value in list { collect(value, name: name) }
        } else if let text = json as? String, Self.names.contains(name) {
            add(text)
        }
    }

    /// The value, and its Base64 form.
    private mutating func add(_ value: String) {
        found.insert(value)
        if let data = Data(base64Encoded: value), let text = String(data: data, encoding: .utf8), text.utf8.count >= 6 {
            found.insert(text)
        }
    }
}

@Suite struct SecretsOnTheWireTests {
    /// The values that the app received, besides the log.
    private func search(_ household: Household, for secrets: Set<String>, in values: [Any]) throws -> [String] {
        let search = SecretSearch(secrets)
        let log = FileEventLog(folder: household.logFolder)
        var found: [String] = []
        for name in try log.segments() { found += search.found(in: try log.read(name)) + search.found(in: Array(name.utf8)) }
        for value in values { found += search.found(printing: value) }
        return found
    }

    private func collect(_ flow: Flow) -> Task<[DecidedRecord], Never> {
        let records = flow.records()
        return Task { await records.reduce(into: []) { $0.append($1) } }
    }

    @Test(arguments: [FlowSettings.box, .box.legacy])
    func `after an evening no secret is in the log, the records or any printed value`(
        settings: FlowSettings
    ) async throws {
        let evening = try Evening(settings)
        let household = evening.household
        let flow = try household.launch()
        let records = collect(flow)
        async let watching: Void = evening.viewer.watch(flow)
        try await evening.firstLaunch(flow)
        let permit = try await flow.play(Evening.show)
        let previews = try await flow.preview([Evening.unpaid])
        let metadata = try await flow.userMetadata()
        let denial = await refusal { try await flow.play(Evening.unpaid) }
        household.adobe.withAdobe { adobe in
            adobe.answerNext(.authorize, with: .error(code: "invalid_integration"))
            adobe.answerNext(legacy: .authorize, with: .error(code: "invalid_integration"))
        }
        let failure = await refusal { try await flow.play(Evening.show) }
        _ = try await flow.play("another-Zq0kXshow", under: .temporary).redeem()
        await flow.shutDown()
        await watching

        let secrets = WireSecrets(household.wire).found.union([Household.statement, Household.identity, Evening.show, Evening.unpaid])
        #expect(secrets.count > 30)
        let seen = await records.value
        #expect(seen.count > 30)
        let given: [Any] = [
            flow, permit, previews, metadata, denial as Any, failure as Any, household.wire.requests.entries,
            household.wire.responses.entries,
            household.partner.answers.entries, evening.viewer.seen.entries, flow.status.value, flow.presentation, flow.status,
        ]
        let found = try search(household, for: secrets, in: given + seen + seen.map(\.state) + seen.map(\.event) + seen.map(\.effects))
        #expect(found.isEmpty, "\(Set(found).sorted().prefix(20).joined(separator: "\n"))")
        // Checks that the search would find them: they are in the vault's files.
        let kept = try FileManager.default.subpathsOfDirectory(atPath: household.vaultFolder.path).compactMap { name in
            try? Data(contentsOf: household.vaultFolder.appending(path: name))
        }
        #expect(!SecretSearch(secrets).found(in: kept.flatMap { Array($0) }).isEmpty)
    }

    @Test(arguments: [false, true]) func `after sign-in and sign-out in a phone's user agent no secret is in the log or printed`(
        isLegacy: Bool
    ) async throws {
        var settings = isLegacy ? FlowSettings.phone.legacy : .phone
        settings.policy.signsOutInUserAgent = true
        let household = try Household(SimulatedPartnerFramework(permission: .denied), settings: settings)
        let viewer = Viewer(household: household, provider: MVPDID("Cablevision"))
        let flow = try household.launch()
        let records = collect(flow)
        async let watching: Void = viewer.watch(flow)
        let permit = try await flow.play("phone-Zq0kXshow")
        household.adobe.withAdobe { $0.answerNext(.logout, with: .throttled) }
        try await flow.signOut()
        await flow.shutDown()
        await watching
        #expect(viewer.names == ["providerPicker", "userAgent", "signOutUserAgent"])

        let secrets = WireSecrets(household.wire).found.union(["phone-Zq0kXshow"])
        if !isLegacy {
            #expect(secrets.contains { $0.contains("/logout?") })
            #expect(secrets.contains { $0.contains("/authenticate/") })
        }
        let found = try search(household, for: secrets, in: [flow, permit, viewer.seen.entries] + (await records.value))
        #expect(found.isEmpty, "\(Set(found).sorted().prefix(20).joined(separator: "\n"))")
    }
}
