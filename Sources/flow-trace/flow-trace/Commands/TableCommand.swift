import FlowMachine
import FlowReading

/// `table`: prints the launches in logs as rows, for any database.
enum TableCommand {
    /// The form of the rows.
    private enum Format: String, CaseIterable {
        case json, csv
    }

    static let syntax = CommandSyntax(
        name: "table",
        summary: "Print launches, requests, events or verdicts as rows, for a database or a spreadsheet.",
        operands: "LOG ...",
        examples: [
            Example("table logs", "One row per launch, as JSON."),
            Example("table --of requests --format csv logs", "One row per request, as CSV."),
            Example("table --of verdicts logs", "What does this build decide about each launch?"),
        ],
        options: [
            Option("--of", oneOf: FleetTable.self, "Which table to print. Default: launches."),
            Option("--format", oneOf: Format.self, "json: one object per line; csv: a header, then one line per row. Default: json."),
            Option(
                "--one-in", "N",
                "The app uploads the log of one in N launches without a fault: the weights follow from it. 0: of none. Default: 1, of each."
            ),
        ],
        notes: [
            "The rows are those that the C library and the Python package write. A later version only adds columns.\n"
                + "A list is joined with \";\" in CSV, and null is an empty cell.",
            "Files named as a flow names them (flow-<support id>-<number>.jsonl) are read as the segments of one launch.\n"
                + "A launch without a readable line has no row, and the exit code is 1. Damaged lines are skipped, and log_state says so.",
        ] + FleetTable.allCases.map { JSONHelp.text("\($0.rawValue): \($0.meaning)", TableCommand.shape($0)) })

    /// The columns of a table.
    static func shape(_ table: FleetTable) -> JSONShape {
        JSONShape(
            table.rawValue,
            table.columns.map { JSONShape.Field($0.name, $0.meaning + ($0.null.map { "; null: \($0)" } ?? "")) })
    }

    /// The rows of one launch, and the problems of its files.
    private struct Read: Sendable {
        var rows: [TableRow] = []
        var complaints: [String] = []
        var code = ExitCode.fine
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let table = try arguments.word("--of", else: FleetTable.launches)
        let format = try arguments.word("--format", else: Format.json)
        let oneIn = try arguments.number("--one-in", in: 0...1_000_000_000) ?? 1
        if let first = arguments.operands.first, FleetTable(rawValue: first) != nil, !LogFile.exists(first) {
            throw UsageFailure("\(first) is a table, not a log: write --of \(first)")
        }
        if format == .csv { console.write(table.columns.map { $0.name }.joined(separator: ",") + "\n") }
        return try Logs.forEachLaunch(arguments, console) { paths, progress in
            read(paths, table, oneIn, progress)
        } body: { found, _ in
            for complaint in found.complaints { console.complain(complaint) }
            for row in found.rows { console.write((format == .csv ? row.csv : row.json(namesTable: false)) + "\n") }
            return found.code
        } end: { _ in
        }
    }

    private static func read(_ paths: [String], _ table: FleetTable, _ oneIn: Int64, _ progress: Progress?) -> Read {
        var read = Read()
        var launches = LaunchRows([table], oneIn: oneIn)
        // Whether an earlier file was damaged from its first line on. If so, the launch of the next readable file is reported as damaged.
        var isDamaged = false
        for path in paths {
            do throws(UnreadableFile) {
                let bytes = try LogPieces(path, progress).rest()
                do throws(LogFailure) {
                    read.rows += try launches.add(bytes)
                    if isDamaged { launches.noteUnreadable() }
                    isDamaged = false
                } catch {
                    isDamaged = true
                    read.complaints.append(complaint(error, in: LogFile.name(of: path)))
                    read.code = read.code.and(.logFails)
                }
            } catch {
                read.complaints.append(Printable.text(error.text, ascii: false))
                read.code = read.code.and(.unreadable)
            }
        }
        read.rows += launches.end()
        return read
    }
}
