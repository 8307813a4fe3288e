import FlowMachine
import FlowReading

/// What the server has read. A log is read again only if its file has changed, however many answers are about it.
final class MCPShelf {
    /// The most launches that are judged for one answer.
    private static let mostLaunches = 5000
    /// The most bytes of logs that are kept with their events; the last log is kept whatever its size.
    private static let mostBytes = 32 << 20
    /// The most judgements that are kept: of everything, and of folders in it.
    private static let mostJudgements = 4

    private typealias Versions = [FileVersion?]

    /// The reports on launches by their files.
    private var reports: [[String]: (versions: Versions, reports: [LaunchReport])] = [:]
    /// The last judged lists of files, the newest last.
    private var judgements: [(paths: [String], versions: Versions, judged: Judged)] = []
    /// The last logs with their events, the newest last.
    private var logs: [(path: String, version: FileVersion?, log: Log)] = []
    private var list: (question: String, versions: Versions, list: MCPList)?

    // MARK: Launches

    /// Launches together, and what is wrong with the files of others.
    final class Judged {
        let triage: Triage
        let problems: [String]
        /// What the launches have in common, which takes as long as several launches.
        private(set) lazy var summary = triage.summary
        private(set) lazy var patterns = triage.patterns

        init(_ triage: Triage, _ problems: [String]) {
            self.triage = triage
            self.problems = problems
        }
    }

    /// Judges the launches in these files.
    func judged(_ paths: [String]) throws(MCPFailure) -> Judged {
        let versions = paths.map { FileVersion($0) }
        if let kept = judgements.firstIndex(where: { $0.paths == paths && $0.versions == versions }) {
            judgements.append(judgements.remove(at: kept))
            return judgements[judgements.count - 1].judged
        }
        let launches = SegmentName.launches(paths)
        guard launches.count <= MCPShelf.mostLaunches else {
            throw MCPFailure("\(launches.count) launches are more than \(MCPShelf.mostLaunches): name a folder in it")
        }
        let judged = read(launches)
        judgements.removeAll { $0.paths == paths }
        judgements = judgements.suffix(MCPShelf.mostJudgements - 1) + [(paths, versions, judged)]
        return judged
    }

    /// The reports on these launches: those that are kept, and the others, which are read on all processors.
    private func read(_ launches: [[String]]) -> Judged {
        let versions = launches.map { $0.map { FileVersion($0) } }
        let unread = launches.indices.filter { reports[launches[$0]]?.versions != versions[$0] }
        if reports.count + unread.count > 2 * MCPShelf.mostLaunches {
            let wanted = Set(launches)
            reports = reports.filter { wanted.contains($0.key) }
        }
        var problems: [String] = []
        var results = unread.makeIterator()
        Workers.run(unread.map { launches[$0] }, threads: Workers.processors, work: { LaunchTriage.read($0, nil, .utc) }) { result in
            guard let index = results.next() else { return }
            switch result {
            case .reports(let more): reports[launches[index]] = (versions[index], more)
            case .failed(let failure):
                reports[launches[index]] = nil
                problems.append(failure.text)
            }
        }
        return Judged(Triage(launches.flatMap { reports[$0]?.reports ?? [] }, by: .utc), problems)
    }

    // MARK: Events

    /// A log with its events.
    struct Log {
        let bytes: [UInt8]
        let content: LogContent
    }

    /// Reads a log, past its damage.
    func log(_ path: String) throws(MCPFailure) -> Log {
        let version = FileVersion(path)
        if let kept = logs.firstIndex(where: { $0.path == path && $0.version == version }) {
            logs.append(logs.remove(at: kept))
            return logs[logs.count - 1].log
        }
        let bytes = try MCPShelf.file(path).bytes
        let log: Log
        do throws(LogFailure) { log = Log(bytes: bytes, content: try LogContent(bytes, pastDamage: true)) } catch {
            throw MCPFailure(complaint(error, in: path))
        }
        logs.removeAll { $0.path == path }
        logs.append((path, version, log))
        while logs.count > 1, logs.reduce(0, { $0 + $1.log.bytes.count }) > MCPShelf.mostBytes { logs.removeFirst() }
        return log
    }

    /// Reads a file, which may be no log.
    static func file(_ path: String) throws(MCPFailure) -> LogFile {
        do throws(UnreadableFile) { return try LogFile.read(path) } catch { throw MCPFailure(error.text) }
    }

    /// The list that answers `question` about these files: the last one if it is the same, so that the next page does not make it again.
    func list(
        _ question: String, _ files: [String], _ make: () throws(MCPFailure) -> MCPList
    ) throws(MCPFailure) -> MCPList {
        let versions = files.map { FileVersion($0) }
        if let list, list.question == question, list.versions == versions { return list.list }
        let made = try make()
        list = (question, versions, made)
        return made
    }
}
