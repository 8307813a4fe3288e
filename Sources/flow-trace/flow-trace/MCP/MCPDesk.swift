import FlowMachine
import FlowReading

/// Answers the calls of tools with the results of FlowReading, in pages. Writes nothing.
final class MCPDesk {
    private let folders: MCPFolders
    /// The result for the last launches, so that the next page does not repeat the work. The result is used only while the list of files and the
    /// total size stay the same.
    private var judged: (paths: [String], size: Int, triage: Triage, problems: [String])?

    init(_ folders: MCPFolders) { self.folders = folders }

    /// The maximum number of launches that one answer reports on.
    private static let mostLaunches = 5000

    func call(_ tool: MCPTool, _ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        switch tool {
        case .overview: try overview(arguments)
        case .launch: try launch(arguments)
        case .request: try request(arguments)
        case .events: try events(arguments)
        case .why: try why(arguments)
        case .differs: try differs(arguments)
        case .draw: try draw(arguments)
        case .verify: try verify(arguments)
        case .rule: try rule(arguments)
        case .term: try term(arguments)
        }
    }

    // MARK: Launches

    private func overview(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let (paths, refused) = try folders.logs(arguments.text("path"))
        let (triage, problems) = try judge(paths)
        let (count, offset) = (triage.launches.count, try arguments.offset)
        var members = [Tree.Member("launches", .number(Int64(count)))]
        if offset == 0 {
            let patterns = count > 1 ? triage.patterns.map(TriageJSON.pattern) : []
            members += [
                Tree.Member("summary", .list(triage.summary.map { .text($0) })),
                Tree.Member("patterns", Tree.list(patterns).beginning(10)),
                Tree.Member("notRead", Tree.list((refused + problems).map { .text($0) }).beginning(20)),
            ]
        }
        let page = triage.launches.dropFirst(offset).prefix(20).map { MCPDesk.brief(TriageJSON.object($0.report, $0.changes)) }
        return MCPAnswer(members, "list", page, from: offset, of: count)
    }

    /// Returns a launch for the overview, without the details that the tool `launch` returns.
    private static func brief(_ launch: Tree) -> Tree {
        let kept = ["files", "app", "system", "support", "start", "end", "events", "provider"]
        var members = launch.members.filter { kept.contains($0.name) }
        let requests = launch["requests"]?.list ?? []
        members.append(Tree.Member("requests", .number(Int64(requests.count))))
        let unfulfilled = requests.filter { request in
            guard case .text(let word)? = request["outcome"] else { return false }
            return RequestOutcome(rawValue: word)?.isFulfilled == false
        }
        members.append(
            Tree.Member("unfulfilled", .list(unfulfilled.prefix(5).map { $0.picked(["name", "event", "outcome", "code", "id", "owner"]) })))
        for name in ["findings", "changes"] {
            members.append(Tree.Member(name, .list((launch[name]?.list ?? []).prefix(5).map { $0.picked(["id", "owner"]) })))
        }
        return .object(members)
    }

    private func launch(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let (object, _) = try launch(of: arguments.required("path"))
        let requests = object["requests"]?.list ?? []
        return MCPAnswer(object.members.filter { $0.name != "requests" }, "requests", requests, from: try arguments.offset, most: 20)
    }

    /// Returns the launch that a path names, compared with the other launches of its folder.
    private func launch(of path: String) throws(MCPFailure) -> (object: Tree, report: LaunchReport) {
        let files = try folders.launch(path)
        let (triage, problems) = try judge(try folders.neighbors(path))
        if let launch = triage.launches.first(where: { $0.report.files.contains(files[0]) }) {
            return (TriageJSON.object(launch.report, launch.changes), launch.report)
        }
        throw MCPFailure(problems.first { $0.hasPrefix(files[0]) } ?? "\(path): nothing of it can be read")
    }

    /// Returns the report on the launches in the files at `paths`, or the previous report on the same files.
    private func judge(_ paths: [String]) throws(MCPFailure) -> (triage: Triage, problems: [String]) {
        let size = LogFile.size(paths)
        if let judged, judged.paths == paths, judged.size == size { return (judged.triage, judged.problems) }
        let launches = SegmentName.launches(paths)
        guard launches.count <= MCPDesk.mostLaunches else {
            throw MCPFailure("\(launches.count) launches are more than \(MCPDesk.mostLaunches): name a folder in it")
        }
        var reports: [LaunchReport] = []
        var problems: [String] = []
        Workers.run(launches, threads: Workers.processors, work: { LaunchTriage.read($0, nil, .utc) }) { result in
            switch result {
            case .reports(let more): reports += more
            case .failed(let failure): problems.append(failure.text)
            }
        }
        let triage = Triage(reports, by: .utc)
        judged = (paths, size, triage, problems)
        return (triage, problems)
    }

    // MARK: Events

    private func request(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let (path, event) = (arguments.required("path"), arguments.number("event") ?? 0)
        let (object, report) = try launch(of: path)
        guard let request = report.requests.first(where: { $0.event == event }) else {
            throw MCPFailure("event \(event) made no request: launch lists the requests, each with its event")
        }
        for case .text(let file)? in (object["files"]?.list ?? []).reversed() {
            let (bytes, content) = try MCPDesk.content(file)
            guard let subject = ExplainedEvent(wish: request.wish.number, in: content, .utc),
                let scene = Scene(subject.number, content, bytes, .utc)
            else { continue }
            return MCPAnswer(ExplanationJSON.object(file, subject.title, scene))
        }
        throw MCPFailure("\(path): the request cannot be explained, because its log is damaged")
    }

