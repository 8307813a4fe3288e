import FlowMachine

/// A log as a regression test in Swift.
///
/// The test feeds the recorded events to the machine, and expects the recorded rules and the recorded answers to the app's requests. The test fails
/// as soon as a build decides differently.
public struct RegressionTest: Sendable {
    /// The location of the log that the test uses.
    public enum Place: Equatable, Sendable {
        /// The log is a literal in the test's source.
        case inSource
        /// The log is a file with this name, in the folder of the test's source.
        case beside(String)
    }

    /// A reason why a log cannot become a test.
    public enum Failure: Error, Equatable, Sendable {
        /// The beginning of the log cannot be read.
        case log(LogFailure)
        /// The log contains no readable event. The value is the damage at its beginning; `nil` if the log is empty.
        case noEvent(LogFailure?)
    }

    /// The finding of the log, for example `denied at event 19`.
    ///
    /// The finding is about the first request that was not fulfilled. If all requests were fulfilled, it is about the last request.
    public let finding: String
    /// The test's name: the finding and the support id, or the name that the caller passed.
    public let name: String
    /// The bytes of the log up to its end or the first damaged line.
    public let log: [UInt8]
    /// The number of events in `log`.
    public let events: Int
    /// The damage at which the test ends; `nil` if the test contains the entire log.
    public let damage: LogFailure?
    /// Whether the test passes with this build.
    public let passes: Bool
    private let content: LogContent
    private let report: LaunchReport

    /// Creates the test of a log.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the log.
    ///   - file: The log's name, for the texts of the report.
    ///   - name: The test's name; by default the finding and the support id.
    /// - Throws: `Failure` if the log cannot become a test.
    public init(_ bytes: [UInt8], file: String, name: String? = nil) throws(Failure) {
        do throws(LogFailure) {
            content = try LogContent(bytes)
            // The finding must come from the part of the log that the test contains.
            log = RegressionTest.beginning(of: bytes, lines: content.records.count + (content.snapshot == nil ? 1 : 2))
            report = try LaunchReport(log, file: file)
        } catch {
            throw .log(error)
        }
        if let snapshot = content.snapshot, case .none = snapshot.model {
            throw .log(LogFailure(.foreignModel(content.header.modelRevision), line: 2, column: 1))
        }
        guard let last = content.records.last else { throw .noEvent(content.failure) }
        events = content.records.count
        passes = RegressionTest.passes(content)
        damage = content.failure
        finding = RegressionTest.finding(report, last: last.number)
        let support = content.header.support.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        self.name = RegressionTest.identifier(name ?? "\(finding), \(support)")
    }

    /// Returns the first `lines` lines of a log.
    private static func beginning(of bytes: [UInt8], lines: Int) -> [UInt8] {
        var count = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            count += 1
            if count == lines { return Array(bytes[...index]) }
        }
        return bytes
    }

    /// Returns whether this build decides by the recorded rules and gives the recorded answers.
    private static func passes(_ content: LogContent) -> Bool {
        var recorder = FlowRecorder(header: content.header, model: content.snapshot?.model ?? FlowModel())
        for record in content.records {
            let decided = recorder.record(record.event, by: record.by)
            guard decided.rule.rawValue == record.rule, words(of: decided.effects) == words(of: record.effects) else { return false }
        }
        return true
    }

    /// Returns the request that the test is about: the first request that was not fulfilled; `nil` if all requests were fulfilled.
    private static func subject(_ report: LaunchReport) -> TriagedRequest? { report.unfulfilled.first }

    private static func finding(_ report: LaunchReport, last: Int64) -> String {
        guard let request = subject(report) else {
            guard let request = report.requests.last, let event = request.answerEvent else { return "decided to event \(last)" }
            return "\(request.ending) at event \(event)"
        }
        let outcome =
            switch request.outcome {
            case .signedOutHere: "signed out on the device only"
            case .denied, .refused, .canceled, .givenUp, .unanswered, .permitted, .previewed, .signedIn, .signedOut, .userMetadata:
                request.ending
            }
        return request.answerEvent.map { "\(outcome) at event \($0)" } ?? "\(outcome) to event \(last)"
    }

    /// Returns `text` without the characters that would end a function's name in backticks or a string literal.
    private static func identifier(_ text: String) -> String {
        let plain = Printable.text(text, ascii: false).filter { $0 != "`" && $0 != "\\" && $0 != "\"" }
        return plain.isEmpty || !plain.contains(where: { $0.isLetter || $0.isNumber }) ? "the recorded events" : plain
    }
}

