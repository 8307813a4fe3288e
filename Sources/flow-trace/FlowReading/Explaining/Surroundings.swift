import FlowMachine

/// The values for the content of possible replies: providers and times from the log itself.
struct Surroundings {
    let settings: FlowSettings
    /// The time of the event, by Adobe's clock.
    let now: Instant
    /// The current MVPD: the MVPD that the log named last, or else the first MVPD of the configuration.
    let mvpd: MVPDID
    /// The id of the provider in the partner framework.
    let mapping: PlatformMappingID
    /// A provider of the partner framework to which no MVPD maps.
    let unmapped: PlatformMappingID
    /// The configuration with the providers that the app knows.
    let configuration: AdobeConfiguration

    /// Collects the latest values in `records`.
    init(_ records: ArraySlice<LogRecord>, settings: FlowSettings, now: Instant) {
        self.settings = settings
        self.now = now
        var configuration: AdobeConfiguration?
        var mvpd: MVPDID?
        var mapping: PlatformMappingID?
        for record in records.reversed() {
            if configuration == nil { configuration = Self.configuration(record.event) }
            if mapping == nil { mapping = Self.mapping(record) }
            if mvpd == nil { mvpd = Self.mvpd(record) }
        }
        let known = configuration ?? Self.standard
        self.configuration = known
        let inPlay = mapping.flatMap { mapping in known.providers.first { $0.mapping == mapping } }
        let entry = inPlay ?? known.providers.first { $0.mapping != nil && !$0.isTemporary } ?? known.providers.first
        self.mvpd = mvpd ?? entry?.mvpd ?? Self.anyProvider
        self.mapping = inPlay?.mapping ?? entry?.mapping ?? mapping ?? Self.anyMapping
        unmapped = Self.strange
    }

    private static func configuration(_ event: FlowEvent) -> AdobeConfiguration? {
        guard case .reply(_, let reply) = event.origin, case .configuration(let configuration) = reply.result else { return nil }
        return configuration
    }

    private static func mapping(_ record: LogRecord) -> PlatformMappingID? {
        guard case .reply(_, let reply) = record.event.origin, case .partner(let answer) = reply.result else { return nil }
        if case .unsupportedProvider(let provider) = answer.error { return provider }
        return answer.status.mapping
    }

    private static func mvpd(_ record: LogRecord) -> MVPDID? {
        for effect in record.effects {
            if case .call(_, let call) = effect, let mvpd = call.endpoint.mvpd { return mvpd }
        }
        switch record.event.origin {
        case .user(.chose(_, .provider(let mvpd))), .user(.chose(_, .profile(let mvpd))): return mvpd
        case .app(.launched(let kept)): return kept.provider?.mvpd
        case .reply(_, let reply):
            if case .profiles(let profiles) = reply.result { return profiles.first?.mvpd }
            return nil
        case .user, .app, .timer: return nil
        }
    }

    /// Returns the instant `seconds` after `now`, or before `now` if `seconds` is negative.
    func instant(_ seconds: Int64) -> Instant { now.advanced(by: .seconds(seconds)) }

    /// Returns a reference that occurs in no log.
    func ref(_ kind: SecretRef.Kind) -> SecretRef { SecretRef(kind, Self.number) }

    /// The number of a secret that occurs in no log.
    private static let number: Int64 = 999_001

    /// The replies that could arrive.
    var replies: PossibleReplies { replies(bringing: Self.number) }

    /// Returns the replies that could arrive. Every secret in the replies has the number `number`.
    func replies(bringing number: Int64) -> PossibleReplies {
        let others = configuration.providers.filter { $0.mvpd != mvpd && !$0.isTemporary }.map { $0.mvpd }
        var values = ReplyValues(
            now: now, mvpds: [mvpd] + others, mappings: [mapping], configuration: configuration, number: number)
        values.sessionMVPD = mvpd
        values.unmapped = unmapped
        values.hasAttributes = true
        return PossibleReplies(values)
    }

    // These initializers fail only for empty and overlong texts, so the fallbacks are never used.
    private static func provider(_ text: String) -> MVPDID { MVPDID(text) ?? provider("any") }
    private static func mapping(_ text: String) -> PlatformMappingID { PlatformMappingID(text) ?? mapping("any") }
    private static let anyProvider = provider("SomeProvider")
    private static let anyMapping = mapping("SomeProvider")
    private static let strange = mapping("ProviderThatNobodyKnows")

    /// A configuration for a log that contains none.
    private static let standard = AdobeConfiguration(
        ref: SecretRef(.configuration, number),
        providers: [
            AdobeConfiguration.Provider(
                mvpd: provider("Cablevision"), mapping: mapping("AppleMSO_Cablevision"), enablesPlatformServices: true,
                showsInPlatformPicker: true, boarding: .supported),
            AdobeConfiguration.Provider(
                mvpd: provider("Dish"), mapping: mapping("AppleMSO_Dish"), enablesPlatformServices: false, showsInPlatformPicker: true,
                boarding: .picker),
            AdobeConfiguration.Provider(mvpd: provider("Cox")),
        ])
}
