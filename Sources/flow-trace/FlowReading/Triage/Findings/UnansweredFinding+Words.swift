import FlowMachine

extension FlowCause.UnansweredFinding {
    /// Returns the finding in words.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .endedInBackground(let shown):
            return FindingWords(
                "It was not answered before the app ended in the background.\(shown.map { " \($0.sinceWhen(words))" } ?? "")",
                "Nothing is wrong: the viewer left the app, and the app ended there.")
        case .endedAtScreen(let shown, let after):
            return FindingWords(
                "The log ends \(TimeWords.length(after)) after the flow asked the app to show: \(shown.words(words)). \(words.foregroundEnd)",
                words.foregroundAdvice)
        case .problemUnanswered(let end, let shown, let failed):
            return FindingWords("\(end.text) \(shown.sinceWhen(words)) Before that: \(failed.text).", failed.advice)
        case .unansweredAtScreen(let end, let shown):
            return FindingWords("\(end.text) \(shown.sinceWhen(words))", "Ask the viewer what they saw and did.")
        case .unansweredAfterFailures(let end, let failed):
            return FindingWords("\(end.text) Calls without a usable answer: \(failed.text).", failed.advice)
        case .unanswered(let end):
            let why = words.recordsShutdown ? "crashed or was killed" : "crashed, was killed, or called shutDown()"
            return FindingWords("\(end.text) The app \(why), or the log was exported before.", "Look for a later log of this device.")
        case .answerMayBeDamaged(let lines, let shown):
            let seen = shown.map { " Before them, the viewer saw: \($0.words(words))." } ?? ""
            return FindingWords(
                "The log has no answer, but \(lines), after the request, cannot be trusted: the answer may be in the damaged lines.\(seen)",
                "If the damage can be repaired, read the repaired log.")
        case .answerMissing(let first, let last):
            let events = first == last ? "event \(first), which is" : "one of the events \(first) to \(last), which are"
            return FindingWords(
                "It was answered in \(events) missing from the log: the flow no longer waited for it afterward. The log does not tell how it ended.",
                "Ask the viewer whether it played, and find out why the log has a gap.")
        }
    }
}

extension FlowCause.ShownScreen {
    /// Returns the content of the screen in words.
    func words(_ words: Wording) -> String { words.presentation(presentation, at: since).main }

    func sinceWhen(_ words: Wording) -> String {
        "Shown to the viewer since \(TimeWords.second(since, words.clock)): \(self.words(words))."
    }
}

extension FlowCause.LogEnd {
    var text: String { "The log ends \(TimeWords.length(after)) later, in \(state).\(step), without an answer." }
}

extension Wording {
    /// The possible reasons for the end of a launch in the foreground, as far as its log shows them.
    var foregroundEnd: String {
        recordsShutdown
            ? "The app crashed or was killed: after shutDown() the log's last event would be \"shut down\"."
            : "The app crashed, was killed, or called shutDown(): a log of this version does not tell which, because none of them is an event."
    }

    var foregroundAdvice: String {
        recordsShutdown
            ? "Look for a crash report of that time."
            : "If the app did not call shutDown() then, look for a crash report of that time."
    }

    func lastEvent(_ last: Witness?) -> String {
        last.map { "its last event is \($0.number), \($0.evidence(self).text)" } ?? "it has no event"
    }
}
