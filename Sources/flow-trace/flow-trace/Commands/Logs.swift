import FlowMachine
import FlowReading

/// Finds and reads the logs of a command, in the same way for all commands.
enum Logs {
    /// The properties of a command's logs that are known before the first log is read.
    struct Listing {
        /// The number of logs.
        let count: Int
        /// The width of the longest name, in columns.
        let widest: Int

        fileprivate init(_ paths: [String]) {
            count = paths.count
            widest = paths.reduce(0) { max($0, DisplayedWidth.of(LogFile.name(of: $1))) }
        }
    }

    /// Runs `body` for every log that the operands name, in order. Reports a file that cannot be read, and continues with the next file.
    static func forEach(
        _ arguments: Arguments, _ console: Console, _ body: (LogFile, Listing) -> ExitCode
    ) throws(UsageFailure) -> ExitCode {
        var (paths, code) = try paths(arguments, console)
        let listing = Listing(paths)
        for path in paths { code = code.and(take(read(path), console) { body($0, listing) }) }
        return code
    }

    /// Runs `work` on all processors for every log that the operands name. Runs `body` for each result in order, on the calling thread. `work` may
    /// read the log in pieces.
    static func forEachPath<Value: Sendable>(
        _ arguments: Arguments, _ console: Console,
        _ work: @escaping @Sendable (String, Progress?) -> Result<Value, UnreadableFile>, _ body: (Value, Listing) -> ExitCode
    ) throws(UsageFailure) -> ExitCode {
        var (paths, code) = try paths(arguments, console)
        let listing = Listing(paths)
        run(paths, of: paths, console, work) { code = code.and(take($0, console) { body($0, listing) }) }
        return code
    }

    /// Runs `work` on all processors for the files of every launch that the operands name. Runs `body` for each result in order, on the calling
    /// thread, and finally `end` with the number of launches. Only a few results are in memory at a time.
    static func forEachLaunch<Value: Sendable>(
        _ arguments: Arguments, _ console: Console, _ work: @escaping @Sendable ([String], Progress?) -> Value,
        body: (Value, Int) -> ExitCode, end: (Int) -> Void
    ) throws(UsageFailure) -> ExitCode {
        var (paths, code) = try paths(arguments, console)
        let launches = SegmentName.launches(paths)
        run(launches, of: paths, console, work) { code = code.and(body($0, launches.count)) }
        end(launches.count)
        return code
    }

    /// Runs `work` for each of `elements`, which together contain the logs at `paths`, and calls `take` with each result, in order.
    private static func run<Element: Sendable, Value: Sendable>(
        _ elements: [Element], of paths: [String], _ console: Console, _ work: @escaping @Sendable (Element, Progress?) -> Value,
        take: (Value) -> Void
    ) {
        let progress = console.report.map { Progress(logs: elements.count, bytes: LogFile.size(paths), $0) }
        func taken(_ value: Value) {
            progress?.advanceLog()
            progress?.hide()
            take(value)
        }
        // Standard input can be read only once, so the first operand that names it must be read first.
        if elements.count == 1 || paths.contains("-") {
            for element in elements { taken(work(element, progress)) }
        } else {
            Workers.run(elements, threads: Workers.processors, work: { work($0, progress) }, take: taken)
        }
    }

    /// Returns the paths of the logs that the operands name. Reports each operand that cannot be read.
    private static func paths(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ([String], ExitCode) {
        if arguments.operands.isEmpty { throw UsageFailure("no log given: name a file, a folder, or - for standard input") }
        var code = ExitCode.fine
        var paths: [String] = []
        for operand in arguments.operands {
            do throws(UnreadableFile) {
                let found = try LogFile.all(operand)
                paths += found.paths
                for refused in found.refused {
                    console.complain(Printable.text(refused.text, ascii: false))
                    code = .unreadable
                }
            } catch {
                console.complain(Printable.text(error.text, ascii: false))
                code = .unreadable
            }
        }
        return (paths, code)
    }

    private static func read(_ path: String) -> Result<LogFile, UnreadableFile> {
        do throws(UnreadableFile) { return .success(try LogFile.read(path)) } catch { return .failure(error) }
    }

    private static func take<Value>(
        _ result: Result<Value, UnreadableFile>, _ console: Console, _ body: (Value) -> ExitCode
    ) -> ExitCode {
        switch result {
        case .success(let value): return body(value)
        case .failure(let failure):
            console.complain(Printable.text(failure.text, ascii: false))
            return .unreadable
        }
    }
}
