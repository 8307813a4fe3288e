import FlowMachine

/// The first launch of a reading, for a page that draws, steps through and edits it. Results that are costly to compute are cached.
final class CReadingPage {
    private let name: String
    private let log: JoinedLog
    private lazy var drawn = DrawnRows(log.content)
    private lazy var steps = StepReader(log)

    init(_ first: (name: String, bytes: [UInt8]), _ others: ArraySlice<(name: String, bytes: [UInt8])>) throws(CFailure) {
        name = first.name
        do throws(LogFailure) { log = try JoinedLog(first, others) } catch { throw CFailure(error) }
    }

    var content: LogContent { log.content }

    /// Returns the file that contains an event.
    func file(of event: Int64) -> (name: String, bytes: [UInt8])? { log.segment(of: event).map { ($0.name, $0.bytes) } }

    /// Returns at most `count` lines of the sequence from line `start` on, as JSON.
    func rows(_ start: Int64, _ count: Int64) -> String {
        let first = max(0, min(start, Int64(drawn.count)))
        let end = first + max(0, min(count, Int64(drawn.count) - first))
        return drawn.json(Int(clamping: first)..<Int(clamping: end))
    }

    /// Returns all details of one event, as JSON.
    func step(_ event: Int64) throws(CFailure) -> String {
        guard let sheet = steps.sheet(event) else { throw CFailure(.badArgument, message: "the log has no event \(event)") }
        return sheet.object.json
    }

    func verify() -> String { LogVerdict(log).object.json }

    /// Runs the launch with edits.
    ///
    /// - Parameters:
    ///   - edits: The edits as JSON.
    ///   - form: JSON returns the report, and the log of the edited run as a text. Text returns the report, with a comparison.
    func whatIf(_ edits: [UInt8], _ form: CReading.Form) throws(CFailure) -> String {
        let list: [LogEdit]
        do throws(LogEdit.Failure) { list = try LogEdit.read(json: edits, content) } catch {
            throw CFailure(.badArgument, message: error.text)
        }
        let texts = list.map { $0.text(content) }
        guard let run = EditedRun(content, list, derivation: "what-if: \(texts.joined(separator: "; "))") else {
            throw CFailure(.otherRevision, message: "this build cannot continue from the log's snapshot")
        }
        let report = WhatIfReport(name, content, run, edits: texts)
        switch form {
        case .json: return CReading.lines([report.object, .text(String(decoding: run.bytes, as: UTF8.self))])
        case .text: return CReading.lines(report.lines(Look(), showsAll: false))
        case .mermaid, .svg, .html: throw .form
        }
    }

    /// Returns the log as a test in Swift.
    func test() throws(CFailure) -> String {
        do throws(RegressionTest.Failure) {
            return try RegressionTest(log.bytes, file: name).source(.inSource)
        } catch {
            throw CFailure(.badArgument, message: "the log has no event that a test could contain")
        }
    }

    /// Returns a pseudonymous copy of the log.
    func share() throws(CFailure) -> String {
        do throws(PseudonymousLog.Failure) {
            return String(decoding: try PseudonymousLog(log.bytes).bytes, as: UTF8.self)
        } catch {
            throw CFailure(.badArgument, message: error.text)
        }
    }
}
