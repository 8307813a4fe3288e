import FlowMachine

/// The verdict on an app: the rules that its captured traffic breaks, the rules that it keeps, and the rules that the capture cannot show.
package struct Verdict {
    /// The findings, in the order of the rules.
    package let findings: [Finding]
    /// The rules that the capture shows, each with the number of places where the rule applied and whether the app broke the rule.
    package let shown: [ShownRule]
    /// The rules that the capture cannot show, with the reason.
    package let hidden: [HiddenRule]
    /// The findings about Adobe's answers, which do not depend on the app.
    package let causes: [Finding]
    /// The contents of the capture in numbers.
    package let coverage: Coverage
    private let tracks: [Track]

    /// The log that a flow would have written with the answers in the capture; `nil` if the capture has no request to Adobe.
    package var log: ImportedLog? { ImportedLog(tracks) }

    /// One violation of a rule, or one cause of a problem with Adobe's answers.
    package struct Finding {
        /// The rule's id; `nil` for a cause.
        package let rule: String?
        /// The level that says how binding the rule is; `nil` for a cause.
        package let level: RuleLevel?
        /// The observation, in one sentence.
        package let text: String
        /// The rule's demand; for a cause, the advice.
        package let demand: String
        /// The entries of the capture that show the finding.
        package let evidence: [Evidence]
    }

    /// One entry of the capture, without secrets.
    package struct Evidence {
        /// The number of the entry in the file, from 1.
        package let entry: Int
        /// The line of the file on which the entry begins, from 1.
        package let line: Int
        package let sent: Instant
        /// The method and the path, with references in place of secrets.
        package let title: String
        /// The status and the error code.
        package let answer: String
    }

    /// A rule that the capture shows to be kept or broken.
    package struct ShownRule {
        package let rule: String
        package let level: RuleLevel
        package let demand: String
        /// The number of places where the rule could have been broken.
        package let occasions: Int
        package let isBroken: Bool
    }

    /// A rule that the capture cannot show.
    package struct HiddenRule {
        package let rule: String
        package let level: RuleLevel
        package let demand: String
        /// The traffic that the capture would have to contain.
        package let needs: String
    }

    /// The contents of a capture in numbers.
    package struct Coverage {
        package var entries = 0
        package var registration = 0
        package var v2 = 0
        package var v1 = 0
        /// The number of requests to Adobe's pages and from second screens, which belong to no endpoint of either API.
        package var pages = 0
        package var accessEnabler = 0
        /// The number of requests to hosts other than Adobe's.
        package var others = 0
        /// The number of requests to hosts other than Adobe's whose paths look like those of Adobe Pass.
        package var alike = 0
        /// The numbers of the entries that cannot be read.
        package var unreadable: [Int] = []
        /// The entries whose answers' bodies cannot be read, with the reason.
        package var bodies: [(entry: Int, reason: String)] = []
        package var isCut = false
        package var wasReordered = false
        package var devices = 0
        package var first: Instant?
        package var last: Instant?
        /// The number of requests to Adobe.
        package var adobe: Int { registration + v2 + v1 + pages + accessEnabler }
    }

    /// Whether a binding rule is broken. Remarks are about rules that are not binding.
    package var isBroken: Bool { findings.contains { $0.level?.isBinding ?? false } }

    /// Judges a capture.
    ///
    /// - Parameter hosts: The hosts that are treated as Adobe's, in addition to Adobe's known hosts.
    package init(_ capture: Capture, hosts: [String] = []) {
        let recognizer = Recognizer(hosts: hosts)
        var requests: [Observed] = []
        var others: [Exchange] = []
        for exchange in capture.exchanges {
            if recognizer.isAdobe(exchange.url) { requests.append(recognizer.observe(exchange)) } else { others.append(exchange) }
        }
        tracks = Track.all(of: requests, others: others, secrets: recognizer.secrets)
        coverage = Coverage(capture, requests, others, tracks.count)
        var findings: [Finding] = []
        var shown: [ShownRule] = []
        var hidden: [HiddenRule] = []
        for check in Check.all {
            let outcomes = tracks.map(check.judge)
            let occasions = outcomes.reduce(0) { $0 + $1.occasions }
            let faults = outcomes.flatMap(\.faults)
            if occasions == 0, faults.isEmpty {
                hidden.append(HiddenRule(rule: check.rule, level: check.level, demand: check.demand, needs: check.needs))
                continue
            }
            shown.append(
                ShownRule(
                    rule: check.rule, level: check.level, demand: check.demand, occasions: occasions, isBroken: !faults.isEmpty))
            findings += faults.map {
                Finding(rule: check.rule, level: check.level, text: $0.text, demand: check.demand, evidence: Verdict.evidence($0))
            }
        }
        self.findings = findings
        self.shown = shown
        self.hidden = hidden
        causes = Verdict.causes(requests)
    }

    private static func evidence(_ fault: Outcome.Fault) -> [Evidence] {
        let others = fault.others.map { exchange in
            Evidence(
                entry: exchange.number, line: exchange.line, sent: exchange.sent,
                title: "\(Observed.plainMethod(exchange.method)) at another host",
                answer: exchange.response.map { "\($0.status)" } ?? "no answer")
        }
        return (fault.evidence.map { Evidence($0) } + others).sorted { ($0.sent, $0.entry) < ($1.sent, $1.entry) }
    }

    private static func causes(_ requests: [Observed]) -> [Finding] {
        let blocked = requests.filter { $0.http == 451 }
        // The legacy API's page lists 410 for an expired token. V2 does not list 410 at all.
        let gone = requests.filter { observed in
            observed.http == 410 && observed.target.api != nil && ![.v1(.authenticationToken), .v1(.authorize)].contains(observed.target)
        }
        let other = requests.filter { observed in
            guard observed.http == 403, observed.target.api == .restV2, case .status? = observed.failure else { return false }
            return observed.exchange.unreadable == nil
        }
        var causes: [Finding] = []
        func add(_ text: String, _ advice: String, _ requests: [Observed]) {
            if !requests.isEmpty {
                causes.append(Finding(rule: nil, level: nil, text: text, demand: advice, evidence: requests.map { Evidence($0) }))
            }
        }
        add(
            "HTTP 451: \(counted(blocked.count, "request")) refused for legal reasons.",
            "Adobe or a server before it does not serve this place or this app. No repetition and no other code helps: check from which network and with which registration the app was run.",
            blocked)
        add(
            "HTTP 410: \(counted(gone.count, "request")) to an API that is gone.",
            "Adobe has shut down what these requests ask for; the legacy REST API V1 ends. Move the app to REST API V2.", gone)
        add(
            "HTTP 403 without an error of Adobe's: \(counted(other.count, "request")) refused by another server.",
            "A captive portal, a proxy or a filter in the network may have answered in place of Adobe.", other)
        return causes
    }
}

extension Verdict.Evidence {
    init(_ observed: Observed) {
        self.init(
            entry: observed.number, line: observed.exchange.line, sent: observed.sent, title: observed.title, answer: observed.answer)
    }
}

extension Verdict.Coverage {
    init(_ capture: Capture, _ requests: [Observed], _ other: [Exchange], _ tracks: Int) {
        entries = capture.entries
        for observed in requests {
            switch observed.target {
            case .v2: if observed.target.api == .registration { registration += 1 } else { v2 += 1 }
            case .v1: v1 += 1
            case .page(.accessEnabler): accessEnabler += 1
            case .page: pages += 1
            }
            if let reason = observed.exchange.unreadable?.text {
                bodies.append((observed.number, reason))
            } else if observed.call != nil, observed.reply == nil, observed.http != nil {
                bodies.append((observed.number, Exchange.Unreadable.missing.text))
            }
        }
        others = other.count
        alike = other.count { Recognizer.looksLikeAdobe($0.url) }
        unreadable = capture.unreadable
        isCut = capture.isCut
        wasReordered = capture.wasReordered
        devices = requests.isEmpty ? 0 : tracks
        first = requests.first?.sent
        last = requests.map(\.answered).max()
    }
}
