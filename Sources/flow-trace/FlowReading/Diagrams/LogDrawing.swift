import FlowMachine

/// The drawing of a log: the kind, the form, the events that are drawn, and the look.
package struct LogDrawing {
    /// The kind of drawing.
    package enum Kind: String, CaseIterable, Sendable {
        /// The calls between the parties, with time and rule.
        case sequence
        /// The states of the flow and the paths between them.
        case states
        /// The parties that the flow waited for, as bars along the time.
        case timeline
    }

    /// The form of a drawing.
    package enum Format: String, CaseIterable, Sendable {
        case text, mermaid, svg
    }

    /// The kind of drawing.
    package var kind: Kind
    /// The form of the drawing.
    package var format: Format
    /// The events that are drawn.
    package var part: Part
    /// The width and the glyphs.
    package var look: Look

    /// Creates a drawing, by default of the entire log as a sequence in text.
    package init(_ kind: Kind = .sequence, _ format: Format = .text, part: Part = Part(), look: Look = Look()) {
        self.kind = kind
        self.format = format
        self.part = part
        self.look = look
    }

    /// Returns the drawing as text, with a newline at its end.
    ///
    /// - Parameters:
    ///   - content: The log.
    ///   - name: The log's name, which is printed above the drawing.
    ///   - note: The text after the name if the entire log is drawn.
    package func text(_ content: LogContent, name: String, note: String = "") -> String {
        let shown = content.records.filter { part.numbers.contains($0.number) }
        let isWhole = shown.count == content.records.count
        func heading(_ look: Look) -> [String] {
            Title.lines(name, content.records, content.header, look, note: isWhole ? note : "\(shown.count) of them shown")
                + (kind == .sequence ? [] : Title.gaps(content.gaps, look))
        }
        let lines: [String]
        switch format {
        case .text:
            let title = heading(look) + [""]
            lines = title + textLines(content, shown)
        case .mermaid: lines = mermaidLines(content, shown, name)
        case .svg: lines = svgLines(content, shown, name, heading(Look(width: 106, glyphs: look.glyphs, clock: look.clock)))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func textLines(_ content: LogContent, _ shown: [LogRecord]) -> [String] {
        switch kind {
        case .sequence: SequenceText.lines(sequence(content), scale: scale(content), look)
        case .states: StateText.lines(Passage(shown), look)
        case .timeline: TimelineText.lines(Timeline(shown), look)
        }
    }

    private func mermaidLines(_ content: LogContent, _ shown: [LogRecord], _ name: String) -> [String] {
        switch kind {
        case .sequence: Mermaid.sequence(sequence(content), scale: scale(content), look)
        case .states: Mermaid.states(Passage(shown), look)
        case .timeline: Mermaid.timeline(Timeline(shown), name: name, look)
        }
    }

    private func svgLines(_ content: LogContent, _ shown: [LogRecord], _ name: String, _ heading: [String]) -> [String] {
        switch kind {
        case .sequence: SVGSequence.lines(sequence(content), scale: scale(content), heading: heading, name: name, look)
        case .states: SVGStates.lines(Passage(shown), heading: heading, name: name, look)
        case .timeline: SVGTimeline.lines(Timeline(shown), heading: heading, name: name, look)
        }
    }

    func sequence(_ content: LogContent) -> SequenceDiagram {
        SequenceDiagram(content.records, header: content.header, part: part, gaps: content.gaps, look.clock)
    }

    private func scale(_ content: LogContent) -> TimeScale { TimeScale(content.records, utc: look.utc, look.clock.of(content.header)) }
}
