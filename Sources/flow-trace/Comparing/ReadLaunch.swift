import FlowMachine

/// The events of one launch: of one file, or of several that continue each other.
struct ReadLaunch {
    let name: String
    private(set) var header: LogHeader
    private(set) var records: [Record] = []
    /// What is wrong with the files, for the standard error.
    private(set) var complaints: [String] = []
    /// Where the files begin among the records, and what they continue from.
    private var beginnings: [(place: Int, snapshot: Snapshot?)] = []

    /// Reads the file, or the files of the folder, that `operand` names.
    init(_ operand: String, pastDamage: Bool) throws(UnreadableFile) {
        let paths = try LogFile.all(operand)
        name = LogFile.name(of: operand)
        var header: LogHeader?
        for path in paths {
            let file = try LogFile.read(path)
            let content: LogContent
            do throws(LogFailure) {
                content = try LogContent(file.bytes, pastDamage: pastDamage)
            } catch {
                throw UnreadableFile(name: "\(file.name):\(error.line):\(error.column)", reason: error.text)
            }
            if let header, content.snapshot == nil || header.support != content.header.support {
                throw UnreadableFile(
                    name: operand, reason: "holds more than one launch: name one of its logs, for example \(Logs.shellWord(path))")
            }
            header = header ?? content.header
            beginnings.append((records.count, content.snapshot))
            records += content.records
            if let failure = content.failure { complaints.append(Logs.complaint(failure, in: file.name)) }
        }
        guard let header else { throw UnreadableFile(name: operand, reason: "no log") }
        self.header = header
    }

    /// The launch beside what this build decides; `nil` if this build cannot continue from a snapshot.
    func againstBuild() -> Comparison? {
        var thisBuild: [Record] = []
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
        return Comparison(left, right.deciding(about: left), verdicts)
    }
}
