import FlowMachine
import FlowReading

extension Look {
    /// Creates the appearance of the output from the shared options. An option that the command does not have is treated as not given.
    ///
    /// - Parameter isTable: Whether the output is a table, which may use the whole width of the terminal. A drawing is limited in width.
    init(_ arguments: Arguments, _ console: Console, isTable: Bool = false) throws(UsageFailure) {
        let asked = try arguments.number("--width", in: Int64(Look.narrowest)...1000).map { Int($0) }
        let standard = isTable ? max(Look.narrowest, console.columns ?? 100) : Look.width(console)
        let clock = try arguments.clock()
        self.init(
            width: asked ?? standard, glyphs: arguments.has("--ascii") ? .ascii : .unicode, utc: arguments.has("--utc") || clock != nil,
            clock: clock ?? .utc, color: console.usesColor)
    }

    /// Returns the default width of a drawing: the width of the terminal, but at most 140 columns, because longer arrows are hard to follow.
    static func width(_ console: Console) -> Int { min(140, max(narrowest, console.columns ?? 100)) }

    /// Returns the clock for times in texts. In JSON, the clock is always UTC, because programs need one form.
    func clock(json: Bool) -> DisplayedClock { json ? .utc : clock }

    /// Reports that the log's times are shown in UTC, if the device's clock was requested but the log does not record the clock's offset.
    func note(_ header: LogHeader, of name: String, _ console: Console) {
        guard clock.isMissing(in: header) else { return }
        console.complain(
            Printable.text(
                "\(name): the log does not record the device's offset to UTC, so its times are in UTC: name a zone to use another",
                ascii: false))
    }
}
