import FlowMachine

/// What-ifs while stepping: each makes a new log from the one that is shown, and can be taken back.
extension Stepper {
    mutating func drop() { apply(.without(event)) }

    mutating func move(_ text: String) {
        do throws(EditFailure) { apply(.move(event, by: try LogEdit.milliseconds(text))) } catch { message = error.text }
    }

    mutating func changePolicy(_ text: String) {
        var settings = log.content.header.settings
        do throws(EditFailure) {
            settings.policy = try LogEdit.policy(text, changing: settings.policy)
            apply(.settings(settings))
        } catch {
            message = error.text
        }
    }

    mutating func undo() {
        guard versions.count > 1 else {
            message = "there is no what-if to take back"
            return
        }
        let number = event
        versions.removeLast()
        go(to: number)
        message = "the last what-if was taken back"
    }

    mutating func showOutcomes() {
        guard let edit = log.edit else {
            message = "there is no what-if yet: d, m or = makes one"
            return
        }
        open("What if", edit.report.lines(look, showsAll: false))
    }

    private mutating func apply(_ edit: LogEdit) {
        let before = log
        let text = edit.text(before.content, look.clock)
        let derivation = "what-if: " + (versions.compactMap { $0.edit?.text } + [text]).joined(separator: "; ")
        guard let run = EditedRun(before.content, [edit], derivation: derivation, simulation: simulation) else {
            message = "this build cannot continue from the log's snapshot"
            return
        }
        let bytes = run.bytes
        guard let content = try? LogContent(bytes), !content.records.isEmpty else {
            message = "no event is left with this what-if"
            return
        }
        if run.records == before.records {
            message = "this what-if changes nothing"
            return
        }
        var simulated: Set<Int64> = []
        var place: Int?
        for (index, step) in run.steps.enumerated() {
            switch step.source {
            case .recorded(let number):
                if before.simulated.contains(number) { simulated.insert(step.record.number) }
                if number <= event { place = index }
            case .edited: break
            case .simulated: simulated.insert(step.record.number)
            }
        }
        let report = WhatIfReport(name, before.content, run, edits: [text], look.clock)
        versions.append(SteppedLog(content, bytes, look, simulated: simulated, edit: (text, report)))
        position = place ?? 0
        message = "\(report.changes): v compares the outcomes, u takes the what-if back"
    }
}

extension WhatIfReport {
    /// How many requests end differently, as part of a sentence.
    fileprivate var changes: String {
        let changed = requests.filter { $0.recorded?.outcome != $0.edited?.outcome }.count
        return switch changed {
        case 0: "every request ends as before"
        case 1: "1 request ends differently"
        case _: "\(changed) requests end differently"
        }
    }
}
