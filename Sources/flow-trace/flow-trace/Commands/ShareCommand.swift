import FlowMachine
import FlowReading

/// `share`: copies a log for a public bug report.
enum ShareCommand {
    static let syntax = CommandSyntax(
        name: "share",
        summary: "Copy a log for a public bug report: the same decisions, without names and dates.",
        operands: "LOG",
        examples: [
            Example("share --out public.jsonl app.jsonl", "Write a copy that can be attached to a public issue."),
            Example("share --out public logs", "The same for the files of one launch, into a new folder."),
        ],
        options: [
            Option(
                "--out", "FILE|FOLDER",
                "Write the copy to FILE, or the copies of several files to FOLDER. It must not exist yet. Required.",
                values: .file
            ).shortened("-o"),
            .json(),
        ],
        notes: [
            "Replaced by numbered pseudonyms, in the order of the originals: ids of providers (provider-01), their ids\n"
                + "on the device's platform (platform-01), Adobe's ids of requests and sessions (trace-01), and error\n"
                + "codes and types of profiles that Adobe does not document (unlisted_01, unlisted-01).",
            "Replaced in the header: app, support id, service provider, host, domain and URLs. Removed from it: system,\n"
                + "previous support id, installation, offset to UTC and names of resources. Its field derivation says\n"
                + "that the copy is no recording.",
            "Moved: every time, by the same amount, so that the first event is at 2000-01-01 00:00:00Z. Durations and\n"
                + "differences stay.",
            "Kept: platform, policy, events, rules, HTTP status, error codes that Adobe documents, numbers of requests and\n"
                + "of secrets, lengths, and the order and number of providers. Read the copy before you publish it.",
            "The events are decided again under the pseudonyms, and every decision is compared with the original. A\n"
                + "log that is damaged, or that this build decides differently, is copied up to that event.",
            "The files of one launch stay one launch, with one set of pseudonyms: name their folder, which has no other\n"
                + "log. The copies are named flow-shared-0001.jsonl, and so on.",
            JSONHelp.text("With --json, one object", PseudonymousLog.shape),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        guard let target = arguments.text("--out") else { throw UsageFailure("share needs --out FILE: name the file for the copy") }
        guard arguments.operands.count == 1, let operand = arguments.operands.first else {
            throw UsageFailure("share copies one log, but got \(arguments.operands.count): name a file, or the folder of one launch")
        }
        let look = try Look(arguments, console)
        do throws(UnreadableFile) {
            let found = try LogFile.all(operand)
            for refused in found.refused { console.complain(Printable.text(refused.text, ascii: false)) }
            let launches = SegmentName.launches(found.paths)
            guard launches.count == 1, let paths = launches.first else {
                if launches.isEmpty { return .unreadable }
                console.complain(
                    "flow-trace: share copies one launch, but \(Printable.text(operand, ascii: false)) has \(launches.count): name one file"
                )
                return .usage
            }
            var files: [LogFile] = []
            for path in paths { files.append(try LogFile.read(path)) }
            return try copy(files, to: target, asJSON: arguments.has("--json"), look, console)
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
    }

    private static func copy(
        _ files: [LogFile], to target: String, asJSON: Bool, _ look: Look, _ console: Console
    ) throws(UnreadableFile) -> ExitCode {
        let copy: PseudonymousLog
        do throws(PseudonymousLog.Failure) { copy = try PseudonymousLog(segments: files.map(\.bytes)) } catch {
            complain(error, files, look, console)
            return .logFails
        }
        if files.count == 1 {
            try writeNewFile(copy.bytes, at: target)
        } else {
            try makeNewFolder(target)
            for (index, bytes) in copy.segments.enumerated() {
                let number = String(index + 1)
                let name = "flow-shared-\(String(repeating: "0", count: max(0, 4 - number.count)))\(number).jsonl"
                try writeNewFile(bytes, at: "\(target)/\(name)")
            }
        }
        console.write(asJSON ? copy.object.json + "\n" : text(copy, target).joined(separator: "\n") + "\n")
        if copy.end == .complete { return .fine }
        if let file = files.dropFirst(copy.segments.count - 1).first {
            for line in Verification(file.bytes).complaints(file.name, look) { console.complain(line) }
        }
        console.complain("  The copy contains the events before it.")
        return .logFails
    }

    private static func complain(_ failure: PseudonymousLog.Failure, _ files: [LogFile], _ look: Look, _ console: Console) {
        switch failure {
        case .log(let damage), .noEvent(.damage(let damage)):
            // The damage is in the first file whose beginning cannot be read.
            let file = files.first { (try? LogReader($0.bytes)) == nil } ?? files[0]
            console.complain(complaint(damage, in: file.name))
        case .noEvent(.difference):
            for line in Verification(files[0].bytes).complaints(files[0].name, look) { console.complain(line) }
            console.complain("  No copy was made: use the flow-trace of the library that wrote the log.")
        case .noEvent(.complete), .decision, .text: console.complain(Printable.text("\(files[0].name): \(failure.text)", ascii: false))
        }
    }

    private static func text(_ copy: PseudonymousLog, _ target: String) -> [String] {
        let counts = copy.counts
        func count(_ number: Int, _ one: String, _ many: String) -> String? {
            number == 0 ? nil : "\(grouped(number)) \(number == 1 ? one : many)"
        }
        let replaced = [
            count(counts.providers, "provider", "providers"),
            count(counts.platformProviders, "provider of the platform", "providers of the platform"),
            count(counts.traces, "id of Adobe's", "ids of Adobe's"),
            count(counts.errorCodes, "undocumented error code", "undocumented error codes"),
            count(counts.profileTypes, "unknown type of profile", "unknown types of profiles"),
            count(counts.instants, "time", "times"),
            count(copy.resourceNames, "name of a resource", "names of resources"),
        ].compactMap(\.self)
        let sentences = [
            "\(Printable.text(target, ascii: false)) contains \(count(copy.events, "event", "events") ?? "no event"), with the same decisions.",
            "Replaced, moved or removed: \((replaced + [""]).joined(separator: ", "))and what the header said about app, system, hosts and support.",
            "Read the copy before you publish it: flow-trace replay \(shellWord(target))",
        ]
        return sentences.flatMap { wrapped($0, to: 100) }
    }
}
