import FlowMachine

/// The first lines of every drawing: the log, its length, its start, and the app that wrote it.
package enum Title {
    /// Returns the lines. `records` is `nil` for a log that is still being written.
    package static func lines(_ name: String, _ records: [LogRecord]?, _ header: LogHeader, _ look: Look, note: String = "") -> [String] {
        var facts = records.map { ["\($0.count) event\($0.count == 1 ? "" : "s")"] } ?? []
        if let records, let first = records.first {
            let end = records.reduce(first.event.time) { max($0, $1.event.time) }
            facts.append(TimeWords.length(end.milliseconds - first.event.time.milliseconds))
            facts.append("from \(TimeWords.second(first.event.time, look.clock.of(header)))")
        }
        let settings = header.settings
        let whose = [settings.serviceProvider, settings.platform.rawValue, api(settings.api)].joined(separator: ", ")
        let writers = [header.app, "FlowMachine \(header.library)", header.support.isEmpty ? "" : "support id \(header.support)"]
        let written = writers.filter { !$0.isEmpty }.joined(separator: ", ")
        let rest = [facts.joined(separator: ", "), whose, note].reduce(0) { $0 + ($1.isEmpty ? 0 : DisplayedWidth.of($1) + 3) }
        // The folder is left out if the line would be too long.
        let isLong = DisplayedWidth.of(name) + rest > look.width
        let folded = name.split(separator: "/").last.map { "\(look.glyphs.ellipsis)/\($0)" } ?? name
        let shown = isLong && name.contains("/") ? folded : name
        let parts = [(shown, Style.bold), (facts.joined(separator: ", "), .plain), (whose, .plain), (written, .plain), (note, .plain)]
            .filter { !$0.0.isEmpty }
        var lines: [Line] = []
        var line = Line(look.glyphs)
        for (text, style) in parts {
            let text = cut(text, to: look.width - 2, look.glyphs)
            let needed = DisplayedWidth.of(text)
            if line.width > 0, line.width + 3 + needed > look.width {
                lines.append(line)
                line = Line(look.glyphs)
                line.append("  ")
            } else if line.width > 0 {
                line.append("   ")
            }
            line.append(text, style)
        }
        lines.append(line)
        return lines.map { $0.text(color: look.color) } + derivation(header, look)
    }

    /// Returns the lines that say how the log was derived from another log; empty for an original recording.
    package static func derivation(_ header: LogHeader, _ look: Look) -> [String] {
        guard let sentence = header.derivationSentence else { return [] }
        return wrapped(sentence, to: look.width - 2, ascii: look.glyphs.isASCII).map { text in
            var line = Line(look.glyphs)
            line.put(text, at: 2, .alarm)
            return line.text(color: look.color)
        }
    }

    /// Returns lines about the missing parts of the log, for drawings that cannot show where these parts are.
    package static func gaps(_ gaps: [LogGap], _ look: Look) -> [String] {
        gaps.filter { !$0.isElsewhere }.flatMap { gap in
            wrapped(gap.text, to: look.width - 4, ascii: look.glyphs.isASCII).enumerated().map { index, text in
                var line = Line(look.glyphs)
                line.put(index == 0 ? "!" : "", at: 1, .alarm)
                line.put(text, at: 3, .alarm)
                return line.text(color: look.color)
            }
        }
    }

    static func api(_ api: FlowSettings.API) -> String {
        switch api {
        case .restV2: "REST V2"
        case .restV1: "REST V1"
        }
    }
}
