/// What holds whatever the state: the partner status, the remembered provider, the catalog, open wishes.
struct Context: Hashable, Sendable, LogValue {
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

    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            var context = Context()
            context.isLaunched = try archive.field("isLaunched", old?.isLaunched)
            context.partnerStatus = try archive.optional("partnerStatus", old?.partnerStatus)
            context.platformAccount = try archive.optional("platformAccount", old?.platformAccount)
            context.provider = try archive.optional("provider", old?.provider)
            context.signedInProviders = try archive.field("signedInProviders", old?.signedInProviders)
            context.keptProfile = try archive.optional("keptProfile", old?.keptProfile)
            context.catalog = try archive.optional("catalogue", old?.catalog)
            context.wishes = try archive.field("wishes", old?.wishes)
            context.presented = try archive.optional("presented", old?.presented)
            context.signedOut = try archive.optional("signedOut", old?.signedOut)
            context.owedLogouts = try archive.field("owedLogouts", old?.owedLogouts)
            context.foundNobody = try archive.field("foundNobody", old?.foundNobody)
            context.keptCode = try archive.optional("keptCode", old?.keptCode)
            context.resumesAttempt = try archive.field("resumesAttempt", old?.resumesAttempt)
            return context
        }
    }
}

/// A wish that is not yet answered.
struct Wish: Hashable, Sendable, LogValue {
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

    enum Kind: Hashable, Sendable, LogValue {
        case signIn
        case otherProvider
        case play(resource: SecretRef, under: PlayAccess)
        case preview([SecretRef])
        case userMetadata
        case signOut

        enum Tag: String, Word {
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

        static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                switch try archive.kind(old?.tag) {
                case .signIn: return .signIn
                case .otherProvider: return .otherProvider
                case .play:
                    var parts: (SecretRef, PlayAccess)?
                    if case .play(let resource, let access) = old { parts = (resource, access) }
                    return .play(resource: try archive.field("resource", parts?.0), under: try archive.field("under", parts?.1))
                case .preview:
                    var resources: [SecretRef]?
                    if case .preview(let value) = old { resources = value }
                    return .preview(try archive.field("resources", resources))
                case .userMetadata: return .userMetadata
                case .signOut: return .signOut
                }
            }
        }
    }

    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Wish(
                id: try archive.field("id", old?.id), kind: try archive.field("kind", old?.kind),
                returned: try archive.field("returned", old?.returned))
        }
    }
}

/// The last configuration, while it is good.
struct ProviderCatalog: Hashable, Sendable, LogValue {
    let configuration: Configuration
    /// When it must be asked for again.
    let freshUntil: Instant
    /// The digest of `configuration`, computed once: it can be long.
    private let digest: UInt64

    init(_ configuration: Configuration, freshUntil: Instant) {
        self.configuration = configuration
        self.freshUntil = freshUntil
        var digester = Digester()
        _ = try? Configuration.pass(configuration, through: &digester)
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

    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            let freshUntil = try archive.field("freshUntil", old?.freshUntil)
            _ = try archive.field("ref", old?.configuration.ref)
            _ = try archive.field("digest", old?.digest)
            let configuration = try archive.whole("configuration", old?.configuration)
            // Only a catalog that is read needs its digest computed.
            return old ?? ProviderCatalog(configuration, freshUntil: freshUntil)
        }
    }
}
