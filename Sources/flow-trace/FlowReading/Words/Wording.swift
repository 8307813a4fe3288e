import FlowMachine

/// The wording of a log's values: the only place for it, so that every drawing and table uses the same words.
///
/// The extensions of this type follow the events' and effects' own types, case by case without a default: a new case does
/// not compile until it has its words.
package final class Wording: Sendable {
    let settings: FlowSettings
    /// Whether the library that wrote the log records a shutdown.
    let recordsShutdown: Bool
    private let names: [SecretRef: String]
    /// The clock of all times.
    let clock: DisplayedClock

    /// The words for the log with this header. Text for machines has UTC, whatever clock is displayed.
    package init(_ header: LogHeader, _ clock: DisplayedClock = .utc) {
        settings = header.settings
        self.clock = clock.of(header)
        recordsShutdown = header.modelRevision >= 4
        names = Dictionary(first: header.names.map { ($0.ref, $0.name) })
    }

    /// The profile that Adobe is to log out.
    package func owed(_ logout: OwedLogout) -> String { logout == .device ? "every viewer on this device" : logout.text }

    /// A reference, or the name behind it where a development log gives one.
    func ref(_ ref: SecretRef) -> String { names[ref] ?? ref.name }

    /// A rule without the prefix that all rules of the API in use share.
    func rule(_ id: String) -> String { id.hasPrefix("V2-") ? String(id.dropFirst(3)) : id }

    /// `3 providers`, `1 provider`.
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Several things in a row, the words separated by commas; empty ones are left out.
    func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }

    /// How long something is valid from `time`.
    func term(_ end: Instant?, from time: Instant) -> String {
        guard let end else { return "" }
        return end <= time
            ? "expired \(TimeWords.term(time.milliseconds - end.milliseconds)) before, by the device's clock"
            : TimeWords.term(end.milliseconds - time.milliseconds)
    }
}
