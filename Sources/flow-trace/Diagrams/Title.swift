import FlowMachine

/// The first lines of every drawing: which log, how much, since when, and whose.
enum Title {
    /// `records` are `nil` of a log that is still being written.
    static func lines(_ name: String, _ records: [Record]?, _ header: LogHeader, _ look: Look, note: String = "") -> [String] {
        var facts = records.map { ["\($0.count) event\($0.count == 1 ? "" : "s")"] } ?? []
        if let records, let first = records.first {
            let end = records.reduce(first.event.time) { max($0, $1.event.time) }
            facts.append(TimeWords.length(end.milliseconds - first.event.time.milliseconds))
            facts.append("from \(TimeWords.utc(first.event.time))")
        }
        let settings = header.settings
        let whose = [settings.serviceProvider, settings.platform.rawValue, api(settings.api)].joined(separator: ", ")
        let rest = [facts.joined(separator: ", "), whose, note].reduce(0) { $0 + ($1.isEmpty ? 0 : DisplayedWidth.of($1) + 3) }
        // The folder gives way where the line would be too long.
        let isLong = DisplayedWidth.of(name) + rest > look.width
        let name = isLong ? name.split(separator: "/").last.map(String.init) ?? name : name
        let parts = [(name, Style.bold), (facts.joined(separator: ", "), .plain), (whose, .plain), (note, .plain)].filter { !$0.0.isEmpty }
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
        return lines.map { $0.text(colour: look.colour) }
    }

    static func api(_ api: FlowSettings.API) -> String {
        switch api {
        case .restV2: "REST V2"
        case .restV1: "REST V1"
        }
    }
}
