import FlowMachine

/// All transitions of the machine that change something, as the tests recorded them.
///
/// The tests run every scenario of the simulated world, and random walks with fixed seeds on each kind of device. Running them again would take
/// `spec` and `coverage` most of a second each time.
package enum MachineTransitions {
    /// The number of random walks in the tests. `events` is the number of events in each walk.
    static let walks = 160
    static let events = 600

    /// All transitions, in the order of `TransitionTable.Entry`.
    package static let entries: [TransitionTable.Entry] = read(RecordedText.transitions)

    /// The steps of the machine, as `state.step`.
    package static var places: Set<String> { Set(entries.flatMap { [$0.from, $0.to] }) }

    /// Reads the entries in `text`.
    static func read(_ text: String) -> [TransitionTable.Entry] {
        func words(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }
        var entries: [TransitionTable.Entry] = []
        var from = ""
        for line in Substring(text).utf8.split(separator: UInt8(ascii: "\n")) {
            guard line.first == UInt8(ascii: " ") else {
                from = words(line)
                continue
            }
            let parts = line.dropFirst(2).split(separator: UInt8(ascii: "|"))
            guard let event = parts.first.map(words) else { continue }
            for part in parts.dropFirst() {
                guard let blank = part.firstIndex(of: UInt8(ascii: " ")) else { continue }
                let target = words(part[part.index(after: blank)...])
                let to = target == "stays" ? from : target
                entries.append(TransitionTable.Entry(from: from, event: event, rule: words(part[..<blank]), to: to))
            }
        }
        return entries
    }

    /// Returns the text for `entries`, which must be in order.
    static func text(_ entries: [TransitionTable.Entry]) -> String {
        var text = ""
        var last: TransitionTable.Entry?
        for entry in entries {
            if entry.from != last?.from { text += "\(last == nil ? "" : "\n")\(entry.from)" }
            if entry.from != last?.from || entry.event != last?.event { text += "\n  \(entry.event)" }
            text += "|\(entry.rule) \(entry.moves ? entry.to : "stays")"
            last = entry
        }
        return text
    }
}
