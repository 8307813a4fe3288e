import FlowMachine

/// Finds the logs that are copies of other logs, so that each launch counts once, and logs of one launch with different contents.
package struct LaunchCopies: Sendable {
    /// What two logs of one launch have in common.
    private struct Identity: Hashable {
        let support: String
        let installation: String?
        let app: String
        let library: String
        let start: Int64

        init(_ report: LaunchReport) {
            support = report.header.support
            installation = report.header.installation
            app = report.header.app
            library = report.header.library
            start = report.start.milliseconds
        }
    }

    private var seen: [Identity: [(fingerprint: UInt64, file: String)]] = [:]
    /// The number of logs that are copies of others.
    package private(set) var count = 0
    /// The number of logs that begin with the launch of another log and have a different content.
    package private(set) var conflicts = 0
    private var copy: (file: String, of: String)?
    private var conflict: (file: String, of: String)?

    /// Returns whether the log is a copy of an earlier one, and remembers it.
    package mutating func isCopy(_ report: LaunchReport) -> Bool {
        let identity = Identity(report)
        let same = seen[identity] ?? []
        if let first = same.first(where: { $0.fingerprint == report.fingerprint }) {
            count += 1
            copy = copy ?? (report.file, first.file)
            return true
        }
        seen[identity] = same + [(report.fingerprint, report.file)]
        // Without these values, the app may use one support id for several launches.
        if let first = same.first, report.header.installation != nil || report.header.previousSupport != nil {
            conflicts += 1
            conflict = conflict ?? (report.file, first.file)
        }
        return false
    }

    /// The copies and the contradicting logs in sentences; empty if there are none.
    package var sentences: [String] {
        var sentences: [String] = []
        if let copy {
            sentences.append(
                "\(count) log\(count == 1 ? " is a copy of another, and counts" : "s are copies of others, and count") once: for example \(copy.file) of \(copy.of)."
            )
        }
        if let conflict {
            let subject = conflicts == 1 ? "1 log has" : "\(conflicts) logs have"
            sentences.append(
                "\(subject) the same launch as another log, but other content: for example \(conflict.file) and \(conflict.of). One of them was exported before the launch ended, or was changed. Both count."
            )
        }
        return sentences
    }
}
