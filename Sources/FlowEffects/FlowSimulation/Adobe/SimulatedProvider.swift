import FlowMachine

/// One MVPD of the simulated server, with its settings there.
public struct SimulatedProvider: Sendable, Equatable {
    /// The degree to which a provider supports partner single sign-on: `boardingStatus`.
    public enum Boarding: String, Sendable {
        /// Viewers can choose it in the framework's picker and sign in there.
        case supported = "SUPPORTED"
        /// Viewers can choose it in the framework's picker, but sign in the regular way.
        case picker = "PICKER"
    }

    /// A rule that Adobe applies while the provider is in trouble.
    public enum Degradation: Sendable, Equatable {
        /// Every viewer is treated as signed in.
        case authenticateAll
        /// Every signed-in viewer may play everything.
        case authorizeAll
        /// No viewer may play anything; with the programmer's text, if any.
        case authorizeNone(details: String?)
    }

    /// Temporary access instead of a provider.
    public struct Temporary: Sendable, Equatable {
        /// The time that the access lasts from the first authorization.
        public var duration: Interval
        /// How many resources may be played; `nil`: any number.
        public var resources: Int?
        /// Whether requests must include an identity (promotional).
        public var needsIdentity: Bool

        /// Creates temporary access with its limits. Each parameter is the property of that name.
        public init(duration: Interval, resources: Int? = nil, needsIdentity: Bool = false) {
            self.duration = duration
            self.resources = resources
            self.needsIdentity = needsIdentity
        }
    }

    /// Adobe's id, as it is in the paths.
    public var id: String
    /// The name that a picker shows.
    public var displayName: String
    /// The partner framework's id; here always different from `id`, so that swapping them is detected.
    public var platformMappingID: String?
    /// `boardingStatus`; `nil` if absent.
    public var boarding: Boarding?
    /// `enablePlatformServices`; `nil` if absent.
    public var enablesPlatformServices: Bool?
    /// `displayInPlatformPicker`; `nil` if absent.
    public var showsInPlatformPicker: Bool?
    /// `enforcePlatformPermissions`; `nil` if absent.
    public var enforcesPlatformPermissions: Bool?
    /// The limits of temporary access; `nil` if this is not temporary access.
    public var temporary: Temporary?
    /// Whether the integration is active.
    public var isIntegrated = true
    /// Whether partner single sign-on works at Adobe, whatever the configuration says.
    public var allowsPartnerSignOn = true
    /// Whether the provider has a sign-out page.
    public var hasLogoutPage = true
    /// The degradation rule in force, if any.
    public var degradation: Degradation?

    /// Creates an MVPD without partner single sign-on. Each parameter is the property of that name.
    public init(id: String, displayName: String) {
        self.id = id
        self.displayName = displayName
    }

    /// Creates an MVPD that supports partner single sign-on. Each parameter is the property of that name.
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

    /// Creates a provider for temporary access. Each parameter is the property of that name.
    public init(id: String, displayName: String, temporary: Temporary) {
        self.init(id: id, displayName: displayName)
        self.temporary = temporary
    }

    /// The providers of a server that is given no others, one for each way to sign in:
    ///
    /// | id | shown name | platform mapping id | for |
    /// |---|---|---|---|
    /// | `Cablevision` | Optimum | `AppleMSO_Cablevision` | Apple's single sign-on; the configuration enforces the platform's permission |
    /// | `Spectrum` | Spectrum | `AppleMSO_Spectrum` | Apple's single sign-on; the platform's permission is not enforced |
    /// | `Dish` | DISH | `AppleMSO_Dish` | chosen in Apple's picker, then the regular sign-in |
    /// | `Cox` | Cox | `AppleMSO_Cox` | Apple's single sign-on switched off in the configuration |
    /// | `SmallCo` | SmallCo | none | the regular sign-in only |
    /// | `TempPass_TEST40` | Temporary access, 3 minutes | none | temporary access |
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
