import FlowMachine

/// What many launches have in common, counted by event and by launch.
struct TriageCounts {
    private(set) var launches = 0
    private(set) var requests = 0
    private(set) var unfulfilled = 0
    private var counts: [Table: [String: Count]] = [:]

    /// What is counted.
    enum Table: String, CaseIterable {
        case outcomes = "Outcomes of requests"
        case causes = "Causes of requests not fulfilled, or fulfilled late"
        case owners = "Whose business they are"
        case findings = "Launches, their logs and their clocks"
        case providers = "Providers of requests not fulfilled"
        case apps = "Apps of requests not fulfilled"
        case systems = "Systems of requests not fulfilled"
        case codes = "Adobe's error codes"
    }

    /// One row of a table.
    struct Row: Equatable {
        let name: String
        /// How often, counted by request or finding.
        let times: Int
        /// In how many launches.
        let launches: Int
    }

    private struct Count {
        var times = 0
        var launches = 0
        var lastLaunch = 0
    }

    mutating func add(_ report: LaunchReport, _ changes: [TriageCause]) {
        launches += 1
        requests += report.requests.count
        let unfulfilled = report.unfulfilled
        self.unfulfilled += unfulfilled.count
        for request in report.requests { count(.outcomes, request.outcome.words) }
        for request in unfulfilled + report.troubled {
            guard let cause = request.cause else { continue }
            count(.causes, cause.kind)
            count(.owners, cause.owner.words)
        }
        for request in unfulfilled {
            count(.providers, report.provider ?? "none")
            count(.apps, "\(report.header.app), library \(report.header.library)")
            if let system = report.header.system { count(.systems, system) }
            if let code = request.code { count(.codes, code) }
        }
        for finding in report.findings + changes { count(.findings, finding.kind) }
    }

    private mutating func count(_ table: Table, _ name: String) {
        var count = counts[table]?[name] ?? Count()
        count.times += 1
        if count.lastLaunch != launches { count.launches += 1 }
        count.lastLaunch = launches
        counts[table, default: [:]][name] = count
    }

    /// The tables, the rows of each most frequent first.
    var tables: [(title: String, rows: [Row])] {
        Table.allCases.map { table in
            let rows = (counts[table] ?? [:]).map { Row(name: $0.key, times: $0.value.times, launches: $0.value.launches) }
            return (table.rawValue, rows.sorted { ($1.times, $0.name) < ($0.times, $1.name) })
        }
    }
}
