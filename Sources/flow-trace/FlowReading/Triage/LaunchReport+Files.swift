import FlowMachine

extension LaunchReport {
    /// Reads the log of one launch and judges it. Reading continues after damaged lines.
    ///
    /// - Parameters:
    ///   - bytes: The content of one file of the log.
    ///   - file: The path of the file, which the report names. Launches in one folder are compared as launches of one device.
    /// - Throws: `LogFailure` if the beginning of the log cannot be read.
    public init(_ bytes: [UInt8], file: String) throws(LogFailure) {
        var log = try LogReader(bytes)
        let launch = LaunchReader(log.header, log.snapshot)
        launch.read(&log, bytes, file)
        self = launch.report
    }

    /// Returns the reports on the launches in these files, in order. The segments that a flow wrote during one launch share a report.
    ///
    /// - Throws: `LogFailure` if the beginning of a file cannot be read.
    package static func all(_ files: [(name: String, bytes: [UInt8])]) throws(LogFailure) -> [LaunchReport] {
        var reports: [LaunchReport] = []
        for places in SegmentName.places(files.map { $0.name }) {
            var reader: LaunchReader?
            for file in places.map({ files[$0] }) {
                var log = try LogReader(file.bytes)
                let launch = LaunchReader.next(after: reader, log.header, log.snapshot, .utc, &reports)
                launch.read(&log, file.bytes, file.name)
                reader = launch
            }
            if let reader { reports.append(reader.report) }
        }
        return reports
    }
}

extension LaunchReader {
    /// Returns the reader for the next file: the previous reader if the file continues its launch, otherwise a new reader.
    ///
    /// Every file that begins with a launch has its own report, even if the app uses one support id for several launches.
    ///
    /// - Parameter reports: Receives the report on the previous launch if the file begins another launch.
    package static func next(
        after before: LaunchReader?, _ header: LogHeader, _ snapshot: Snapshot?, _ clock: DisplayedClock,
        _ reports: inout [LaunchReport]
    ) -> LaunchReader {
        if let before, let snapshot {
            before.beginSegment(snapshot)
            return before
        }
        if let before { reports.append(before.report) }
        return LaunchReader(header, snapshot, clock)
    }

    /// Reads the events of a file, including those after damaged lines, and finds the first event that this build decides differently.
    fileprivate func read(_ log: inout LogReader, _ bytes: [UInt8], _ file: String) {
        var damages: [LogSurvey.Damage]?
        // Reading finds damages in order, so the damages before this index need not be searched again.
        var passed = 0
        var findings = DamageFindings(file, log.header)
        var isDone = false
        while !isDone {
            do throws(LogFailure) {
                while let record = try log.next() { note(record) }
                isDone = true
            } catch {
                let all = damages ?? LogSurvey(bytes).damages
                damages = all
                while passed < all.count, all[passed].lines.lowerBound < error.line { passed += 1 }
                let damage = passed < all.count && all[passed].failure == error ? all[passed] : nil
                let lines = DamagedLines(lines: damage?.lines ?? error.line...error.line, failure: error, damage: damage)
                noteDamage(lines)
                if let finding = findings.next(lines, in: bytes) { note(finding) }
                isDone = !log.resumeAfterDamage()
            }
        }
        if let rest = findings.rest { note(rest) }
        if case .differs(let divergence) = StreamedReplay.result(bytes) { note(TriageCause.difference(divergence, log.header, file)) }
        endSegment(file)
    }
}
