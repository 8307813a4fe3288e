/// The command line's options.
struct Options {
    var count = 100_000
    var rounds = 5
    var only: String?

    static let help = """
        usage: benchmarks [--count N] [--rounds N] [--only NAME]

          --count N    operations a round (100000)
          --rounds N   rounds, of which the best counts (5)
          --only NAME  one benchmark, for a profiler: apply, reduce, reduce-bare, encode, encode-foundation,
                       decode, decode-foundation, digest, record, replay
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--count": count = try Options.number(rest.popFirst(), option)
            case "--rounds": rounds = try Options.number(rest.popFirst(), option)
            case "--only": only = rest.popFirst()
            case _: throw Complaint(text: option == "--help" ? Options.help : "\(option) is not an option\n\(Options.help)")
            }
        }
    }

    private static func number(_ text: String?, _ option: String) throws -> Int {
        guard let text, let number = Int(text), number > 0 else { throw Complaint(text: "\(option) needs a number above 0") }
        return number
    }
}
