import FlowMachine

/// A reply that is worth trying.
package struct PossibleReply {
    /// The reply in a few words.
    package let label: String
    package let result: Reply.Result
    /// Which users try the reply. Random events try every reply.
    package let uses: Uses

    /// Which users try a reply.
    package struct Uses: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Every exploration.
        package static let common = Uses(rawValue: 0b0111)
        /// Used by explorations of documented behavior.
        package static let usual = Uses(rawValue: 0b0110)
        /// Explorations that try rare replies.
        package static let rare = Uses(rawValue: 0b0100)
        /// `flow-trace explain`, as a reply that could have arrived instead.
        package static let explained = Uses(rawValue: 0b1000)
        /// Only random events.
        package static let random: Uses = []
    }

    init(_ label: String, _ result: Reply.Result, _ uses: Uses) {
        self.label = label
        self.result = result
        self.uses = uses
    }
}

extension [PossibleReply] {
    /// The replies that `use` tries.
    package func tried(by use: PossibleReply.Uses) -> [PossibleReply] { filter { $0.uses.isSuperset(of: use) } }
}

/// The values that replies are composed of: those near one moment of a run.
package struct ReplyValues {
    package let now: Instant
    /// The providers that replies may name, starting with the current one. Never empty.
    package let mvpds: [MVPDID]
    /// The providers that the partner framework may report, starting with the current one. Never empty.
    package let mappings: [PlatformMappingID]
    /// The providers that the app knows.
    package let configuration: AdobeConfiguration
    /// The number of every secret that arrives with the reply.
    package let number: Int64
    /// An instant at which a value has expired.
    package var expired: Instant
    /// The provider of a session that was requested without one.
    package var sessionMVPD: MVPDID?
    /// A provider that no MVPD maps to.
    package var unmapped: PlatformMappingID?
    /// The error of a denial, in addition to the errors that lead to different actions.
    package var anyError: AdobeError?
    /// The provider of temporary access; the legacy API does not distinguish its token from a viewer's.
    package var temporaryAccess: MVPDID?
    package var hasAttributes = false
    package var tokenLife = Interval.seconds(21_600)
    package var profileLife = Interval.seconds(2_592_000)
    package var statusLife = Interval.seconds(2_592_000)
    package var codeLife = Interval.seconds(1800)
    package var mediaLife = Interval.seconds(420)

    package init(now: Instant, mvpds: [MVPDID], mappings: [PlatformMappingID], configuration: AdobeConfiguration, number: Int64) {
        self.now = now
        self.mvpds = mvpds
        self.mappings = mappings
        self.configuration = configuration
        self.number = number
        expired = now.advanced(by: .seconds(-60))
    }

    func ref(_ kind: SecretRef.Kind) -> SecretRef { SecretRef(kind, number) }

    /// Adobe's id for a provider id of the partner framework.
    func mvpd(for mapping: PlatformMappingID?) -> MVPDID {
        configuration.providers.first { $0.mapping != nil && $0.mapping == mapping }?.mvpd ?? mvpds[0]
    }
}
