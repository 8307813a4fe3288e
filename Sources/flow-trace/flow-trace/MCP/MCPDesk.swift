import FlowMachine
import FlowReading

/// Answers the calls of tools: the values of FlowReading, in pages. It only reads.
final class MCPDesk {
    private let folders: MCPFolders
    /// The launches that were judged last, so that the next page does not judge them again. They are judged again if the files change.
    private var judged: (paths: [String], size: Int, triage: Triage, problems: [String])?

    init(_ folders: MCPFolders) { self.folders = folders }

    /// The most launches that are judged for one answer.
    private static let mostLaunches = 5000

    func call(_ tool: MCPTool, _ arguments: MCPArguments) throws(MCPFailure) -> Tree {
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

    private func overview(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
        let (paths, refused) = try folders.logs(arguments.text("path"))
        let (triage, problems) = try judge(paths)
        let objects = triage.objects
        let page = Page(objects.prefix(triage.launches.count).map(MCPDesk.brief), try arguments.offset, most: 20, bytes: 26_000)
        var members = [Tree.Member("launches", .number(Int64(triage.launches.count)))]
        if try arguments.offset == 0 {
            members += [
                Tree.Member("summary", .list(triage.summary.map { .text($0) })),
                Tree.Member("patterns", .list(Page(objects.last?["patterns"]?.list ?? [], 0, most: 10, bytes: 12_000).values)),
                Tree.Member("notRead", .list((refused + problems).prefix(20).map { .text($0) })),
            ]
        }
        return .object(members + page.members("list"))
    }

    /// A launch in a line of the overview: what `launch` says more about is left out.
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

    private func launch(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
        let (object, _) = try launch(of: arguments.required("path"))
        let page = Page(object["requests"]?.list ?? [], try arguments.offset, most: 20)
        return .object(object.members.filter { $0.name != "requests" } + page.members("requests"))
    }

    /// The launch that a path names, among those of its folder.
    private func launch(of path: String) throws(MCPFailure) -> (object: Tree, report: LaunchReport) {
        let files = try folders.launch(path)
        let (triage, problems) = try judge(try folders.neighbors(path))
        for (object, launch) in zip(triage.objects, triage.launches) {
            if object["files"]?.list.contains(.text(files[0])) == true { return (object, launch.report) }
        }
        throw MCPFailure(problems.first { $0.hasPrefix(files[0]) } ?? "\(path): nothing of it can be read")
    }

    /// Judges the launches in these files.
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

    private func request(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
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
            return ExplanationJSON.object(file, subject.title, scene)
        }
        throw MCPFailure("\(path): the request cannot be explained, because its log is damaged")
    }

    private func why(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
        let (path, event) = (arguments.required("path"), arguments.number("event") ?? 0)
        var spans: [String] = []
        for file in try folders.launch(path) {
            let (bytes, content) = try MCPDesk.content(file)
            if let scene = Scene(event, content, bytes, .utc) {
                return ExplanationJSON.object(file, ExplainedEvent(event, in: content, .utc).title, scene)
            }
            spans.append(PlaceFailure.span(content.records, .utc))
        }
        throw MCPFailure("\(path): there is no event \(event): \(spans.joined(separator: "; "))")
    }

    private func events(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
        let filter = try MCPDesk.filter(arguments)
        let from = arguments.number("from") ?? 1
        let to = arguments.number("to") ?? Int64.max
        guard from <= to else { throw MCPFailure("from \(from) comes after to \(to)") }
        var objects: [Tree] = []
        for file in try folders.launch(arguments.required("path")) {
            let content = try MCPDesk.content(file).content
            var events = EventObjects(content.header)
            for record in content.records {
                if (from...to).contains(record.number), events.shows(record, filter) { objects.append(events.brief(record)) }
                events.note(record)
            }
        }
        let page = Page(objects, try arguments.offset, most: 50)
        return .object([Tree.Member("count", .number(Int64(objects.count)))] + page.members("events"))
    }