// MARK: The source

extension RegressionTest {
    /// Returns the source of the test, which is a complete file.
    public func source(_ place: Place) -> String {
        var lines = [
            "// Written by `flow-trace test`: the recorded events decide again, and the expectations are what was recorded.",
            "// swift-format-ignore-file", "import FlowMachine",
        ]
        if place != .inSource { lines.append("import Foundation") }
        lines += ["import Testing", ""]
        lines += comment
        lines.append("@Test func `\(name)`() throws {")
        lines += opening(place)
        lines += RegressionTest.deciding
        lines += expectation("answers", answers)
        lines += expectation("rules", content.records.map { "\($0.number) \($0.rule)" })
        lines += ["}", ""]
        lines += RegressionTest.words
        return lines.joined(separator: "\n") + "\n" + (place == .inSource ? "\n" + literal : "")
    }

    /// The finding and its cause, as the comment of the test.
    private var comment: [String] {
        var sentences: [String] = []
        if let request = RegressionTest.subject(report) {
            sentences.append("\(capitalized(request.name)): \(finding).")
            if let cause = request.cause {
                sentences.append("Cause: \(cause.text)")
                sentences.append("Owner: \(cause.owner.words).")
                sentences += cause.quotes.map { "Quote: \($0)." }
            }
        } else {
            sentences.append("Every request was fulfilled.")
        }
        let header = content.header
        sentences.append("Support id \(header.support), \(header.app), library \(header.library).")
        if let sentence = header.derivationSentence { sentences.append("\(sentence).") }
        return sentences.flatMap { wrapped(Printable.text($0, ascii: false), to: 110).map { "/// \($0)" } }
    }

    private func opening(_ place: Place) -> [String] {
        let bytes: String
        var lines: [String] = []
        switch place {
        case .inSource: bytes = "Array(log.utf8)"
        case .beside(let file):
            lines.append(
                "    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: \(RegressionTest.quoted(file)))")
            bytes = "Array(Data(contentsOf: file))"
        }
        lines.append("    let reader = try LogReader(\(bytes))")
        if content.snapshot == nil {
            lines.append("    var flow = FlowRecorder(header: reader.header)")
        } else {
            lines.append("    // The log begins in the middle of a launch, with the model of that moment.")
            lines.append("    let model = try #require(reader.snapshot?.model)")
            lines.append("    var flow = FlowRecorder(header: reader.header, model: model)")
        }
        return lines
    }

    private static let deciding = """
            var answers: [String] = []
            var rules: [String] = []
            for line in reader.records() {
                let record = try line.get()
                let decided = flow.record(record.event, by: record.by)
                rules.append("\\(record.number) \\(decided.rule.rawValue)")
                for case .answer(let wish, let answer) in decided.effects {
                    answers.append("event \\(record.number): request \\(wish.number) \\(words(answer))")
                }
            }
        """.split(separator: "\n").map { String($0) }

    /// The source of the function with which the test converts an answer to words. `RegressionTest.words(_:)` returns the same texts.
    private static let words = """
        /// An answer to a request, with its reason.
        private func words(_ answer: WishAnswer) -> String {
            switch answer {
            case .denied(_, let error): "denied" + (error.code.map { ", \\($0.text)" } ?? "")
            case .refused(let refusal): "refused, \\(refusal.reason.rawValue)" + (refusal.error?.code.map { ", \\($0.text)" } ?? "")
            default: answer.kind.rawValue
            }
        }
        """.split(separator: "\n").map { String($0) }

