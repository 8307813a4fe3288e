@testable import FlowMachine

/// A log with records that no machine decided, but with valid checksums.
enum LogBytes {
    static func of(_ records: [LogRecord], header: LogHeader = Script().header) -> [UInt8] {
        var writer = LineWriter()
        var bytes = writer.line(header)
        for record in records { bytes += writer.line(record) }
        return bytes
    }
}

extension LogRecord {
    /// This record with another rule or other effects.
    func changed(rule: String? = nil, effects: [Effect]? = nil, digest: UInt64? = nil) -> LogRecord {
        LogRecord(
            number: number, by: by, event: event, rule: rule ?? self.rule, state: state, step: step, effects: effects ?? self.effects,
            digest: digest ?? self.digest)
    }
}
