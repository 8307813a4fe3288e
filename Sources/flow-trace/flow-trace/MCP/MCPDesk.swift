import FlowMachine
import FlowReading

/// Answers the calls of tools with the results of FlowReading, in pages. Writes nothing.
final class MCPDesk {
    private let folders: MCPFolders
    private let shelf = MCPShelf()

    init(_ folders: MCPFolders) { self.folders = folders }

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
        let judged = try shelf.judged(paths)
        let triage = judged.triage
        let (count, offset) = (triage.launches.count, try arguments.offset)
        var members = [Tree.Member("launches", .number(Int64(count)))]
        if offset == 0 {
            let patterns = count > 1 ? judged.patterns.map(TriageJSON.pattern) : []
            members += [
                Tree.Member("summary", .list(judged.summary.map { .text($0) })),
                Tree.Member("patterns", Tree.list(patterns).beginning(10)),
                Tree.Member("notRead", Tree.list((refused + judged.problems).map { .text($0) }).beginning(20)),
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
        let judged = try shelf.judged(try folders.neighbors(path))
        if let launch = judged.triage.launches.first(where: { $0.report.files.contains(files[0]) }) {
            return (TriageJSON.object(launch.report, launch.changes), launch.report)
        }
        throw MCPFailure(judged.problems.first { $0.hasPrefix(files[0]) } ?? "\(path): nothing of it can be read")
    }

    // MARK: Events

    private func request(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let (path, event) = (arguments.required("path"), arguments.number("event") ?? 0)
        let (object, report) = try launch(of: path)
        // The evidence of a cause has the event that answered.
        let asked = report.requests.first { $0.event == event } ?? report.requests.first { $0.answerEvent == event }
        guard let request = asked else {
            throw MCPFailure("event \(event) made no request: launch lists the requests, each with its event")
        }
        for case .text(let file)? in (object["files"]?.list ?? []).reversed() {
            let log = try shelf.log(file)
            guard let subject = ExplainedEvent(wish: request.wish.number, in: log.content, .utc),
                let scene = Scene(subject.number, log.content, log.bytes, .utc)
            else { continue }
            return MCPAnswer(ExplanationJSON.object(file, subject.title, scene))
        }
        throw MCPFailure("\(path): the request cannot be explained, because its log is damaged")
    }

    private func why(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let (path, event) = (arguments.required("path"), arguments.number("event") ?? 0)
        var spans: [String] = []
        for file in try folders.launch(path) {
            let log = try shelf.log(file)
            if let scene = Scene(event, log.content, log.bytes, .utc) {
                return MCPAnswer(ExplanationJSON.object(file, ExplainedEvent(event, in: log.content, .utc).title, scene))
            }
            spans.append(PlaceFailure.span(log.content.records, .utc))
        }
        throw MCPFailure("\(path): there is no event \(event): \(spans.joined(separator: "; "))")
    }

    private func events(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let filter = try MCPDesk.filter(arguments)
        let from = arguments.number("from") ?? 1
        let to = arguments.number("to") ?? Int64.max
        guard from <= to else { throw MCPFailure("from \(from) comes after to \(to)") }
        let list = try list(.events, arguments) { files throws(MCPFailure) in
            let events = MCPEvents(try files.map { path throws(MCPFailure) in try shelf.log(path).content }, from...to, filter)
            return MCPList([Tree.Member("count", .number(Int64(events.count)))], count: events.count) { events.page($0) }
        }
        return list.answer("events", from: try arguments.offset, most: 50)
    }

    private static func filter(_ arguments: MCPArguments) throws(MCPFailure) -> EventFilter {
        let words = ["phase", "only", "grep"].flatMap { name in arguments.text(name).map { ["--" + name, $0] } ?? [] }
        do throws(UsageFailure) { return try Arguments(words, ReplayCommand.syntax).filter() } catch { throw MCPFailure(error.text) }
    }

    // MARK: Whole logs

    /// The list that a tool answers about one launch, and about another if it is named; kept for the next page.
    private func list(
        _ tool: MCPTool, _ arguments: MCPArguments, _ make: ([String]) throws(MCPFailure) -> MCPList
    ) throws(MCPFailure) -> MCPList {
        let files = try folders.launch(arguments.required("path"))
        let others = try arguments.text("other").map { path throws(MCPFailure) in try folders.launch(path) } ?? []
        return try shelf.list(arguments.question(tool), files + others) { () throws(MCPFailure) in try make(files) }
    }

    private func differs(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let list = try list(.differs, arguments) { _ throws(MCPFailure) in
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
            return MCPList(
                [Tree.Member("isSame", .truth(comparison.firstDifference == nil))],
                ComparisonJSON.objects(comparison, showsAll: false, at: nil))
        }
        return list.answer("lines", from: try arguments.offset, most: 40)
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
        let drawing = LogDrawing(LogDrawing.Kind(rawValue: arguments.text("as") ?? "") ?? .sequence)
        let list = try list(.draw, arguments) { files throws(MCPFailure) in
            var lines: [Substring] = []
            for file in files {
                lines += drawing.text(try shelf.log(file).content, name: file).split(separator: "\n", omittingEmptySubsequences: false)
            }
            return MCPList(count: lines.count) { [lines] range in lines[range].map { .text(String($0)) } }
        }
        return list.answer("lines", from: try arguments.offset, most: 150)
    }

    private func verify(_ arguments: MCPArguments) throws(MCPFailure) -> MCPAnswer {
        let list = try list(.verify, arguments) { files throws(MCPFailure) in
            MCPList([], VerifyCommand.objects(try files.map { path throws(MCPFailure) in try MCPShelf.file(path) }))
        }
        return list.answer("files", from: try arguments.offset, most: 20)
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
        func object(_ words: [String], _ meaning: String, log: String) -> Tree {
            .object([
                Tree.Member("words", .list(words.map { .text($0) })), Tree.Member("means", .text(meaning)), Tree.Member("log", .text(log)),
            ])
        }
        let id = word.lowercased()
        var objects = Term.named(word).map { object($0.words, $0.meaning, log: $0.log) }
        for cause in CausesTopic.all where cause.id == id { objects.append(object([id], "The cause: \(cause.words).", log: "")) }
        for code in ErrorWords.of(id) {
            let meaning = "Adobe's error code: \(code.asked), \(code.condition). Then \(code.does). Rule \(code.rule)."
            objects.append(object([id], meaning + " Who can act: \(code.owner).", log: id))
        }
        if objects.isEmpty {
            let words = Term.all.flatMap(\.words)
            let names = words + CodesTopic.codes + CausesTopic.all.map { $0.id }
            throw MCPFailure(
                "there is no term \"\(word)\"" + suggestion(for: word, among: names, else: ": \(words.joined(separator: ", "))"))
        }
        return MCPAnswer([Tree.Member("terms", .list(objects))])
    }
}