    private static func words(_ answer: WishAnswer) -> String {
        switch answer {
        case .denied(_, let error): "denied" + (error.code.map { ", \($0.text)" } ?? "")
        case .refused(let refusal): "refused, \(refusal.reason.rawValue)" + (refusal.error?.code.map { ", \($0.text)" } ?? "")
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .dropped: answer.kind.rawValue
        }
    }

    /// The recorded answers to requests, in words.
    private var answers: [String] {
        var answers: [String] = []
        for record in content.records {
            for answer in RegressionTest.words(of: record.effects) { answers.append("event \(record.number): \(answer)") }
        }
        return answers
    }

    /// Returns the answers among `effects`, in words.
    private static func words(of effects: [Effect]) -> [String] {
        var answers: [String] = []
        for effect in effects {
            if case .answer(let wish, let answer) = effect { answers.append("request \(wish.number) \(words(answer))") }
        }
        return answers
    }

    private func expectation(_ name: String, _ values: [String]) -> [String] {
        if values.isEmpty { return ["    #expect(\(name).isEmpty)"] }
        var lines = ["    #expect(", "        \(name) == ["]
        var line = ""
        for value in values {
            let element = RegressionTest.quoted(value) + ","
            if !line.isEmpty, name == "answers" || line.utf8.count + element.utf8.count > 96 {
                lines.append("            " + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + element
        }
        return lines + ["            " + line, "        ])"]
    }

    /// The source of a string literal that contains the log.
    private var literal: String {
        let text = String(decoding: log, as: UTF8.self)
        var marks = "#"
        // No text in the log may end the literal or begin an interpolation.
        while RegressionTest.has(log, "\\" + marks) || RegressionTest.has(log, "\"\"\"" + marks) { marks += "#" }
        return "private let log = \(marks)\"\"\"\n\(text)\n\"\"\"\(marks)\n"
    }

    private static func has(_ bytes: [UInt8], _ text: String) -> Bool {
        let sought = Array(text.utf8)
        guard bytes.count >= sought.count else { return false }
        for start in 0...(bytes.count - sought.count) where bytes[start] == sought[0] {
            if Array(bytes[start..<start + sought.count]) == sought { return true }
        }
        return false
    }

    /// Returns the source of a string literal that contains `text`.
    private static func quoted(_ text: String) -> String {
        var literal = "\""
        for character in text {
            switch character {
            case "\"", "\\": literal += "\\\(character)"
            case _: literal += Printable.text(String(character), ascii: true)
            }
        }
        return literal + "\""
    }
}

// MARK: The scenario

extension RegressionTest {
    /// Returns the log and its drawings in the form of FlowMachine's scenarios: the names and contents of the files of a folder.
    ///
    /// - Parameter folder: The folder's name, which the drawings contain.
    /// - Throws: `Failure` if the log cannot become a scenario.
    public func scenario(in folder: String) throws(Failure) -> [(file: String, bytes: [UInt8])] {
        let content: LogContent
        do throws(LogFailure) { content = try LogContent(log) } catch { throw .log(error) }
        var files = [(file: "log.jsonl", bytes: log)]
        for kind in LogDrawing.Kind.allCases {
            var drawing = LogDrawing(kind)
            drawing.look.width = 100
            let text = "\(capitalized(finding)).\n\n" + drawing.text(content, name: "\(folder)/log.jsonl")
            files.append(("\(kind.rawValue).txt", Array(text.utf8)))
        }
        return files
    }
}

extension RegressionTest.Failure {
    /// The damage of the log; `nil` if the failure has another reason.
    package var damage: LogFailure? {
        switch self {
        case .log(let failure): failure
        case .noEvent(let failure): failure
        }
    }
}
