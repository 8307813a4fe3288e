import FlowMachine
import FlowReading

/// The verdicts on captures as JUnit XML: one suite per capture, one case per rule.
package enum JUnitReport {
    package static func text(_ verdicts: [(name: String, verdict: Verdict)]) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flow-trace import\">\n"
        for (name, verdict) in verdicts { text += suite(name, verdict) }
        return text + "</testsuites>\n"
    }

    private static func suite(_ name: String, _ verdict: Verdict) -> String {
        let failures = verdict.shown.count { $0.isBroken && $0.level.isBinding }
        let total = verdict.shown.count + verdict.hidden.count
        var text =
            "  <testsuite name=\"\(escaped(name))\" tests=\"\(total)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(verdict.hidden.count)\" time=\"0\">\n"
        for rule in verdict.shown {
            let start = "    <testcase classname=\"AdobePass\" name=\"\(escaped("\(rule.rule) \(rule.demand)"))\" time=\"0\""
            let findings = verdict.findings.filter { $0.rule == rule.rule }
            if findings.isEmpty {
                text += start + "/>\n"
                continue
            }
            let lines = findings.flatMap { finding in [finding.text] + finding.evidence.prefix(20).map { line($0) } }
            let body = escaped(lines.joined(separator: "\n"))
            // A finding about a rule that is not binding does not fail the rule's test case.
            text += start + ">\n"
            if rule.level.isBinding {
                text += "      <failure message=\"\(escaped(findings[0].text))\" type=\"\(rule.level.rawValue)\">\(body)</failure>\n"
            } else {
                text += "      <system-out>\(body)</system-out>\n"
            }
            text += "    </testcase>\n"
        }
        for rule in verdict.hidden {
            text += "    <testcase classname=\"AdobePass\" name=\"\(escaped("\(rule.rule) \(rule.demand)"))\" time=\"0\">\n"
            text += "      <skipped message=\"\(escaped("The capture needs \(rule.needs)."))\"/>\n    </testcase>\n"
        }
        if !verdict.causes.isEmpty {
            text += "    <system-out>\(escaped(verdict.causes.map { "\($0.text) \($0.demand)" }.joined(separator: "\n")))</system-out>\n"
        }
        return text + "  </testsuite>\n"
    }

    private static func line(_ evidence: Verdict.Evidence) -> String {
        "entry \(evidence.entry) \(TimeWords.second(evidence.sent, .utc)) \(evidence.title) \(evidence.answer)"
    }

    /// Escapes text for XML, line by line. A character that XML cannot contain is replaced by its code point as text.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { HTML.escaped(String($0)) }.joined(separator: "\n")
    }
}
