import FlowMachine

/// The wording of a log's values. All drawings and tables use it, so that they use the same words.
///
/// The extensions of this type switch over the types of events and effects without a default case, so that a new case does not compile until it has
/// words.
package final class Wording: Sendable {
    let settings: FlowSettings
    /// Whether the library that wrote the log records a shutdown as an event.
    let recordsShutdown: Bool
    private let names: [SecretRef: String]
    /// The clock for all times.
    let clock: DisplayedClock

    /// Creates the wording for the log with this header. Pass the clock UTC for text that programs read.
    package init(_ header: LogHeader, _ clock: DisplayedClock = .utc) {
        settings = header.settings
        self.clock = clock.of(header)
        recordsShutdown = header.modelRevision >= 4
        names = Dictionary(first: header.names.map { ($0.ref, $0.name) })
    }

    /// Returns the profile of a pending sign-out in words.
    package func owed(_ logout: OwedLogout) -> String { logout == .device ? "every viewer on this device" : logout.text }

    /// Returns the name of a reference, or the name of its resource if a development log contains it.
    func ref(_ ref: SecretRef) -> String { names[ref] ?? ref.name }

    /// Returns a rule without the prefix `V2-`.
    func rule(_ id: String) -> String { id.hasPrefix("V2-") ? String(id.dropFirst(3)) : id }

    /// Returns a number with a noun, such as `3 providers` or `1 provider`.
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Returns the parts separated by commas, without empty ones.
    func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }

    /// Returns the time from `time` to an expiry, in words; empty without an expiry.
    func term(_ end: Instant?, from time: Instant) -> String {
        guard let end else { return "" }
        return end <= time
            ? "expired \(TimeWords.term(time.milliseconds - end.milliseconds)) before, by the device's clock"
            : TimeWords.term(end.milliseconds - time.milliseconds)
    }
}
