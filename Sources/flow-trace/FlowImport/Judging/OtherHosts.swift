import FlowMachine

/// The requests of a capture to other hosts: where its media tokens go, and which streams are played.
final class OtherHosts {
    /// All of them, by time.
    let byTime: ByTime<Exchange>
    /// The requests that carry a media token, by time.
    private let uses: [SecretRef: [Exchange]]
    /// The manifests of streams, with the bytes of their addresses.
    private let manifests: ByTime<(exchange: Exchange, place: [UInt8])>
    /// The names of the resources. They are compared with the URLs of streams, and never written.
    private let names: [SecretRef: String]
    private var streams: [SecretRef: ByTime<Exchange>] = [:]

    init(_ exchanges: [Exchange], _ secrets: ImportedSecrets) {
        byTime = ByTime(exchanges) { $0.sent }
        names = secrets.resourceNames
        uses = MediaTokens(secrets.mediaTokens).uses(in: exchanges)
        manifests = ByTime(exchanges.compactMap { exchange in OtherHosts.place(exchange).map { (exchange, $0) } }) { $0.exchange.sent }
    }

    /// The requests at `start` or later that carry a media token.
    func uses(of token: SecretRef, from start: Instant) -> [Exchange] { (uses[token] ?? []).filter { $0.sent >= start } }

    /// The first manifest, at `start` or later, of a stream whose URL names the resource.
    func stream(of resource: SecretRef, from start: Instant) -> Exchange? {
        if let known = streams[resource] { return known.from(start).first }
        var found: [Exchange] = []
        if let name = names[resource], name.utf8.count >= 3 {
            let bytes = Array(name.lowercased().utf8)
            found = manifests.all.filter { contains($0.place, bytes) }.map(\.exchange)
        }
        let stream = ByTime(found) { $0.sent }
        streams[resource] = stream
        return stream.from(start).first
    }

    /// Path and query of a manifest's URL; `nil` for anything else.
    private static func place(_ exchange: Exchange) -> [UInt8]? {
        guard let last = exchange.url.segments.last?.lowercased() else { return nil }
        guard last == "manifest" || [".m3u8", ".mpd", "/manifest"].contains(where: { last.hasSuffix($0) }) else { return nil }
        let place = exchange.url.segments.joined(separator: "/") + "?" + exchange.url.query.map(\.value).joined(separator: "&")
        return Array(place.lowercased().utf8)
    }
}

/// The media tokens of a capture, found in a text by their ends: most begin alike.
private struct MediaTokens {
    private var ends: [UInt64: [(ref: SecretRef, text: [UInt8])]] = [:]

    init(_ tokens: [(ref: SecretRef, text: String)]) {
        for (ref, text) in tokens where text.utf8.count >= 8 {
            let bytes = Array(text.utf8)
            ends[bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }, default: []].append((ref, bytes))
        }
    }

    func uses(in exchanges: [Exchange]) -> [SecretRef: [Exchange]] {
        if ends.isEmpty { return [:] }
        var uses: [SecretRef: [Exchange]] = [:]
        for exchange in exchanges {
            // Plain or percent-encoded, in the URL, the headers or the body.
            let texts =
                exchange.url.query.map(\.value) + exchange.url.segments + exchange.headers.map(\.value)
                + FormField.fields(exchange.body).map(\.value)
            var found: Set<SecretRef> = []
            for text in texts { find(Array(text.utf8), &found) }
            find(exchange.body, &found)
            for ref in found { uses[ref, default: []].append(exchange) }
        }
        return uses
    }

    private func find(_ text: [UInt8], _ found: inout Set<SecretRef>) {
        var last: UInt64 = 0
        for (index, byte) in text.enumerated() {
            last = last << 8 | UInt64(byte)
            guard index >= 7, let tokens = ends[last] else { continue }
            for token in tokens where index + 1 >= token.text.count {
                if text[(index + 1 - token.text.count)...index].elementsEqual(token.text) { found.insert(token.ref) }
            }
        }
    }
}

private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, text.count >= part.count else { return false }
    for start in 0...(text.count - part.count) where text[start] == first && text[start..<(start + part.count)].elementsEqual(part) {
        return true
    }
    return false
}
