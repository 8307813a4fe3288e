import FlowMachine

/// What-ifs while stepping. Each what-if produces a new log from the log that is shown, and can be undone.
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

    /// Uses the event at position `number` of the list that is shown. The first position is 1.
    mutating func take(_ number: Int) {
        guard offered.indices.contains(number - 1) else {
            message = "the list has no number \(number)"
            return
        }
        take(offered[number - 1])
    }

    private mutating func take(_ origin: FlowEvent.Origin) {
        apply(isInserting ? .insert(origin, after: event, by: 0) : .change(event, to: origin))
    }

    /// Uses the event in a file. The file contains a line of a log, or only that line's object `event`.
    package mutating func takeEvent(_ json: [UInt8]) {
        do throws(CodingFailure) { take(try FlowEvent.read(json: json).origin) } catch {
            message = "no event: \(error.text)"
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
            message = "there is no what-if yet: d, m, x, i, = or t makes one"
            return
        }
        open("What if", edit.report.lines(look, showsAll: false))
    }

    mutating func apply(_ edit: LogEdit) {
        let before = log
        let text = edit.text(before.content, look.clock)
        let texts = versions.compactMap { $0.edit?.text } + [text]
        let derivation = "what-if: " + texts.joined(separator: "; ")
        guard let run = EditedRun(before.content, [edit], derivation: derivation, simulation: simulation) else {
            message = "this build cannot continue from the log's snapshot"
            return
        }
        let bytes = run.bytes
        guard let content = try? LogContent(bytes), !content.records.isEmpty else {
            message = "no event is left with this what-if"
            return
        }
        if run.records == before.records, content.header.settings == before.content.header.settings {
            message = "this what-if changes nothing"
            return
        }
        let origins = SteppedLog.Origins(run, after: before.origins)
        let place = run.steps.lastIndex { if case .recorded(let number) = $0.source { number <= event } else { false } }
        let report = WhatIfReport(name, versions[0].content, run, origins, edits: texts, look.clock)
        versions.append(SteppedLog(content, bytes, look, origins: origins, edit: (text, report)))
        position = place ?? 0
        message = "\(report.changes): v compares the outcomes, u takes the what-if back"
    }
}

// MARK: What can happen

extension Stepper {
    /// The events that could have arrived instead of the event that is shown.
    var others: [Possible<FlowEvent.Origin>] {
        guard let scene = Scene(event, log.content, log.bytes, look.clock) else { return [] }
        let possible = PossibleEvents(scene.surroundings, scene.words)
        return possible.instead(of: record.event.origin, asked: scene.question, shown: scene.outstanding.shown?.presentation)
    }

    /// The events that the viewer and the app could cause after the event that is shown.
    var further: [Possible<FlowEvent.Origin>] {
        var history = QuestionHistory()
        var wish: Int64 = 0
        var resource = SecretRef(.resource, 1)
        for (index, record) in log.records.enumerated() {
            if index <= position { history.note(record) }
            guard case .user(let user) = record.event.origin else { continue }
            wish = max(wish, user.wish?.number ?? 0)
            if case .play(_, let played, _) = user, index <= position { resource = played }
        }
        let next = WishID(wish + 1)
        var acts: [UserEvent] = [
            .signIn(next), .otherProvider(next), .play(next, resource: resource, under: .signedIn),
            .play(next, resource: resource, under: .ifSignedIn), .preview(next, resources: [resource]), .userMetadata(next), .signOut(next),
        ]
        if let shown = history.shown, let scene = Scene(event, log.content, log.bytes, look.clock) {
            let possible = PossibleEvents(scene.surroundings, log.words)
            acts = possible.choices(shown.presentation).map { .chose(shown.id, $0) } + acts
        }
        return acts.map { Possible(log.words.user($0).sentence, .user($0)) }
            + [("the app goes to the background", AppEvent.backgrounded), ("the app returns to the foreground", .foregrounded)].map {
                Possible($0.0, .app($0.1))
            }
    }
}

extension WhatIfReport {
    /// The number of requests that end differently, as part of a sentence.
    fileprivate var changes: String {
        let changed = requests.filter { $0.recorded?.outcome != $0.edited?.outcome }.count
        return switch changed {
        case 0: "every request ends as recorded"
        case 1: "1 request ends differently"
        case _: "\(changed) requests end differently"
        }
    }
}
