import FlowMachine

/// Replaces the names of providers, requests and sessions, and the times, in the values of one log.
///
/// It first collects all names and then numbers them in the order of their bytes, so that pseudonyms sort in the same order as the names.
final class Pseudonyms {
    /// The names of one kind, such as MVPD ids, and their pseudonyms.
    private struct Names {
        let prefix: String
        private var collected: Set<[UInt8]> = []
        private var pseudonyms: [[UInt8]: String] = [:]

        init(prefix: String) { self.prefix = prefix }

        var count: Int { collected.count }

        mutating func collect(_ name: [UInt8]) { collected.insert(name) }

        /// Assigns a number to each collected name. All numbers have the same number of digits.
        mutating func number() {
            let digits = max(2, String(collected.count).utf8.count)
            for (index, name) in collected.ordered(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
                let number = String(index + 1)
                pseudonyms[name] = prefix + String(repeating: "0", count: digits - number.utf8.count) + number
            }
        }

        func pseudonym(_ name: [UInt8]) -> String { pseudonyms[name] ?? prefix + "0" }
    }

    private var providers = Names(prefix: "provider-")
    private var platformProviders = Names(prefix: "platform-")
    private var traces = Names(prefix: "trace-")
    private var errorCodes = Names(prefix: "unlisted_")
    private var profileTypes = Names(prefix: "unlisted-")
    /// The number of shifted instants.
    private var instants = 0
    /// The distance by which instants are shifted, in milliseconds; `nil` while names are collected.
    private var shift: Int64?

    /// The numbers of different names, and the number of shifted instants.
    var counts: PseudonymousLog.Counts {
        PseudonymousLog.Counts(
            providers: providers.count, platformProviders: platformProviders.count, traces: traces.count, errorCodes: errorCodes.count,
            profileTypes: profileTypes.count, instants: instants)
    }

    /// Starts to replace names and instants. `first` becomes `PseudonymousLog.start`.
    func beginReplacing(first: Instant) {
        providers.number()
        platformProviders.number()
        traces.number()
        errorCodes.number()
        profileTypes.number()
        shift = PseudonymousLog.start.milliseconds - first.milliseconds
    }

    /// Returns the replacement for `text`. While names are collected, returns `text`.
    func text(_ text: String, _ meaning: TextMeaning) -> String {
        if isPublic(text, meaning) { return text }
        let name = Array(text.utf8)
        if shift == nil {
            switch meaning {
            case .provider: providers.collect(name)
            case .platformProvider: platformProviders.collect(name)
            case .trace: traces.collect(name)
            case .errorCode: errorCodes.collect(name)
            case .profileType: profileTypes.collect(name)
            }
            return text
        }
        return switch meaning {
        case .provider: providers.pseudonym(name)
        case .platformProvider: platformProviders.pseudonym(name)
        case .trace: traces.pseudonym(name)
        case .errorCode: errorCodes.pseudonym(name)
        case .profileType: profileTypes.pseudonym(name)
        }
    }

    /// Returns whether the text is a word of Adobe's documents or of this library, which identifies nobody.
    private func isPublic(_ text: String, _ meaning: TextMeaning) -> Bool {
        switch meaning {
        case .provider: OwedLogout(text) == .device
        case .platformProvider, .trace: false
        case .errorCode: ErrorCodes.all.contains(text)
        case .profileType: if case .other = ProfileType(text) { false } else { true }
        }
    }

    /// Returns the shifted instant, in milliseconds since 1970. While names are collected, returns the same instant.
    func instant(_ milliseconds: Int64) -> Int64 {
        guard let shift else { return milliseconds }
        // An instant that means "never" or "always" is not a date, so the instant is not shifted.
        guard milliseconds < Pseudonyms.never else { return milliseconds }
        let moved = milliseconds + shift
        guard shift > 0 || moved >= Pseudonyms.year else { return milliseconds }
        instants += 1
        return moved
    }

    private static let year: Int64 = 365 * 86_400_000
    /// A hundred years before the last instant that a log can contain.
    private static let never: Int64 = (1 << 53) - 1 - 100 * year
}
