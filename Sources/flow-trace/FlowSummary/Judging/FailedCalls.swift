import FlowMachine

/// The calls without a usable answer, counted by kind of failure.
package struct FailedCalls: Sendable {
    package private(set) var counts: [(kind: FailureKind, count: Int)] = []
    private var lost = 0
    /// The number of calls without an answer whose connection failed within `atOnce` milliseconds.
    private var refusedAtOnce = 0
    private var all = 0
    private var between = 0
    private var (lostHosts, answeredHosts) = (Hosts(), Hosts())
    /// The circumstances of the launch.
    package private(set) var conditions = CallConditions()
    /// The last error code of a failed call; `nil` if no failed call had a code.
    package private(set) var code: ErrorCode?
    /// The last failed calls; at most six.
    package private(set) var witnesses: [Witness] = []

    private static let most = 6
    /// The maximum number of kinds that are counted separately. All other failures are counted in `others`.
    private static let mostKinds = 16
    package private(set) var others = 0
    /// The maximum duration of a call that the device itself refused, in milliseconds. No server can answer in so short a time.
    package static let atOnce: Int64 = 20

    /// A set of hosts without memory of its own.
    private struct Hosts: OptionSet {
        let rawValue: UInt8
        init(rawValue: UInt8) { self.rawValue = rawValue }
        init(_ host: AdobeHost) { rawValue = host == .restV1 ? 1 : 2 }
    }

    package init() {}

    /// Counts the next failed call.
    ///
    /// - Parameters:
    ///   - isAdobes: Whether the answer was Adobe's; `nil` if the log does not show it.
    ///   - host: The host to which the call went.
    ///   - took: The time that the call took, in milliseconds; `nil` if it is unknown.
    package mutating func note(
        _ failure: FailureKind, _ witness: Witness, isAdobes: Bool? = nil, host: AdobeHost? = nil, took: Int64? = nil
    ) {
        all += 1
        if isAdobes.map({ !$0 }) ?? failure.isInBetween { between += 1 }
        if failure.isLost {
            lost += 1
            if failure == .transport(.connection), let took, took <= FailedCalls.atOnce { refusedAtOnce += 1 }
            if let host { lostHosts.formUnion(Hosts(host)) }
        }
        code = failure.code ?? code
        if witnesses.isEmpty { witnesses.reserveCapacity(FailedCalls.most + 1) }
        witnesses.append(witness)
        if witnesses.count > FailedCalls.most { witnesses.removeFirst() }
        if let place = counts.firstIndex(where: { $0.kind == failure }) {
            counts[place].count += 1
        } else if counts.count < FailedCalls.mostKinds {
            counts.append((failure, 1))
        } else {
            others += 1
        }
    }

    /// Returns these calls with the circumstances of their launch.
    package func under(_ conditions: CallConditions) -> FailedCalls {
        var failed = self
        failed.conditions = conditions
        return failed
    }

    /// Records an answer from one of Adobe's hosts.
    package mutating func noteAnswer(_ host: AdobeHost) { answeredHosts.formUnion(Hosts(host)) }

    /// Whether one of Adobe's two hosts did not answer, but the other did.
    package var isOneHost: Bool { !lostHosts.isEmpty && !answeredHosts.isEmpty && lostHosts.isDisjoint(with: answeredHosts) }

    /// Whether the device itself refused the connections: at least two calls got no answer, and all of these failed within `atOnce` milliseconds.
    package var isDevices: Bool { refusedAtOnce > 1 && refusedAtOnce == lost }

    /// Whether most failed calls got no connection, probably because the device's clock is wrong: at a wrong date, no server's certificate is valid.
    package var isClocks: Bool { conditions.wrongClock != nil && !isDevices && count(of: .transport(.connection)) * 2 > all }

    /// The app's time limit, if it is shorter than the default and most failed calls exceeded it; otherwise `nil`.
    package var exceededLimit: Interval? {
        count(of: .transport(.timedOut)) * 2 > all ? conditions.shortLimit : nil
    }

    /// Whether the app's time limit explains the failures: most failed calls exceeded it, it is at most half the default, and Adobe answered at least
    /// one call of the launch.
    package var isAppsLimit: Bool {
        guard let limit = exceededLimit, conditions.wasAnswered else { return false }
        return limit.milliseconds * 2 <= Policy().requestTimeout.milliseconds
    }

    private func count(of kind: FailureKind) -> Int { counts.first { $0.kind == kind }?.count ?? 0 }

    /// Whether an expired access token is the only reason why calls failed.
    package var isOnlyRefusedToken: Bool { others == 0 && counts.allSatisfy { $0.kind == .unauthorized } }

    /// Whether no call failed.
    package var isEmpty: Bool { all == 0 }

    /// The most common failure; `nil` if no call failed.
    package var commonest: FailureKind? { counts.max { $0.count < $1.count }?.kind }

    /// Whether the most common failure is that Adobe rejected a parameter, which the app sets.
    package var isAboutParameter: Bool { commonest?.code?.isAboutParameter ?? false }

    /// The party that can act on the failures: the device if its clock is wrong, the app if its time limit is short, the network if most other failed
    /// calls got no answer from Adobe, otherwise the app or Adobe.
    package var owner: FlowCause.Owner {
        if isClocks { return .device }
        if isAppsLimit { return .app }
        if (lost + between) * 2 > all && !isOneHost { return .network }
        return commonest?.code?.ownerOfRejection ?? .adobe
    }

    /// Whether most failed calls received a page from a server other than Adobe's.
    package var isInBetween: Bool { between * 2 > all }
}

/// A host of Adobe's. REST API V1 has a host of its own; REST API V2 and the registration share one.
package enum AdobeHost: Sendable {
    case restV1, shared

    package init(_ endpoint: Endpoint) { self = endpoint.descriptor.api == .restV1 ? .restV1 : .shared }
}
