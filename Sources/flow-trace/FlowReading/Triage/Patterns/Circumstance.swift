import FlowMachine

/// What launches with a cause have in common, if it tells more about the cause than the error of one launch: what happened, who can act on it, and what
/// to do.
enum Circumstance {
    /// Only launches with REST API V1 cannot reach Adobe, and only since a time.
    case endOfAPI
    /// Kept values are gone in Safari after more than seven days without a launch.
    case deletedBySafari
    /// Adobe no longer has the sign-ins of this many providers since a time. One provider ends the sign-ins of its own viewers only.
    case endedByAdobe(providers: Int)
    /// Other devices of the household play with this provider since the former one denies plays.
    case changedProvider(String)
    /// Several devices of a household may not watch what they could watch before a time.
    case changedPackage
    /// Temporary access was refused to devices that had it in an earlier launch.
    case usedTemporaryAccess
    /// At a time, the viewers of this many providers did not complete codes. They have only the page for codes in common.
    case codePage(String, providers: Int)
    /// Devices that start at the same time each day, as test devices do.
    case testDevices
    /// At a time, the viewers of this many providers were not signed in, neither on a page nor with a code. Later launches may find them signed in.
    case lateSignIns(providers: Int, areFound: Bool)
    /// Since a time, one version of the app alone has no connection.
    case versionShutOut
    /// Phones and tablets have no connection, whatever their system.
    case awayFromHome
    /// One device of a household has no connection at some hours.
    case switchedOff
    /// One device of a household has no connection, and the others have one.
    case oneDevice

    /// The fewest providers whose viewers have a cause in common that is not their provider's.
    private static let fewestProviders = 3

    init?(_ kind: FlowCause.Kind, _ found: LaunchCensus.Found?) {
        guard let found else { return nil }
        let correlation = found.correlation
        let properties = correlation.properties
        let ofManyProviders = correlation.providers >= Self.fewestProviders && correlation.owner == nil && properties.contains { $0.isTime }
        if kind.isWithoutAnswer, correlation.isLasting,
            properties.contains(where: { $0.name == "api" && $0.value == FlowSettings.API.restV1.rawValue })
        {
            self = .endOfAPI
        } else if kind.losesKeptValues, properties.contains(where: { $0.name == "last launch" }),
            properties.contains(where: { $0.isSystem && $0.value.hasPrefix("Safari") })
        {
            self = .deletedBySafari
        } else if kind == .signInEnded(nil), ofManyProviders {
            self = .endedByAdobe(providers: correlation.providers)
        } else if kind.isDenial, let provider = correlation.laterProvider {
            self = .changedProvider(provider)
        } else if found.isHousehold, kind.isOfPackage, correlation.isLasting, found.affected.count > 1 {
            self = .changedPackage
        } else if kind.isUsedUp(correlation.all) {
            self = .usedTemporaryAccess
        } else if properties.contains(.sameTimeEachDay) {
            self = .testDevices
        } else if kind.isFailedSignIn, ofManyProviders, found.isOnOtherScreens {
            self = .lateSignIns(providers: correlation.providers, areFound: found.isFoundLater)
        } else if kind.isUnreachable, correlation.isLasting, properties.contains(where: { $0.name == "app" }) {
            self = .versionShutOut
        } else if LaunchCensus.endsCodes.contains(kind.id), kind.isAtCode, ofManyProviders, let page = found.codePage {
            self = .codePage(page, providers: correlation.providers)
        } else if kind.isUnreachable, properties.contains(where: { $0.isOfPhones }) {
            self = .awayFromHome
        } else if kind.isUnreachable, !kind.asksForNetworkSignIn, properties.contains(where: { $0.name == "device" }) {
            self = found.times.contains { $0.isDaily } ? .switchedOff : .oneDevice
        } else {
            return nil
        }
    }

    /// The party that can act; `nil` if it is the one that the error of a single launch suggests.
    var owner: FlowCause.Owner? {
        switch self {
        case .endOfAPI, .deletedBySafari, .codePage, .versionShutOut: .app
        case .endedByAdobe, .lateSignIns: .adobe
        case .changedProvider: .viewer
        case .usedTemporaryAccess, .testDevices, .awayFromHome, .switchedOff, .oneDevice, .changedPackage: nil
        }
    }

    /// Returns the sentence about the owner if it names nobody with certainty; `nil` otherwise. `guess` is the owner that the error of a single launch suggests.
    func sentence(_ guess: FlowCause.Owner) -> String? {
        switch self {
        case .usedTemporaryAccess: "Owner: the administrator of temporary access in Adobe's dashboard."
        case .changedProvider: "Owner: the viewer, not \(guess.words)."
        case .changedPackage: "Owner: \(guess.words), which can tell whether the household's package changed."
        case .testDevices: "Owner: nobody, if these are test devices."
        case .oneDevice: LaunchCensus.ownerOfHome
        case .endOfAPI, .deletedBySafari, .endedByAdobe, .codePage, .lateSignIns, .versionShutOut, .awayFromHome, .switchedOff: nil
        }
    }

