import FlowMachine

/// One MVPD as the simulated server knows it, and what holds for it there.
public struct SimulatedProvider: Sendable, Equatable {
    /// How far a provider takes part in partner single sign-on: `boardingStatus`.
    public enum Boarding: String, Sendable {
        /// Viewers can choose it in the framework's picker and sign in there.
        case supported = "SUPPORTED"
        /// Viewers can choose it in the framework's picker, but sign in the regular way.
        case picker = "PICKER"
    }

    /// A rule that Adobe applies while the provider is in trouble.
    public enum Degradation: Sendable, Equatable {
        /// Everybody counts as signed in.
        case authenticateAll
        /// Whoever is signed in may see everything.
        case authorizeAll
        /// Nobody may see anything; the programmer's words, if any.
        case authorizeNone(details: String?)
    }

    /// Temporary access instead of a provider.
    public struct Temporary: Sendable, Equatable {
        /// How long it lasts from the first authorization.
        public var duration: Interval
        /// How many resources may be played; `nil`: any number.
        public var resources: Int?
        /// Whether an identity must come with it (promotional).
        public var needsIdentity: Bool

        /// Temporary access.
        public init(duration: Interval, resources: Int? = nil, needsIdentity: Bool = false) {
            self.duration = duration
            self.resources = resources
            self.needsIdentity = needsIdentity
        }
    }

    /// Adobe's id, as it stands in the paths.
    public var id: String
    /// The name that a picker shows.
    public var displayName: String
    /// The partner framework's id; never equal to `id` here, so that swapping them is found.
    public var platformMappingID: String?
    /// `boardingStatus`; `nil`: absent.
    public var boarding: Boarding?
    /// `enablePlatformServices`; `nil`: absent.
    public var enablesPlatformServices: Bool?
    /// `displayInPlatformPicker`; `nil`: absent.
    public var showsInPlatformPicker: Bool?
    /// `enforcePlatformPermissions`; `nil`: absent.
    public var enforcesPlatformPermissions: Bool?
    /// What makes it temporary access, if it is.
    public var temporary: Temporary?
    /// Whether the integration is active.
    public var isIntegrated = true
    /// Whether partner single sign-on works at Adobe, whatever the configuration said.
    public var allowsPartnerSignOn = true
    /// Whether it has a page to sign out.
    public var hasLogoutPage = true
    /// The rule that holds, if one does.
    public var degradation: Degradation?

    /// One MVPD without partner single sign-on.
    public init(id: String, displayName: String) {
        self.id = id
        self.displayName = displayName
    }

    /// One MVPD that takes part in partner single sign-on.
    public init(
        id: String, displayName: String, platformMappingID: String, boarding: Boarding, enablesPlatformServices: Bool = true,
        enforcesPlatformPermissions: Bool? = nil
    ) {
        self.init(id: id, displayName: displayName)
        self.platformMappingID = platformMappingID
        self.boarding = boarding
        self.enablesPlatformServices = enablesPlatformServices
        self.showsInPlatformPicker = enablesPlatformServices
        self.enforcesPlatformPermissions = enforcesPlatformPermissions
    }

    /// Temporary access.
    public init(id: String, displayName: String, temporary: Temporary) {
        self.init(id: id, displayName: displayName)
        self.temporary = temporary
    }

    /// Two that can finish in the partner framework, one that can only be chosen there, one for which that is switched
    /// off, one that has nothing of it, and temporary access for three minutes.
    public static var samples: [SimulatedProvider] {
        [
            SimulatedProvider(
                id: "Cablevision", displayName: "Optimum", platformMappingID: "AppleMSO_Cablevision", boarding: .supported,
                enforcesPlatformPermissions: true),
            SimulatedProvider(
                id: "Spectrum", displayName: "Spectrum", platformMappingID: "AppleMSO_Spectrum", boarding: .supported,
                enforcesPlatformPermissions: false),
            SimulatedProvider(id: "Dish", displayName: "DISH", platformMappingID: "AppleMSO_Dish", boarding: .picker),
            SimulatedProvider(
                id: "Cox", displayName: "Cox", platformMappingID: "AppleMSO_Cox", boarding: .supported, enablesPlatformServices: false),
            SimulatedProvider(id: "SmallCo", displayName: "SmallCo"),
            SimulatedProvider(
                id: "TempPass_TEST40", displayName: "Temporary access, 3 minutes", temporary: Temporary(duration: .seconds(180))),
        ]
    }

    /// The provider as a configuration lists it.
    var json: JSON {
        var members: [(name: String, value: JSON)] = [
            ("id", .string(id)), ("displayName", .string(displayName)),
            ("logoUrl", .string("https://simulated.example.net/logo/\(percentEncoded(id)).png")),
        ]
        if let boarding { members.append(("boardingStatus", .string(boarding.rawValue))) }
        if let platformMappingID { members.append(("platformMappingId", .string(platformMappingID))) }
        let flags: [(String, Bool?)] = [
            ("enablePlatformServices", enablesPlatformServices), ("displayInPlatformPicker", showsInPlatformPicker),
            ("enforcePlatformPermissions", enforcesPlatformPermissions), ("isTempPass", temporary == nil ? nil : true),
        ]
        for case (let name, let flag?) in flags { members.append((name, .bool(flag))) }
        return .object(members)
    }
}
