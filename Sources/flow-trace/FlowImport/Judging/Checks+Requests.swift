import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Check {
    /// The checks that concern every request.
    static let requests: [Check] = [
        Check("V2-X-01", "Every V2 request carries the access token as bearer.", needs: "a request of REST API V2") { track in
            let v2 = track.all(of: .restV2)
            return Outcome(v2.count, v2.filter { $0.token == nil }) { "\(counted($0, "request")) without a bearer token." }
        },
        Check(
            "V2-X-02", "Every V2 request carries AP-Device-Identifier: fingerprint and the Base64 of the identifier.",
            needs: "a request of REST API V2 that needs the header", { $0.deviceIdentifiers }),
        Check(
            "V2-X-03", "Every V2 request carries X-Device-Info, the Base64 of JSON about the real device.",
            needs: "a request of REST API V2 that needs the header", { $0.deviceInformation }),
        Check(
            "V2-X-04", "The device identifier survives updates and restarts.", needs: "requests with a device identifier",
            { $0.changedIdentifiers }),
        Check(
            "V2-X-05", "A request has the documented parameters, and no others.", needs: "a request with parameters of REST API V2",
            { $0.undocumentedParameters }),
        Check("V2-X-06", "Form and query values are percent-encoded once.", needs: "a request with a redirect URL", { $0.encodedTwice }),
        Check(
            "V2-X-17", "Paths name a provider by its MVPD id, the partner status by its mapping id; never vice versa.",
            needs: "a configuration, and requests that name a provider", { $0.confusedProviders }),
        Check(
            "V2-X-21", "All parts of an app move to REST API V2 together.", needs: "a request of REST API V1 or V2", { $0.mixedAPIs }),
    ]
}

extension Target {
    /// Whether Adobe's pages require the device headers for the request. They do not require them for
    /// requests about a code, and they do not say whether the configuration needs them.
    fileprivate var needsDeviceHeaders: Bool {
        switch self {
        case .v2(.configuration), .v2(.profileForCode), .v2(.resumeSession), .v2(.register), .v2(.token): false
        case .v2: true
        case .v1, .page: false
        }
    }
}

extension Track {
    fileprivate var deviceIdentifiers: Outcome {
        let needing = requests.filter { $0.target.needsDeviceHeaders }
        var outcome = Outcome(occasions: needing.count)
        let missing = needing.filter { $0.device == nil }
        if !missing.isEmpty { outcome.add("\(counted(missing.count, "request")) without AP-Device-Identifier.", missing) }
        let wrong = needing.filter { observed in
            guard let text = observed.exchange.header("AP-Device-Identifier") else { return false }
            let parts = text.split(separator: " ")
            return parts.count != 2 || parts[0] != "fingerprint" || Data(base64Encoded: String(parts[1])) == nil
        }
        if !wrong.isEmpty {
            outcome.add("\(counted(wrong.count, "request")) with an AP-Device-Identifier that is not \"fingerprint\" and Base64.", wrong)
        }
        return outcome
    }

    fileprivate var deviceInformation: Outcome {
        let needing = requests.filter { $0.target.needsDeviceHeaders }
        var outcome = Outcome(occasions: needing.count)
        let missing = needing.filter { $0.exchange.header("X-Device-Info") == nil }
        if !missing.isEmpty { outcome.add("\(counted(missing.count, "request")) without X-Device-Info.", missing) }
        let wrong = needing.filter { observed in
            guard let text = observed.exchange.header("X-Device-Info") else { return false }
            guard let data = Data(base64Encoded: text) else { return true }
            return (try? JSONDecoder().decode([String: Ignored].self, from: data)) == nil
        }
        if !wrong.isEmpty {
            outcome.add("\(counted(wrong.count, "request")) with an X-Device-Info that is not the Base64 of a JSON object.", wrong)
        }
        return outcome
    }

    private struct Ignored: Decodable { init(from decoder: any Decoder) throws {} }

    fileprivate var changedIdentifiers: Outcome {
        var outcome = Outcome(occasions: requests.count { $0.device != nil })
        // Only requests to V2 are compared, because the app may send a different identifier to the legacy API.
        var seen: Set<Int> = []
        let first = all(of: .restV2).filter { observed in observed.device.map { seen.insert($0).inserted } ?? false }
        guard first.count > 1 else { return outcome }
        outcome.add("The device identifier changes: \(first.count) identifiers under the same token or credentials.", first)
        return outcome
    }

    fileprivate var undocumentedParameters: Outcome {
        var outcome = Outcome()
        var unknown: [Observed] = []
        for observed in requests {
            guard case .v2(let kind) = observed.target, kind != .register else { continue }
            var known = ["ap_vi"]
            known += kind.template.query.map(\.name)
            // The text does not document this parameter, but Adobe's table does.
            if kind == .configuration { known.append("profile") }
            if kind == .token { known.append("refresh_token") }
            if case .form(let parts) = kind.template.body { known += parts.map(\.name) }
            if kind == .partnerSession { known.append("mvpd") }
            let names = (observed.exchange.url.query + observed.form).map(\.name)
            if !names.isEmpty { outcome.occasions += 1 }
            if names.contains(where: { !known.contains($0) }) { unknown.append(observed) }
        }
        if !unknown.isEmpty { outcome.add("\(counted(unknown.count, "request")) with a parameter that Adobe does not document.", unknown) }
        return outcome
    }

    fileprivate var encodedTwice: Outcome {
        var outcome = Outcome()
        var wrong: [Observed] = []
        for observed in requests where observed.target.api == .restV2 {
            guard let url = observed.form.value("redirectUrl") ?? observed.exchange.url.query.value("redirectUrl") else { continue }
            outcome.occasions += 1
            let text = url.lowercased()
            if !text.contains("://"), text.contains("%3a") || text.contains("%2f") { wrong.append(observed) }
        }
        if !wrong.isEmpty { outcome.add("\(counted(wrong.count, "redirect URL")) percent-encoded twice.", wrong) }
        return outcome
    }

    fileprivate var confusedProviders: Outcome {
        var ids: Set<String> = []
        var mappings: Set<String> = []
        for case .configuration(let configuration)? in requests.map({ $0.reply?.result }) {
            for provider in configuration.providers {
                ids.insert(provider.mvpd.text)
                if let mapping = provider.mapping { mappings.insert(mapping.text) }
            }
        }
        guard !ids.isEmpty else { return Outcome() }
        let named = requests.filter { $0.mvpd != nil || $0.partner?.status?.mapping != nil }
        var outcome = Outcome(occasions: named.count)
        let paths = named.filter { observed in observed.mvpd.map { !ids.contains($0.text) && mappings.contains($0.text) } ?? false }
        if !paths.isEmpty { outcome.add("\(counted(paths.count, "request")) with a platform mapping id in place of the MVPD id.", paths) }
        let headers = named.filter { observed in
            observed.partner?.status?.mapping.map { ids.contains($0.text) && !mappings.contains($0.text) } ?? false
        }
        if !headers.isEmpty {
            outcome.add(
                "\(counted(headers.count, "partner status", "partner statuses")) with an MVPD id in place of the platform mapping id.",
                headers)
        }
        return outcome
    }

    fileprivate var mixedAPIs: Outcome {
        let old = all(of: .restV1)
        let new = all(of: .restV2)
        var outcome = Outcome(occasions: old.count + new.count)
        if let first = old.first, let other = new.first {
            outcome.add(
                "The app mixes REST API V1 (\(counted(old.count, "request"))) and V2 (\(new.count)): a sign-in of one is none of the other.",
                [first, other])
        }
        return outcome
    }
}