    /// Why `owner` is the owner, as part of a sentence; `nil` if the properties are the reason.
    var reason: String? {
        switch self {
        case .endedByAdobe(let providers): "viewers of \(providers) providers have it"
        case .codePage(let page, let providers):
            "viewers of \(providers) providers have only the page \(page) in common, on which they enter the code"
        case .lateSignIns(let providers, _): "viewers of \(providers) providers have it, on pages and with codes"
        case .endOfAPI, .deletedBySafari, .changedProvider, .usedTemporaryAccess, .testDevices, .versionShutOut, .awayFromHome,
            .switchedOff, .oneDevice, .changedPackage:
            nil
        }
    }

    /// A sentence about what happened.
    var consequence: String? {
        switch self {
        case .endOfAPI: "Launches with REST API V2 reach Adobe at the same time, so Adobe has probably shut down REST API V1."
        case .deletedBySafari: "Safari deletes what a page's script has stored after seven days without a visit."
        case .changedProvider(let provider):
            "Other devices of the household are signed in with \(provider) since then, and may play: the household has probably changed its provider."
        case .usedTemporaryAccess: "Temporary access is granted to a device once, unless it is reset."
        case .codePage: "Codes were issued, and Adobe answered the polls, so the page probably did not work."
        case .lateSignIns(_, let areFound):
            areFound ? "Later launches find the viewers signed in, so Adobe learned of these sign-ins late." : nil
        case .versionShutOut:
            "Other versions reach Adobe at the same time. A usual reason is a certificate that this version pins, and that was renewed."
        case .testDevices: "Test devices and monitors start so regularly; viewers do not."
        case .awayFromHome: "Phones and tablets lose their connection more often, for example away from home."
        case .oneDevice: LaunchCensus.othersConnect
        case .switchedOff: "A home router or parental controls can bar a device from the internet at such hours."
        case .endedByAdobe, .changedPackage: nil
        }
    }

    /// What to do; `nil` if nothing special is to be done.
    var advice: String? {
        switch self {
        case .endOfAPI:
            "Publish a version of the app that uses REST API V2, and tell viewers to update. If Adobe has not ended V1, report an outage of its hosts to Adobe."
        case .deletedBySafari: "Keep the vault where Safari does not delete it, for example behind a cookie that a server sets."
        case .endedByAdobe: "Ask Adobe's support whether it ended sign-ins then."
        case .changedProvider(let provider): "On each device that is denied, sign out and sign in with \(provider)."
        case .changedPackage: "Ask the household whether its package changed at this time, and the provider why it denies these channels."
        case .usedTemporaryAccess: "Reset the temporary access in Adobe's dashboard, or by its API, if these viewers are to have it again."
        case .codePage(let page, _): LaunchCensus.opens(page, atTime: true)
        case .oneDevice: LaunchCensus.looksAtDevice
        case .switchedOff: "Look for a schedule in the home's router, and in parental controls of the device."
        case .lateSignIns: "Ask Adobe's support what delayed sign-ins, or lost them, at this time."
        case .versionShutOut: "Tell viewers to update, and do not go back to this version. Look for a certificate that it pins."
        case .testDevices: "Find out whose devices these are. If they are for tests, leave them out before you compare anything."
        case .awayFromHome: nil
        }
    }
}

extension FlowCause.Kind {
    /// Whether the viewer did not complete a code.
    var isAtCode: Bool {
        switch self {
        case .codeUnused, .codeExpired, .codeGivenUp, .canceledByViewer(at: .code), .canceledByViewer(at: .codeExpired): true
        case _: false
        }
    }

    /// Whether the viewer did not complete a sign-in on the provider's page.
    var isAtPage: Bool {
        switch self {
        case .redirectMissing, .redirectUnconfirmed, .pageClosed, .canceledByViewer(at: .userAgent): true
        case _: false
        }
    }

    /// Whether the viewer did not complete a sign-in, with a code or on the provider's page.
    var isFailedSignIn: Bool { isAtCode || isAtPage }

    /// Whether the provider denied a resource that may not be in the viewer's package.
    fileprivate var isOfPackage: Bool {
        guard case .denied(.code(let code), .alone) = self, case .provider = FlowCause.Denier(code) else { return false }
        return true
    }

    /// Whether the network asks for a sign-in. Such a network bars nobody: it is that of a hotel, a train or an office.
    fileprivate var asksForNetworkSignIn: Bool {
        if case .refused(_, .status(FailureKind.networkSignIn)?) = self { true } else { false }
    }
}
