/// The configuration that Adobe returned last, and the instant until which it is fresh.
package struct ProviderCatalog: Hashable, Sendable {
    package let configuration: AdobeConfiguration
    /// The instant at which the configuration must be fetched again.
    package let freshUntil: Instant
    /// The digest of `configuration`. It is computed once, because the configuration can be long.
    private let digest: UInt64

    init(_ configuration: AdobeConfiguration, freshUntil: Instant) {
        self.configuration = configuration
        self.freshUntil = freshUntil
        digest = Digester.digest(of: configuration)
    }

    func mvpd(for mapping: PlatformMappingID) -> MVPDID? {
        for entry in configuration.providers where entry.mapping == mapping { return entry.mvpd }
        return nil
    }

    /// Whether the app's own picker shows the provider `mvpd`. Temporary access is not a viewer's provider (V2-F-20).
    func offers(_ mvpd: MVPDID) -> Bool {
        configuration.providers.contains { $0.mvpd == mvpd && !$0.isTemporary }
    }

    func mapping(for mvpd: MVPDID) -> PlatformMappingID? {
        for entry in configuration.providers where entry.mvpd == mvpd { return entry.mapping }
        return nil
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

// MARK: Log

extension ProviderCatalog: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("freshUntil", freshUntil)
        sink.field("ref", configuration.ref)
        sink.field("digest", digest)
        sink.digested("configuration", configuration)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let freshUntil: Instant = try source.field("freshUntil")
        let _: SecretRef = try source.field("ref")
        let _: UInt64 = try source.field("digest")
        return ProviderCatalog(try source.field("configuration"), freshUntil: freshUntil)
    }
}
