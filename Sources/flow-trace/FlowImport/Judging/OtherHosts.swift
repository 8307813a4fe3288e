import FlowMachine

/// The requests of a capture to hosts other than Adobe's. The requests show where media tokens are sent, and which streams are played.
final class OtherHosts {
    /// All requests to hosts other than Adobe's, ordered by time.
    let byTime: ByTime<Exchange>
    /// The requests that carry each media token, ordered by time.
    private let uses: [SecretRef: [Exchange]]
    /// The requests for the manifests of streams, each with the bytes of its path and query.
    private let manifests: ByTime<(exchange: Exchange, place: [UInt8])>
    /// The names of the resources, which are only compared with the URLs of streams and never printed.
    private let names: [SecretRef: String]
    private var streams: [SecretRef: ByTime<Exchange>] = [:]

    init(_ exchanges: [Exchange], _ secrets: ImportedSecrets) {
        byTime = ByTime(exchanges) { $0.sent }
        names = secrets.resourceNames
        uses = MediaTokens(secrets.mediaTokens).uses(in: exchanges)
        manifests = ByTime(exchanges.compactMap { exchange in OtherHosts.place(exchange).map { (exchange, $0) } }) { $0.exchange.sent }
    }

    /// Returns the requests at `start` or later that carry the media token.
    func uses(of token: SecretRef, from start: Instant) -> [Exchange] { (uses[token] ?? []).filter { $0.sent >= start } }

    /// Returns the first request, at `start` or later, for a manifest whose URL contains the name of the resource.
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

    /// Returns the path and the query of a manifest's URL; `nil` for any other URL.
    private static func place(_ exchange: Exchange) -> [UInt8]? {
        guard let last = exchange.url.segments.last?.lowercased() else { return nil }
        guard last == "manifest" || [".m3u8", ".mpd", "/manifest"].contains(where: { last.hasSuffix($0) }) else { return nil }
        let place = exchange.url.segments.joined(separator: "/") + "?" + exchange.url.query.map(\.value).joined(separator: "&")
        return Array(place.lowercased().utf8)
    }
}

/// Finds media tokens in texts by the last eight bytes of each token, because most tokens begin alike.
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
            // The request may contain a token in the URL, the headers or the body, plain or percent-encoded.
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
