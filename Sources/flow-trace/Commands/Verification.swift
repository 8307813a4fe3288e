import FlowMachine

/// A verified replay of one log, as far as it goes.
struct Verification {
    /// What came of it.
    enum Outcome: Equatable {
        case verified
        case damaged(LogFailure)
        case differs(Divergence)
    }

    /// `nil` when not even the header can be read.
    let header: LogHeader?
    /// The events that agree, as this build decides them.
    let records: [Record]
    let outcome: Outcome
    /// Whether another revision of the model wrote the log, so that digests were not compared.
    let skipsDigests: Bool

    init(_ bytes: [UInt8]) {
        var records: [Record] = []
        var outcome = Outcome.verified
        do throws(LogFailure) {
            var replay = try Replay(bytes)
            do throws(ReplayFailure) {
                while let record = try replay.next() { records.append(record) }
            } catch {
                switch error {
                case .log(let failure): outcome = .damaged(failure)
                case .divergence(let divergence): outcome = .differs(divergence)
                }
            }
            header = replay.header
            skipsDigests = replay.skipsDigests
        } catch {
            header = nil
            skipsDigests = false
            outcome = .damaged(error)
        }
        self.records = records
        self.outcome = outcome
    }

    var exitCode: ExitCode { outcome == .verified ? .fine : .logFails }

    /// What is wrong, for the standard error; empty if nothing is.
    func complaints(_ name: String, _ look: Look) -> [String] {
        switch outcome {
        case .verified: return []
        case .damaged(let failure): return [Logs.complaint(failure, in: name)]
        case .differs(let divergence):
            let head = Printable.text("\(name):\(divergence.line): decides differently in this build", ascii: false)
            guard let header else { return [head] }
            let table = DivergenceTable(divergence, after: records, header).lines(look)
            return [head] + table + ["  Look closer: flow-trace replay \(Logs.shellWord(name)) --at \(divergence.thisBuild.number)"]
        }
    }
}
