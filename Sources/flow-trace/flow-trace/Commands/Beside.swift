import FlowMachine
import FlowReading

/// Two whole logs of different APIs, to be drawn side by side.
struct Beside {
    private let left: (name: String, content: LogContent)
    private let right: (name: String, content: LogContent)

    init(_ left: (name: String, content: LogContent), _ right: (name: String, content: LogContent)) {
        self.left = left
        self.right = right
    }

    /// Reads the two logs that the operands name. Returns `nil`, for the usual drawing, if a log is damaged, if both are of one API, or if the
    /// requested drawing is not a sequence as text.
    init?(_ arguments: Arguments, _ request: RenderCommand.Request) throws(UsageFailure) {
        guard request.drawing.kind == .sequence, request.drawing.format == .text, arguments.operands.count == 2,
            !arguments.operands.contains("-")
        else {
            return nil
        }
        var logs: [(name: String, content: LogContent)] = []
        for operand in arguments.operands {
            guard let found = try? LogFile.all(operand), found.refused.isEmpty, found.paths.count == 1,
                let file = try? LogFile.read(found.paths[0]),
                let content = try? LogContent(file.bytes), content.failure == nil
            else { return nil }
            logs.append((file.name, content))
        }
        // If a log does not contain the requested part, the usual drawing reports that.
        guard logs.allSatisfy({ (try? request.numbers($0.content)) != nil }) else {
            return nil
        }
        guard logs[0].content.header.settings.api != logs[1].content.header.settings.api else { return nil }
        self.init(logs[0], logs[1])
    }

    /// Reports each log that does not record the offset of the device's clock, if times by this clock were requested.
    func note(_ look: Look, _ console: Console) {
        for log in [left, right] { look.note(log.content.header, of: log.name, console) }
    }

    /// Returns the drawing, with a newline at its end.
    func text(_ request: RenderCommand.Request) -> String {
        let look = request.drawing.look
        var lines: [String] = []
        for log in [left, right] { lines += Title.lines(log.name, log.content.records, log.content.header, look) }
        lines.append("")
        lines += BesideText.lines(drawn(left.content, request), drawn(right.content, request), look)
        return lines.joined(separator: "\n") + "\n"
    }

    private func drawn(_ content: LogContent, _ request: RenderCommand.Request) -> (SequenceDiagram, TimeScale) {
        var part = request.drawing.part
        let clock = request.drawing.look.clock.of(content.header)
        if let numbers = try? request.numbers(content) { part.numbers = numbers }
        return (
            SequenceDiagram(content.records, header: content.header, part: part, gaps: content.gaps, clock),
            TimeScale(content.records, utc: request.drawing.look.utc, clock)
        )
    }
}
