import FlowMachine

/// A reply that is worth trying.
package struct PossibleReply {
    /// The reply in a few words.
    package let label: String
    package let result: Reply.Result
    /// Who tries it. Random events try every reply.
    package let uses: Uses

    /// Who tries a reply.
    package struct Uses: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Every exploration.
        package static let common = Uses(rawValue: 0b0111)
        /// Explorations that try what Adobe's documents show.
        package static let usual = Uses(rawValue: 0b0110)
        /// Explorations that try rare replies.
        package static let rare = Uses(rawValue: 0b0100)
        /// `flow-trace explain`, as what could have come instead.
        package static let explained = Uses(rawValue: 0b1000)
        /// Random events alone.
        package static let random: Uses = []
    }

    init(_ label: String, _ result: Reply.Result, _ uses: Uses) {
        self.label = label
        self.result = result
        self.uses = uses
    }
}

extension [PossibleReply] {
    /// Those that `use` tries.
    package func tried(by use: PossibleReply.Uses) -> [PossibleReply] { filter { $0.uses.isSuperset(of: use) } }
}

/// What replies are made of: the values near one moment of a run.
package struct ReplyValues {
    package let now: Instant
    /// The providers that replies may name, with the one in play first. Never empty.
    package let mvpds: [MVPDID]
    /// What the partner framework may report, with the provider in play first. Never empty.
    package let mappings: [PlatformMappingID]
    /// The providers that the app knows.
    package let configuration: Configuration
    /// The number of every secret that comes in with the reply.
    package let number: Int64
    /// An instant at which a value has expired.
    package var expired: Instant
    /// The provider of a session that was asked for without one.
    package var sessionMVPD: MVPDID?
    /// A provider that no MVPD maps to.
    package var unmapped: PlatformMappingID?
    /// The error of a denial beside those that lead different ways.
    package var anyError: AdobeError?
    /// The provider of temporary access, whose token the legacy API does not tell from a viewer's.
    package var temporaryAccess: MVPDID?
    package var hasAttributes = false
    package var tokenLife = Interval.seconds(21_600)
    package var profileLife = Interval.seconds(2_592_000)
    package var statusLife = Interval.seconds(2_592_000)
    package var codeLife = Interval.seconds(1800)
    package var mediaLife = Interval.seconds(420)

    package init(now: Instant, mvpds: [MVPDID], mappings: [PlatformMappingID], configuration: Configuration, number: Int64) {
        self.now = now
        self.mvpds = mvpds
        self.mappings = mappings
        self.configuration = configuration
        self.number = number
        expired = now.advanced(by: .seconds(-60))
    }

    func ref(_ kind: SecretRef.Kind) -> SecretRef { SecretRef(kind, number) }

    /// Adobe's id for one of the partner framework's.
    func mvpd(for mapping: PlatformMappingID?) -> MVPDID {
        configuration.providers.first { $0.mapping != nil && $0.mapping == mapping }?.mvpd ?? mvpds[0]
    }
}