    private static func filter(_ arguments: MCPArguments) throws(MCPFailure) -> EventFilter {
        let words = ["phase", "only", "grep"].flatMap { name in arguments.text(name).map { ["--" + name, $0] } ?? [] }
        do throws(UsageFailure) { return try Arguments(words, ReplayCommand.syntax).filter() } catch { throw MCPFailure(error.text) }
    }

    // MARK: Whole logs

    private func differs(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
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
        let page = Page(ComparisonJSON.objects(comparison, showsAll: false, at: nil), try arguments.offset, most: 40)
        return .object([Tree.Member("isSame", .truth(comparison.firstDifference == nil))] + page.members("lines"))
    }

    private func launchRead(_ path: String) throws(MCPFailure) -> ReadLaunch {
        let files = try folders.launch(path)
        do throws(ReadLaunch.Failure) {
            return try ReadLaunch(files.count == 1 ? files[0] : String(SegmentName.folder(files[0])), pastDamage: true)
        } catch {
            throw MCPFailure(error.text)
        }
    }

    private func draw(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
        let kind = LogDrawing.Kind(rawValue: arguments.text("as") ?? "") ?? .sequence
        var lines: [Tree] = []
        for file in try folders.launch(arguments.required("path")) {
            let text = LogDrawing(kind).text(try MCPDesk.content(file).content, name: file)
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { .text(String($0)) }
        }
        return .object(Page(lines, try arguments.offset, most: 150).members("lines"))
    }

    private func verify(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
        var files: [LogFile] = []
        for path in try folders.launch(arguments.required("path")) { files.append(try MCPDesk.file(path)) }
        return .object([Tree.Member("files", .list(VerifyCommand.objects(files)))])
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

    private func rule(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
        let id = arguments.required("id")
        if let rule = RulesTopic.rule(id) { return RulesTopic.object(rule) }
        let rules = RulesTopic.rules(beginningWith: id)
        if rules.isEmpty {
            let names = RuleWords.all.map(\.id)
            throw MCPFailure(
                "there is no rule \"\(id)\"" + suggestion(for: id.uppercased(), among: names, else: ": V2-C lists those of phase C"))
        }
        return .object(Page(rules.map(RulesTopic.object), try arguments.offset, most: 30).members("rules"))
    }

    private func term(_ arguments: MCPArguments) throws(MCPFailure) -> Tree {
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
        return .object([Tree.Member("terms", .list(objects))])
    }

    // MARK: Pages

    /// As many of the values from an offset on as one answer has.
    private struct Page {
        let values: [Tree]
        private let next: Int?

        /// - Parameter bytes: The most bytes of the values together; one that is longer is alone.
        init(_ all: [Tree], _ offset: Int, most: Int, bytes: Int = 40_000) {
            var values: [Tree] = []
            var sum = 0
            for value in all.dropFirst(offset).prefix(most) {
                sum += value.json.utf8.count
                if sum > bytes, !values.isEmpty { break }
                values.append(value)
            }
            self.values = values
            next = offset + values.count < all.count && !values.isEmpty ? offset + values.count : nil
        }

        /// The values, and where the next page begins; no cursor on the last.
        func members(_ name: String) -> [Tree.Member] {
            [Tree.Member(name, .list(values))] + (next.map { [Tree.Member("nextCursor", .text(String($0)))] } ?? [])
        }
    }
}

extension Tree {
    /// The members of an object; none of anything else.
    fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The values of a list; none of anything else.
    fileprivate var list: [Tree] { if case .list(let list) = self { list } else { [] } }

    fileprivate subscript(name: String) -> Tree? { members.first { $0.name == name }?.value }

    /// An object with these members alone, as far as it has them.
    fileprivate func picked(_ names: [String]) -> Tree { .object(members.filter { names.contains($0.name) }) }
}
