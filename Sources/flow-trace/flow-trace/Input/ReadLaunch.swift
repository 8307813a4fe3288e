import FlowMachine
import FlowReading

/// The events of one launch, from one file or from several segments.
struct ReadLaunch {
    let name: String
    private(set) var header: LogHeader
    private(set) var records: [LogRecord] = []
    /// The problems of the files, in lines for standard error.
    private(set) var complaints: [String] = []
    /// The index of each file's first record, and the snapshot from which the file continues.
    private var beginnings: [(place: Int, snapshot: Snapshot?)] = []

    /// The reason why no part of the log can be compared.
    enum Failure: Error {
        case unreadable(UnreadableFile)
        /// Not even the beginning of the file `file` can be read.
        case damaged(LogFailure, file: String)

        /// The problem and its place, for standard error.
        var text: String {
            switch self {
            case .unreadable(let file): Printable.text(file.text, ascii: false)
            case .damaged(let failure, let file): complaint(failure, in: file)
            }
        }

        /// Prints the problem on standard error, and returns the exit code.
        func complain(_ console: Console) -> ExitCode {
            console.complain(text)
            return switch self {
            case .unreadable: .unreadable
            case .damaged: .logFails
            }
        }
    }

    /// Reads the file, or all files of the folder, that `operand` names.
    init(_ operand: String, pastDamage: Bool) throws(Failure) {
        let files: [LogFile]
        do throws(UnreadableFile) { files = try ReadLaunch.files(operand) } catch { throw .unreadable(error) }
        name = LogFile.name(of: operand)
        var header: LogHeader?
        for file in files {
            let content: LogContent
            do throws(LogFailure) {
                content = try LogContent(file.bytes, pastDamage: pastDamage)
            } catch {
                throw .damaged(error, file: file.name)
            }
            if let header, content.snapshot == nil || header.support != content.header.support {
                let reason = "contains more than one launch: name one of its logs, for example \(shellWord(file.name))"
                throw .unreadable(UnreadableFile(name: operand, reason: reason))
            }
            header = header ?? content.header
            beginnings.append((records.count, content.snapshot))
            records += content.records
            if let failure = content.failure { complaints.append(complaint(failure, in: file.name)) }
        }
        guard let header else { throw .unreadable(UnreadableFile(name: operand, reason: "no log")) }
        self.header = header
    }

    private static func files(_ operand: String) throws(UnreadableFile) -> [LogFile] {
        var files: [LogFile] = []
        let found = try LogFile.all(operand)
        // Without the refused file, the launch would be incomplete.
        if let refused = found.refused.first { throw refused }
        for path in found.paths { files.append(try LogFile.read(path)) }
        return files
    }

    /// Compares the launch with this build's decisions; `nil` if this build cannot continue from a snapshot.
    func againstBuild(_ clock: DisplayedClock) -> Comparison? {
        var thisBuild: [LogRecord] = []
        var verdicts: [Redecision.Verdict] = []
        for (index, beginning) in beginnings.enumerated() {
            guard var redecision = Redecision(header, beginning.snapshot) else { return nil }
            let end = index + 1 < beginnings.count ? beginnings[index + 1].place : records.count
            for record in records[beginning.place..<end] {
                let step = redecision.next(record)
                thisBuild.append(step.thisBuild)
                verdicts.append(step.verdict)
            }
        }
        var table = KeyTable()
        let left = ComparedLog(name, header, records, &table, folds: false)
        let right = ComparedLog("this build", header, thisBuild, &table, folds: false)
        return Comparison(left, right.deciding(about: left), verdicts, clock)
    }
}
