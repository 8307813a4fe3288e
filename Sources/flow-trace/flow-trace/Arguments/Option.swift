import FlowReading

/// One option of a command.
struct Option {
    /// The possible values of the option.
    enum Values {
        /// A number, an id or another text that cannot be listed.
        case anything
        /// One word of the list, which completions offer.
        case oneOf([String])
        /// One or more words of the list, separated by commas.
        case someOf([String])
        case folder
        case file
    }

    /// The name of the option, with its dashes.
    let name: String
    /// The one-letter form of the option, with its dash; `nil` if it has none.
    private(set) var short: String?
    /// The placeholder for the option's value in the help; `nil` for an option without a value.
    let value: String?
    /// The purpose of the option. The help wraps this text.
    let help: String
    /// The number of words in the option's value.
    private(set) var valueCount = 1
    /// Whether the option may be used more than once.
    private(set) var isRepeatable = false
    /// The possible values. Shells offer these values as completions, and the tool checks the option's value against them.
    let values: Values

    init(_ name: String, _ value: String? = nil, _ help: String, values: Values = .anything) {
        self.name = name
        self.value = value
        self.help = help
        self.values = values
    }

    /// Creates an option whose value is one of the raw values of `words`.
    init<W: RawRepresentable & CaseIterable>(_ name: String, oneOf words: W.Type, _ help: String) where W.RawValue == String {
        let names = words.allCases.map(\.rawValue)
        self.init(name, names.joined(separator: "|"), help, values: .oneOf(names))
    }

    /// Creates an option whose value has several words.
    init(_ name: String, _ value: String, _ help: String, valueCount: Int, values: Values = .anything) {
        self.init(name, value, help, values: values)
        self.valueCount = valueCount
    }

    /// Returns this option with the one-letter form `short` added.
    func shortened(_ short: String) -> Option {
        var option = self
        option.short = short
        return option
    }

    /// The names and the placeholder as the help lists them, for example `-o, --out FILE`.
    var title: String { names.joined(separator: ", ") + (value.map { " " + $0 } ?? "") }

    /// The names of the option, the short one first.
    var names: [String] { [short, name].compactMap(\.self) }

    /// This option, changed so that it may be used more than once.
    var repeated: Option {
        var option = self
        option.isRepeatable = true
        return option
    }

    /// The words that the option accepts as its value; empty if they cannot be listed.
    var words: [String] {
        switch values {
        case .oneOf(let words), .someOf(let words): words
        case .anything, .folder, .file: []
        }
    }
}

/// The options that most commands share. `Look.init(_:_:)` reads the options for drawings.
extension Option {
    static let width = Option(
        "--width", "N", "Use at most N columns, 80 to 1000. Default: the width of the terminal, but at most 140; 100 without a terminal.")
    static let ascii = Option("--ascii", nil, "Use ASCII characters only.")
    static let utc = Option("--utc", nil, "Show times of day in UTC instead of times since the first event.")
    static let timeZone = Option(
        "--time-zone", "ZONE",
        "Show times of day, and read given times, by the clock of ZONE: America/Denver, UTC, +05:30, or device for the offset that the log records. Default: UTC."
    )
    static let pastDamage = Option("--past-damage", nil, "Also read the lines after damage, if their checksums match.")

    /// The option `--only` of a command that prints or draws events.
    static func only(_ verb: String) -> Option {
        Option(
            "--only", oneOf: EventFilter.Only.self,
            "\(verb) only these events: calls to Adobe and the partner framework, and their answers; problems; what the viewer did or saw; or "
                + "refusals, which are requests of the app that were denied or refused.")
    }

    /// The option `--json` of a command that prints one object per `thing`, or one object in all if `thing` is `nil`.
    static func json(per thing: String? = nil) -> Option {
        Option("--json", nil, "Print JSON: one object on one line\(thing.map { " per \($0)" } ?? "").")
    }
}

/// The options that commands share for their output as a whole. `Destination` carries them out.
extension Option {
    static let out = Option(
        "--out", "FILE", "Write the output to FILE instead, which is replaced once the command is done.", values: .file
    ).shortened("-o")
    static let quiet = Option("--quiet", nil, "Print nothing on standard output: the exit code says what was found.").shortened("-q")
    static let color = Option("--color", oneOf: ColorChoice.self, "Use color: auto, on a terminal only; always; or never. Default: auto.")
    static let help = Option("--help", nil, "Print this help.").shortened("-h")
}

/// The choices of whether to print colors.
enum ColorChoice: String, CaseIterable { case auto, always, never }
