/// Prints the figures, each next to its reference.
struct Table {
    private var figures: [String: Figure] = [:]

    init(_ suite: Suite, _ options: Options) throws {
        for benchmark in suite.benchmarks {
            figures[benchmark.name] = try Figure(benchmark, count: options.count, rounds: options.rounds)
        }
    }

    func show() {
        line("", "ns", "per second", "")
        row("reduce in place", "apply", beside("reduce-bare", "times the bare reducer", inverse: true))
        row("pure reduce", "reduce", beside("reduce-bare", "times the bare reducer", inverse: true))
        row("  the bare reducer", "reduce-bare", "")
        row("encode a record", "encode", beside("encode-foundation", "times as fast as JSONEncoder"))
        row("  JSONEncoder", "encode-foundation", "")
        row("decode a record", "decode", beside("decode-foundation", "times as fast as JSONDecoder"))
        row("  JSONDecoder", "decode-foundation", "")
        row("digest a model", "digest", "")
        row("reduce, digest and encode", "record", "")
        row("verified replay", "replay", "")
    }

    private func row(_ title: String, _ name: String, _ remark: (String) -> String) { row(title, name, remark(name)) }

    private func row(_ title: String, _ name: String, _ remark: String) {
        guard let figure = figures[name] else { return }
        line(title, grouped(figure.nanoseconds), grouped(figure.perSecond), remark)
    }

    private func beside(_ other: String, _ words: String, inverse: Bool = false) -> (String) -> String {
        { name in
            guard let figure = figures[name], let other = figures[other] else { return "" }
            let ratio = inverse ? figure.nanoseconds / other.nanoseconds : other.nanoseconds / figure.nanoseconds
            let tenths = Int((ratio * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) \(words)"
        }
    }

    private func line(_ title: String, _ nanoseconds: String, _ perSecond: String, _ remark: String) {
        let cells = padded(title, 28) + aligned(nanoseconds, 10) + aligned(perSecond, 14)
        print(remark.isEmpty ? cells : "\(cells)   \(remark)")
    }

    private func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
    private func aligned(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }

    private func grouped(_ value: Double) -> String {
        var digits = String(Int(value.rounded()))
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: ",")
    }
}
