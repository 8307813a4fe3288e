import FlowMachine

/// One MVPD of the simulated server, with its settings at Adobe.
public struct SimulatedProvider: Sendable, Equatable {
    /// The degree to which a provider supports partner single sign-on (`boardingStatus`).
    public enum Boarding: String, Sendable {
        /// Viewers can choose the provider in the framework's picker and sign in there.
        case supported = "SUPPORTED"
        /// Viewers can choose the provider in the framework's picker, but sign in with a code or in a user agent.
        case picker = "PICKER"
    }

    /// A rule that Adobe applies while the provider has an outage.
    public enum Degradation: Sendable, Equatable {
        /// Every viewer is treated as signed in.
        case authenticateAll
        /// Every signed-in viewer may play every resource.
        case authorizeAll
        /// No viewer may play any resource. `details` is the text for the viewer, if there is one.
        case authorizeNone(details: String?)
    }

    /// The limits of temporary access, which takes the place of a provider.
    public struct Temporary: Sendable, Equatable {
        /// The time for which the access lasts after the first authorization.
        public var duration: Interval
        /// The maximum number of resources that may be played; `nil` for any number.
        public var resources: Int?
        /// Whether the access is promotional, so that requests must contain an identity.
        public var needsIdentity: Bool

        /// Creates temporary access with its limits. Each parameter sets the property of the same name.
        public init(duration: Interval, resources: Int? = nil, needsIdentity: Bool = false) {
            self.duration = duration
            self.resources = resources
            self.needsIdentity = needsIdentity
        }
    }

    /// Adobe's id of the provider, as paths contain it.
    public var id: String
    /// The name that a picker shows.
    public var displayName: String
    /// The partner framework's id of the provider. The samples have different ids here and in `id`, so that a test detects mixed-up ids.
    public var platformMappingID: String?
    /// The value of `boardingStatus` in the configuration; `nil` if absent.
    public var boarding: Boarding?
    /// The value of `enablePlatformServices` in the configuration; `nil` if absent.
    public var enablesPlatformServices: Bool?
    /// The value of `displayInPlatformPicker` in the configuration; `nil` if absent.
    public var showsInPlatformPicker: Bool?
    /// The value of `enforcePlatformPermissions` in the configuration; `nil` if absent.
    public var enforcesPlatformPermissions: Bool?
    /// The limits of temporary access; `nil` if this is not temporary access.
    public var temporary: Temporary?
    /// Whether the provider's integration with the service provider is active.
    public var isIntegrated = true
    /// Whether partner single sign-on works at Adobe. The configuration may claim something else.
    public var allowsPartnerSignOn = true
    /// Whether the provider has a sign-out page.
    public var hasLogoutPage = true
    /// The degradation rule that Adobe currently applies, if any.
    public var degradation: Degradation?

    /// Creates an MVPD without partner single sign-on. Each parameter sets the property of the same name.
    public init(id: String, displayName: String) {
        self.id = id
        self.displayName = displayName
    }

    /// Creates an MVPD that supports partner single sign-on. Each parameter sets the property of the same name.
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

    /// Creates a provider for temporary access. Each parameter sets the property of the same name.
    public init(id: String, displayName: String, temporary: Temporary) {
        self.init(id: id, displayName: displayName)
        self.temporary = temporary
    }

    /// The providers that a simulated server has by default. There is one for each way to sign in:
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
