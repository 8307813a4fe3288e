import FlowImport
import FlowMachine
import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// `import`: does the traffic of any app keep Adobe's rules?
enum ImportCommand {
    static let syntax = CommandSyntax(
        name: "import",
        summary: "Judge the captured traffic of any app with Adobe Pass by Adobe's rules.",
        operands: "CAPTURE ...",
        examples: [
            Example("import capture.har", "Which rules does this app break?"),
            Example("import --junit capture.har", "The same as a test report, for a build server."),
            Example("import --sarif capture.har", "The same as SARIF, for a code host."),
            Example("import --out imported.jsonl capture.har", "What would FlowMachine have done on the same answers?"),
        ],
        options: [
            Option("--host", "HOST,...", "Also judge requests to these hosts, for example an app's own proxy for Adobe Pass."),
            Option(
                "--out", "FILE",
                "Also write the log of what FlowMachine would have done on the answers of one capture. FILE must not exist.", values: .file
            ).shortened("-o"),
            .json(per: "capture"),
            Option("--sarif", nil, "Print the findings as SARIF 2.1.0."),
            Option("--junit", nil, "Print JUnit XML: one suite per capture, one case per rule."),
            .timeZone, .width, .ascii,
        ],
        notes: [
            "The app need not use FlowMachine. A CAPTURE is a HAR file (HTTP Archive 1.2) of its traffic, which browsers,\n"
                + "Charles, Proxyman and mitmproxy write, also compressed by gzip or zstd; a folder (all *.har in it and below, also *.har.gz and *.har.zst); or - for the standard input. Requests of Adobe's REST API V2, of the\n"
                + "legacy REST API V1 and of the registration are judged; requests to other hosts only show where\n"
                + "a media token went and which stream was played.",
            "Each finding names a rule of FlowMachine, what the rule demands, and the entries of the capture that\n"
                + "show it. Most captures show only a part of the rules: the others are listed with what a capture would\n"
                + "have to contain. Times in a capture are a proxy's or a browser's, so that bounds are judged with\n"
                + "a small allowance, and only a repetition that no viewer can have caused is one.",
            "Nothing secret is printed: tokens, codes, credentials, SAML, resources and device identifiers become\n"
                + "references such as code#1, and hosts and paths of other servers are left out.",
            "The exit code is 1 if a rule of level must, never or should is broken. A finding of level inferred is\n"
                + "a remark: Adobe's documents are silent there, or contradict each other.",
            "HTTP 451 (refused for legal reasons) and 410 (the API is gone) are reported as causes. They are\n"
                + "not the app's faults.",
            "The log of --out has the answers of the capture as events, beside the decisions of this machine. What no\n"
                + "capture contains is inferred from the requests: the app's wishes, the viewer's choices and the partner\n"
                + "framework's answers. The log's header says so, and the output names the entries that it does not\n"
                + "cover, because the machine did not ask. All other commands read this log.",
            JSONHelp.text("With --json, one object per capture", Verdict.shape),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let forms = ["--json", "--sarif", "--junit"].filter { arguments.has($0) }
        if forms.count > 1 { throw UsageFailure("\(forms[0]) and \(forms[1]) exclude each other") }
        if arguments.operands.isEmpty { throw UsageFailure("no capture given: name a HAR file, a folder, or - for standard input") }
        let look = try Look(arguments, console)
        let hosts = arguments.text("--host").map { $0.split(separator: ",").map { String($0) } } ?? []
        var code = ExitCode.fine
        var verdicts: [(name: String, verdict: Verdict)] = []
        var paths: [String] = []
        for operand in arguments.operands {
            do throws(UnreadableFile) {
                let missing = "no *.har file in this folder or below, not even a compressed one: name a capture"
                paths += try LogFile.files(operand, CaptureFile.isCapture, missing)
            } catch {
                console.complain(Printable.text(error.text, ascii: false))
                code = code.and(.unreadable)
            }
        }
        if arguments.text("--out") != nil, paths.count > 1 { throw UsageFailure("--out needs one capture, and there are \(paths.count)") }
        for path in paths {
            switch judge(path, hosts) {
            case .success(let verdict):
                if verdict.isBroken { code = code.and(.logFails) }
                verdicts.append((LogFile.name(of: path), verdict))
            case .failure(let refused):
                console.complain(Printable.text(refused.text, ascii: false))
                code = code.and(refused.code)
            }
        }
        if verdicts.isEmpty { return code }
        var log: (path: String, log: ImportedLog)?
        if let path = arguments.text("--out"), let imported = verdicts[0].verdict.log {
            do throws(UnreadableFile) {
                try writeNewFile(imported.bytes, at: path)
                log = (path, imported)
            } catch {
                console.complain(Printable.text(error.text, ascii: false))
                code = code.and(.unreadable)
            }
        }
        switch forms.first {
        case "--json": for (name, verdict) in verdicts { console.write(verdict.json(name, log: log) + "\n") }
        case "--sarif": console.write(SARIFReport.text(verdicts) + "\n")
        case "--junit": console.write(JUnitReport.text(verdicts))
        case _:
            console.write(verdicts.map { $0.verdict.text($0.name, look) }.joined(separator: "\n"))
            if let (path, log) = log { console.write("\n" + log.text(path, of: verdicts[0].verdict, look)) }
        }
        return code
    }

    /// The reason why a capture cannot be checked.
    private struct Refused: Error {
        let text: String
        let code: ExitCode
    }

    private static func judge(_ path: String, _ hosts: [String]) -> Result<Verdict, Refused> {
        let name = LogFile.name(of: path)
        let bytes: [UInt8]
        do throws(UnreadableFile) { bytes = try CaptureFile.read(path) } catch {
            return .failure(Refused(text: error.text, code: .unreadable))
        }
        do throws(Capture.Failure) {
            let verdict = Verdict(try Capture(bytes), hosts: hosts)
            if verdict.coverage.adobe > 0 { return .success(verdict) }
            let hint = verdict.coverage.alike > 0 ? "name the host with --host" : "capture the app while it signs in"
            return .failure(Refused(text: "\(name): has no request to Adobe Pass: \(hint)", code: .usage))
        } catch {
            return .failure(Refused(text: "\(name): \(error.text)", code: .usage))
        }
    }
}

/// Reads captures. A line of a capture, unlike a line of a log, may be as long as the file.
enum CaptureFile {
    /// The maximum size of a capture, in bytes. A capture of several hours with all bodies is smaller.
    private static let bound = 1 << 30

    /// Returns whether `name` is the name of a capture, compressed or not.
    static func isCapture(_ name: String) -> Bool {
        name.hasSuffix(".har") || Compression.suffixes.contains { name.hasSuffix(".har" + $0) }
    }

    static func read(_ path: String) throws(UnreadableFile) -> [UInt8] {
        let name = LogFile.name(of: path)
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(name: name, reason: "cannot be read: \(lastError())") }
        defer { if descriptor > 0 { close(descriptor) } }
        if descriptor > 0 { _ = try FileKind.facts(descriptor, name) }
        let compression = try Compression(descriptor, name)
        var bytes: [UInt8] = []
        while true {
            let piece = try LogFile.available(on: compression?.descriptor ?? descriptor, name)
            if piece.isEmpty {
                try compression?.finish()
                return bytes
            }
            bytes += piece
            if bytes.count > bound {
                throw UnreadableFile(name: name, reason: "is longer than 1 GB: export only the traffic with Adobe Pass")
            }
        }
    }
}
