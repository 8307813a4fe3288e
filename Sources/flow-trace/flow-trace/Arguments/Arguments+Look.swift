import FlowMachine
import FlowReading

extension Look {
    /// What the shared options ask for; an option that a command does not have is not given. `isTable`: with rows that may be as
    /// wide as the terminal, since no arrow grows with them.
    init(_ arguments: Arguments, _ console: Console, isTable: Bool = false) throws(UsageFailure) {
        let asked = try arguments.number("--width", in: Int64(Look.narrowest)...1000).map { Int($0) }
        let standard = isTable ? max(Look.narrowest, console.columns ?? 100) : Look.width(console)
        let clock = try arguments.clock()
        self.init(
            width: asked ?? standard, glyphs: arguments.has("--ascii") ? .ascii : .unicode, utc: arguments.has("--utc") || clock != nil,
            clock: clock ?? .utc, color: console.usesColor)
    }

    /// The default width for a terminal: on a very wide one, arrows would be too long to follow.
    static func width(_ console: Console) -> Int { min(140, max(narrowest, console.columns ?? 100)) }

    /// The clock of the words in JSON or in text: JSON is for machines, which need one form.
    func clock(json: Bool) -> DisplayedClock { json ? .utc : clock }

    /// Says that the times of a log are in UTC although the device's were asked for, because the log does not record them.
    func note(_ header: LogHeader, of name: String, _ console: Console) {
        guard clock.isMissing(in: header) else { return }
        console.complain(
            Printable.text(
                "\(name): the log does not record the device's offset to UTC, so its times are in UTC: name a zone to use another",
                ascii: false))
    }
}
