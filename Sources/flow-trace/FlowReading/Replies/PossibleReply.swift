import FlowMachine

/// A reply that is worth trying.
package struct PossibleReply {
    /// The reply in a few words.
    package let label: String
    package let result: Reply.Result
    /// The parts of the tool that try the reply. Random walks try every reply.
    package let uses: Uses

    /// The parts of the tool that try a reply.
    package struct Uses: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Every exploration tries the reply.
        package static let common = Uses(rawValue: 0b0111)
        /// Explorations of documented behavior try the reply.
        package static let usual = Uses(rawValue: 0b0110)
        /// Only explorations that include rare replies try the reply.
        package static let rare = Uses(rawValue: 0b0100)
        /// `flow-trace explain` tries the reply in place of the recorded reply.
        package static let explained = Uses(rawValue: 0b1000)
        /// Only random walks try the reply.
        package static let random: Uses = []
    }

    init(_ label: String, _ result: Reply.Result, _ uses: Uses) {
        self.label = label
        self.result = result
        self.uses = uses
    }
}

extension [PossibleReply] {
    /// Returns the replies that `use` tries.
    package func tried(by use: PossibleReply.Uses) -> [PossibleReply] { filter { $0.uses.isSuperset(of: use) } }
}

/// The values in possible replies. Their times are near one moment of a run.
package struct ReplyValues {
    package let now: Instant
    /// The providers that replies may name, starting with the current provider. Never empty.
    package let mvpds: [MVPDID]
    /// The providers that the partner framework may report, starting with the current provider. Never empty.
    package let mappings: [PlatformMappingID]
    /// The providers that the app knows.
    package let configuration: AdobeConfiguration
    /// The number that every secret in the replies has.
    package let number: Int64
    /// An instant in the past, for values that have expired.
    package var expired: Instant
    /// The provider that replies name for a session that was requested without a provider; `nil` if they name none.
    package var sessionMVPD: MVPDID?
    /// A provider of the partner framework to which no MVPD maps; `nil` if no reply may name such a provider.
    package var unmapped: PlatformMappingID?
    /// An additional error for random walks; `nil` if there is none.
    package var anyError: AdobeError?
    /// The provider of temporary access; `nil` if there is none. The legacy API's token for it looks like the token of a viewer who signed in.
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

    /// Returns the MVPD that belongs to a provider of the partner framework; the current MVPD if none does.
    func mvpd(for mapping: PlatformMappingID?) -> MVPDID {
        configuration.providers.first { $0.mapping != nil && $0.mapping == mapping }?.mvpd ?? mvpds[0]
    }
}
