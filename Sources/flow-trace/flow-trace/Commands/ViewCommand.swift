import FlowMachine
import FlowReading

/// `view`: writes logs as a page for a browser.
enum ViewCommand {
    static let syntax = CommandSyntax(
        name: "view",
        summary: "Write logs as one web page: the findings, the drawing, steps and what-if, without a network.",
        operands: "LOG ...",
        examples: [
            Example("view --out page.html app.jsonl", "What happened, as a page to mail."),
            Example("view --empty --out viewer.html", "A viewer for logs that are dropped on it."),
        ],
        options: [
            Option("--out", "FILE", "Write the page to FILE, which must not exist yet. Default: standard output.", values: .file).shortened(
                "-o"),
            Option("--empty", nil, "Write the viewer without a log: logs are opened in it, or dropped on it."),
            Option(
                "--module", "FILE", "FlowReading for the browser: the flowreading.wasm.gz of this version. Default: the one near the tool.",
                values: .file),
            .timeZone,
        ],
        notes: [
            "The page is one file. It sends nothing, loads nothing and stores nothing: its content policy forbids it. The\n"
                + "findings are plain HTML, the same as those of flow-trace triage, so that a mail preview, a printer and a screen\n"
                + "reader have them. The drawing, the steps and what-if run in the browser; they need FlowReading as wasm. Without\n"
                + "it, the page has the findings and the drawing as a table, and standard error says how to build it.",
            "A log is in the page byte by byte. Logs of more than \(mostMegabytes) MB together are not: the page has their findings, and they\n"
                + "are opened in it.",
            "Some mail servers refuse pages with scripts. Then mail the log, and open it with the viewer that --empty writes.",
        ])

    /// The maximum size of all logs in a page together, in megabytes.
    private static let mostMegabytes = 64
    /// The maximum number of rows of the table that a browser without script shows.
    private static let mostRows = 400

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let isEmpty = arguments.has("--empty")
        if isEmpty, !arguments.operands.isEmpty {
            throw UsageFailure("--empty writes a viewer without a log: leave out \(arguments.operands[0])")
        }
        if arguments.text("--out") == nil, console.columns != nil {
            throw UsageFailure("the page would be printed on the terminal: write it to a file with --out page.html")
        }
        var page = PageDocument()
        do throws(UnreadableFile) {
            page.module = try arguments.text("--module").map { path throws(UnreadableFile) in try PageModule.read(path) }
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
        let code = isEmpty ? .fine : try fill(&page, arguments, console)
        if !isEmpty, page.findings.isEmpty { return code }
        page.module = page.module ?? PageModule.find(near: toolPath())
        if page.module == nil {
            page.notes.append(PageModule.advice + ".")
            console.complain("flow-trace: \(PageModule.advice)")
        }
        return code.and(write(page.html, arguments, console))
    }

    private static func write(_ html: String, _ arguments: Arguments, _ console: Console) -> ExitCode {
        guard let file = arguments.text("--out") else {
            console.write(html)
            return .fine
        }
        let bytes = Array(html.utf8)
        if let code = WhatIfCommand.write(bytes, to: file, console) { return code }
        console.write(Printable.text("\(file) has \(grouped(bytes.count / 1000)) kB: open it in a browser.", ascii: false) + "\n")
        return .fine
    }

    // MARK: Logs

    /// Reads the logs into the page.
    private static func fill(_ page: inout PageDocument, _ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        var look = try Look(arguments, console)
        look.utc = true
        let clock = look.clock(json: false)
        var reports: [LaunchReport] = []
        var files: [String] = []
        let code = try Logs.forEachLaunch(arguments, console) { paths, progress in
            (paths, LaunchTriage.read(paths, progress, clock))
        } body: { launch, launches in
            let result = launches == 1 ? LaunchTriage.withPointsOfNoReturn(launch.1, launch.0) : launch.1
            return TriageCommand.take(result, console) {
                reports += $0
                files += launch.0
            }
        } end: { _ in
        }
        if reports.isEmpty { return code }
        let triage = Triage(reports, by: clock, Workers.Mapper())
        page.findings = triage.html
        embed(files, in: &page)
        page.title = title(triage, page)
        return code
    }

    private static func embed(_ paths: [String], in page: inout PageDocument) {
        let size = LogFile.size(paths)
        // Standard input was read for the findings, and cannot be read again.
        guard size <= mostMegabytes << 20, !paths.contains("-") else {
            page.notes.append(
                paths.contains("-")
                    ? "The log is not in this page, because it was read from the standard input: open it here to draw it."
                    : "The logs are not in this page, because they have \(grouped(size >> 20)) MB: open one here to draw it.")
            return
        }
        for launch in SegmentName.launches(paths) {
            let files = launch.compactMap { try? LogFile.read($0) }.map { (name: $0.name, bytes: $0.bytes) }
            guard let first = files.first, let log = try? JoinedLog(first, files.dropFirst()) else { continue }
            page.logs += files
            if paths.count > Triage.mostInFull { continue }
            page.verdicts.append((first.name, LogVerdict(log).text))
            if paths.count == launch.count { page.drawing = DrawnRows(log.content).html(most: mostRows) }
        }
    }

    private static func title(_ triage: Triage, _ page: PageDocument) -> String {
        guard triage.launches.count == 1, let report = triage.launches.first?.report else {
            return "\(grouped(triage.launches.count)) launches"
        }
        let name = page.logs.first?.name.split(separator: "/").last.map { String($0) } ?? report.header.support
        return "\(name), \(report.header.app)"
    }
}