    private func why(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let (path, event) = (arguments.required("path"), arguments.number("event") ?? 0)
        var spans: [String] = []
        for file in try folders.launch(path) {
            let (bytes, content) = try MCPDesk.content(file)
            if let scene = Scene(event, content, bytes, .utc) {
                return MCPAnswer(ExplanationJSON.object(file, ExplainedEvent(event, in: content, .utc).title, scene))
            }
            spans.append(PlaceFailure.span(content.records, .utc))
        }
        throw MCPFailure("\(path): there is no event \(event): \(spans.joined(separator: "; "))")
    }

    private func events(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let filter = try MCPDesk.filter(arguments)
        let from = arguments.number("from") ?? 1
        let to = arguments.number("to") ?? Int64.max
        guard from <= to else { throw MCPFailure("from \(from) comes after to \(to)") }
        let offset = try arguments.offset
        var page: [Tree] = []
        var count = 0
        for file in try folders.launch(arguments.required("path")) {
            let content = try MCPDesk.content(file).content
            var events = EventObjects(content.header)
            for record in content.records {
                if (from...to).contains(record.number), events.shows(record, filter) {
                    if count >= offset, page.count < 50 { page.append(events.brief(record)) }
                    count += 1
                }
                events.note(record)
            }
        }
        return MCPAnswer([Tree.Member("count", .number(Int64(count)))], "events", page, from: offset, of: count)
    }

    private static func filter(_ arguments: MCPArguments) throws(MCPFailure) -> EventFilter {
        let words = ["phase", "only", "grep"].flatMap { name in arguments.text(name).map { ["--" + name, $0] } ?? [] }
        do throws(UsageFailure) { return try Arguments(words, ReplayCommand.syntax).filter() } catch { throw MCPFailure(error.text) }
    }

    // MARK: Whole logs

    private func differs(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let left = try launchRead(arguments.required("path"))
        let comparison: Comparison
        if let other = arguments.text("other") {
            var table = KeyTable()
            let logs = [left, try launchRead(other)].map { ComparedLog($0.name, $0.header, $0.records, &table) }
            comparison = Comparison(logs[0], logs[1], .utc)
        } else {
            guard let redecided = left.againstBuild(.utc) else {
                throw MCPFailure("\(left.name): this build cannot continue from the log's snapshot: name another log as other")
            }
            comparison = redecided
        }
        let lines = ComparisonJSON.objects(comparison, showsAll: false, at: nil)
        let isSame = Tree.Member("isSame", .truth(comparison.firstDifference == nil))
        return MCPAnswer([isSame], "lines", lines, from: try arguments.offset, most: 40)
    }

    private func launchRead(_ path: String) throws(MCPFailure) -> ReadLaunch {
        let files = try folders.launch(path)
        do throws(ReadLaunch.Failure) {
            return try ReadLaunch(files.count == 1 ? files[0] : String(SegmentName.folder(files[0])), pastDamage: true)
        } catch {
            throw MCPFailure(error.text)
        }
    }

    private func draw(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let kind = LogDrawing.Kind(rawValue: arguments.text("as") ?? "") ?? .sequence
        var lines: [Tree] = []
        for file in try folders.launch(arguments.required("path")) {
            let text = LogDrawing(kind).text(try MCPDesk.content(file).content, name: file)
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { .text(String($0)) }
        }
        return MCPAnswer([], "lines", lines, from: try arguments.offset, most: 150)
    }

    private func verify(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        var files: [LogFile] = []
        for path in try folders.launch(arguments.required("path")) { files.append(try MCPDesk.file(path)) }
        return MCPAnswer([], "files", VerifyCommand.objects(files), from: try arguments.offset, most: 20)
    }

    private static func content(_ path: String) throws(MCPFailure) -> (bytes: [UInt8], content: LogContent) {
        let file = try file(path)
        do throws(LogFailure) { return (file.bytes, try LogContent(file.bytes, pastDamage: true)) } catch {
            throw MCPFailure(complaint(error, in: path))
        }
    }

    private static func file(_ path: String) throws(MCPFailure) -> LogFile {
        do throws(UnreadableFile) { return try LogFile.read(path) } catch { throw MCPFailure(error.text) }
    }

    // MARK: Words

    private func rule(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let id = arguments.required("id")
        if let rule = RulesTopic.rule(id) { return MCPAnswer(RulesTopic.object(rule)) }
        let rules = RulesTopic.rules(beginningWith: id)
        if rules.isEmpty {
            let names = RuleWords.all.map(\.id)
            throw MCPFailure(
                "there is no rule \"\(id)\"" + suggestion(for: id.uppercased(), among: names, else: ": V2-C lists those of phase C"))
        }
        return MCPAnswer([], "rules", rules.map(RulesTopic.object), from: try arguments.offset, most: 30)
    }

    private func term(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let word = arguments.required("word")
        let terms = Term.named(word)
        if terms.isEmpty {
            let words = Term.all.flatMap(\.words)
            throw MCPFailure(
                "there is no term \"\(word)\"" + suggestion(for: word, among: words, else: ": \(words.joined(separator: ", "))"))
        }
        let objects = terms.map { term in
            Tree.object([
                Tree.Member("words", .list(term.words.map { .text($0) })), Tree.Member("means", .text(term.meaning)),
                Tree.Member("log", .text(term.log)),
            ])
        }
        return MCPAnswer([Tree.Member("terms", .list(objects))])
    }
}
