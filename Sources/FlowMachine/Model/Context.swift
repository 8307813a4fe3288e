/// What holds whatever the state: the partner status, the remembered provider, the catalog, open wishes.
struct Context: Hashable, Sendable, LogObject {
    /// Whether `launched` came.
    var isLaunched = false
    /// The partner status, only while it is valid for a check (V2-X-15).
    var partnerStatus: PartnerStatus?
    /// The provider that the partner framework reported last, valid or not; the account of the device.
    var platformAccount: PlatformMappingID?
    /// The provider that the viewer used last.
    var provider: RememberedProvider?
    /// The providers that Adobe named for this viewer since the last sign-out; at most 8.
    var signedInProviders: [MVPDID] = []
    /// The profile that is kept over launches, of this launch or an earlier one.
    var keptProfile: Profile?
    /// The providers of the last configuration.
    var catalog: ProviderCatalog?
    /// What the app awaits, oldest first; at most 16.
    var wishes: [Wish] = []
    /// What is before the person.
    var presented: PresentationID?
    /// That the viewer signed out (V2-E-09).
    var signedOut: SignedOutMark?
    /// Sign-outs that Adobe has not been told of.
    var owedLogouts: [MVPDID] = []
    /// Whether phase B found nobody in this foreground period.
    var foundNobody = false
    /// A code of an earlier launch that is still good.
    var keptCode: PersistedCode?
    /// Whether the attempt under way goes on from an earlier launch, where the person asked for it.
    var resumesAttempt = false

    static let mostWishes = 16

    /// Whether the app awaits such a wish.
    func wants(_ kind: Wish.Kind) -> Bool { wishes.contains { $0.kind == kind } }

    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("isLaunched", isLaunched)
        sink.field("partnerStatus", partnerStatus)
        sink.field("platformAccount", platformAccount)
        sink.field("provider", provider)
        sink.field("signedInProviders", signedInProviders)
        sink.field("keptProfile", keptProfile)
        sink.field("catalogue", catalog)
        sink.field("wishes", wishes)
        sink.field("presented", presented)
        sink.field("signedOut", signedOut)
        sink.field("owedLogouts", owedLogouts)
        sink.field("foundNobody", foundNobody)
        sink.field("keptCode", keptCode)
        sink.field("resumesAttempt", resumesAttempt)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var context = Context()
        context.isLaunched = try source.field("isLaunched")
        context.partnerStatus = try source.field("partnerStatus")
        context.platformAccount = try source.field("platformAccount")
        context.provider = try source.field("provider")
        context.signedInProviders = try source.field("signedInProviders")
        context.keptProfile = try source.field("keptProfile")
        context.catalog = try source.field("catalogue")
        context.wishes = try source.field("wishes")
        context.presented = try source.field("presented")
        context.signedOut = try source.field("signedOut")
        context.owedLogouts = try source.field("owedLogouts")
        context.foundNobody = try source.field("foundNobody")
        context.keptCode = try source.field("keptCode")
        context.resumesAttempt = try source.field("resumesAttempt")
        return context
    }
}

/// A wish that is not yet answered.
struct Wish: Hashable, Sendable, LogObject {
    let id: WishID
    let kind: Kind
    /// Whether it went back from decisions to a check already (at most once).
    var returned = false

    /// Whether it lets the person be asked to sign in.
    var asksPerson: Bool {
        switch kind {
        case .signIn, .otherProvider, .play(_, under: .signedIn): true
        case .play(_, under: .temporary), .preview, .userMetadata, .signOut: false
        }
    }

    /// Whether it is met under temporary access, which no partner status goes with and no sign-in helps.
    var isTemporary: Bool {
        if case .play(_, under: .temporary) = kind { true } else { false }
    }

    enum Kind: Hashable, Sendable, LogObject {
        case signIn
        case otherProvider
        case play(resource: SecretRef, under: PlayAccess)
        case preview([SecretRef])
        case userMetadata
        case signOut

        enum Tag: String, Word {
            static let table = WordTable<Self>()
            case signIn, otherProvider, play, preview, userMetadata, signOut
        }

        var tag: Tag {
            switch self {
            case .signIn: .signIn
            case .otherProvider: .otherProvider
            case .play: .play
            case .preview: .preview
            case .userMetadata: .userMetadata
            case .signOut: .signOut
            }
        }

        func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .signIn: sink.fields(Tag.signIn)
            case .otherProvider: sink.fields(Tag.otherProvider)
            case .play(let resource, let under): sink.fields(Tag.play, "resource", resource, "under", under)
            case .preview(let resources): sink.fields(Tag.preview, "resources", resources)
            case .userMetadata: sink.fields(Tag.userMetadata)
            case .signOut: sink.fields(Tag.signOut)
            }
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Tag.self) {
            case .signIn: return .signIn
            case .otherProvider: return .otherProvider
            case .play: return .play(resource: try source.field("resource"), under: try source.field("under"))
            case .preview: return .preview(try source.field("resources"))
            case .userMetadata: return .userMetadata
            case .signOut: return .signOut
            }
        }
    }

    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("id", id)
        sink.field("kind", kind)
        sink.field("returned", returned)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Wish(
            id: try source.field("id"), kind: try source.field("kind"),
            returned: try source.field("returned"))
    }
}

/// The last configuration, while it is good.
struct ProviderCatalog: Hashable, Sendable, LogObject {
    let configuration: Configuration
    /// When it must be asked for again.
    let freshUntil: Instant
    /// The digest of `configuration`, computed once: it can be long.
    private let digest: UInt64

    init(_ configuration: Configuration, freshUntil: Instant) {
        self.configuration = configuration
        self.freshUntil = freshUntil
        var digester = Digester()
        configuration.describe(to: &digester)
        digest = digester.digest
    }

    func provider(for mapping: PlatformMappingID) -> MVPDID? {
        for entry in configuration.providers where entry.mapping == mapping { return entry.mvpd }
        return nil
    }

    /// Whether the app's own picker shows it: temporary access is no provider of anybody's (V2-F-20).
    func offers(_ mvpd: MVPDID) -> Bool {
        configuration.providers.contains { $0.mvpd == mvpd && !$0.isTemporary }
    }

    func mapping(for mvpd: MVPDID) -> PlatformMappingID? {
        for entry in configuration.providers where entry.mvpd == mvpd { return entry.mapping }
        return nil
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("freshUntil", freshUntil)
        sink.field("ref", configuration.ref)
        sink.field("digest", digest)
        sink.digested("configuration", configuration)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let freshUntil: Instant = try source.field("freshUntil")
        let _: SecretRef = try source.field("ref")
        let _: UInt64 = try source.field("digest")
        return ProviderCatalog(try source.field("configuration"), freshUntil: freshUntil)
    }
}
