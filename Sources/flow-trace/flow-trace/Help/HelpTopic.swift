/// The topics that `flow-trace help` explains in addition to the commands.
enum HelpTopic: String, CaseIterable {
    case logs, rules, codes, causes, terms, times, json
    case exitCodes = "exit-codes"
    case scripts

    var summary: String {
        switch self {
        case .logs: "What a log contains, where an app keeps it, and what is never in it."
        case .rules: "How rules are named, and what one says: flow-trace help rules V2-C-18"
        case .codes: "Adobe's error codes, and what one means: flow-trace help codes invalid_client"
        case .causes: "The ids of causes and patterns, and what one means: flow-trace help causes code-expired"
        case .terms: "The glossary, or one word of it: flow-trace help terms wish"
        case .times: "How to specify an event by its number or a time."
        case .json: "Which commands print JSON, and what each line contains."
        case .exitCodes: "The exit codes."
        case .scripts: "Scripts to begin with: CI gates, nightly reports and a watch, also for several versions of the app."
        }
    }

    /// The placeholder for the word that can follow the topic; `nil` if the topic stands alone.
    var detail: String? {
        switch self {
        case .rules: "ID"
        case .codes: "CODE"
        case .causes: "ID"
        case .terms: "WORD"
        case .logs, .times, .json, .exitCodes, .scripts: nil
        }
    }

    /// Returns the text of the topic, or its text about the word `detail`.
    func text(_ detail: String?) throws(UsageFailure) -> String {
        switch (self, detail) {
        case (.rules, let id?): return try RulesTopic.text(of: id)
        case (.codes, let code?): return try CodesTopic.text(of: code)
        case (.causes, let id?): return try CausesTopic.text(of: id)
        case (.terms, let word?): return try TermsTopic.text(of: word)
        case (_, let word?): throw UsageFailure("help \(rawValue) takes no further word: leave out \"\(word)\"")
        case (.logs, nil): return HelpTopic.logsText
        case (.rules, nil): return RulesTopic.text
        case (.codes, nil): return CodesTopic.text
        case (.causes, nil): return CausesTopic.text
        case (.terms, nil): return TermsTopic.text
        case (.times, nil): return HelpTopic.timesText
        case (.json, nil): return HelpTopic.jsonText
        case (.exitCodes, nil): return HelpTopic.exitCodesText
        case (.scripts, nil): return HelpTopic.scriptsText
        }
    }
}

extension HelpTopic {
    private static let logsText = """
        A log contains every event of the sign-in flow, what the machine decided about it, and everything that is
        needed to decide it again. A LOG on the command line is a file, a folder (all *.jsonl in it and below,
        also *.jsonl.gz and *.jsonl.zst) or - for standard input.

        Lines. A log is text: one JSON object per line, with a checksum that includes the line before it. The first
        line is the header: versions of app, library and system, the support id, and all settings. Every other line
        is a record: the event with its number and time, the rule that decided it (flow-trace help rules), the state
        after it, and the effects, which are the machine's instructions to the app.

        Segments. A launch of the app begins a new file, and so does every 4 MB. Such a file is a segment. One that
        does not begin with a launch has a snapshot in its second line: the complete model at that moment. Give all
        files of a launch, or their folder, to see them together.

        Gaps. If the disk fails, the app continues without the log. When the disk works again, a snapshot lists which
        events are missing and why. A gap is not damage.

        Damage. A line is damaged if its checksum does not match: it was changed, or the line before it is missing.
        Commands read up to the first damaged line and exit with 1; with --past-damage they also read later lines.

        Where it is. The app chooses the folder of its FileEventLog; the files are called flow-ID-0001.jsonl and so
        on, where ID is the support id. Only the newest files are kept: by default 14 days and 64 MB. An app can
        also hand its log over with Flow.exportLog().

        Never in it: tokens, credentials, codes, SAML responses, links, names of viewers and of what they watch.
        The log has references in their place, such as token#1. Equal references in one log mean the same secret.

        """

    private static let timesText = """
        Options that name a place in a log, such as --at, --from and --to, accept:

          17                      the event with that number, as printed by replay and by --json
          18:10 or 18:10:05       a time of day in UTC; 18:10 means the whole minute
          2026-11-22T18:10:05Z    a date and time in UTC; a date alone means the whole day
          +90s, +5min, +1h20min   the time since the first event of the log
          +16:40.5                the same, as the drawings print it

        With --time-zone ZONE, times are given and shown by the clock of ZONE: a name such as America/Denver, an
        offset to UTC such as +05:30 or -07:00, UTC, or device for the offset that the log's header records. Z or
        an offset after a time names its own clock: 18:10Z, 18:10-07:00. When the clock is set back, a time means
        both hours that show it.

        A time means the first event at or after it; with --to, the last event at or before it.

        Times in a log are those of the device's clock. If Adobe's answers contain Adobe's time, triage prints how
        far the two are apart. Drawings show the time since the first event, or with --utc or --time-zone the time of day. JSON
        contains milliseconds since 1970.

        """

    /// The list of commands is computed from the commands themselves, so that none is missing.
    private static var jsonText: String {
        let commands = Command.allCases.map(\.syntax).compactMap { syntax in
            syntax.options.first { $0.name == "--json" }.map { (syntax.name, $0.help) }
        }
        return """
            These commands print JSON with --json, for jq and for programs:

            \(CommandSyntax.columns(commands))
            Each line is one complete object in UTF-8. --help of the command lists the members. Times are
            milliseconds since 1970, durations are milliseconds, and an unknown member is null or absent.
            Members may be added in later versions: programs must ignore members that they do not know.
            Problems with a log are also printed to standard error, and the exit code is the same as without --json.

              flow-trace triage --json logs | jq -r '.requests[] | select(.outcome == "denied") | .code'

            """
    }

    private static var exitCodesText: String {
        "The exit codes of flow-trace:\n\n" + Ending.tableOfAll
            + "\nThe help of each command lists its own. With several logs, the exit code is the highest of theirs. Output written before a "
            + "problem is valid.\n\n"
            + "To tell apart what has one code: verify -q judges the log alone, and the --json of verify, triage, diff and import says what was "
            + "found.\n\n"
            + "In a script, -q or --exit-code makes triage exit with 1 if a request was not fulfilled:\n\n"
            + "  flow-trace -q logs || echo \"a viewer could not watch, or a log is damaged\"\n"
    }

    /// The scripts. A test runs them as they are printed.
    private static let scriptsText = #"""
        Five scripts for sh. $1 is a log or a folder of logs. All but the first need jq.

        A CI gate: 1 if a log is damaged, if this build decides it differently, or if a request was not fulfilled;
        2 or more if the gate itself could not run.

          flow-trace verify "$1" || exit
          flow-trace --exit-code "$1"

        A CI gate for logs of several versions of the library, which may decide differently: 1 if a log is damaged, or
        if this build decides a log of its own version differently.

          flow-trace verify --json -o verify.jsonl "$1" 2> verify.err
          [ $? -le 1 ] || exit 2
          now=$(flow-trace --version | cut -d, -f1 | cut -d' ' -f2)
          jq -es --arg now "$now" \
            'all(.result == "verified" or .result == "differs" and .library != $now)' verify.jsonl

        A nightly report: a page for people, JSON for programs, and the causes of unfulfilled requests, most frequent
        first. A file is replaced once its report is complete, also with the codes 0 and 1.

          flow-trace --color never -o report.txt "$1"
          [ $? -le 1 ] || exit 2
          flow-trace triage --json -o report.jsonl "$1"
          jq -r '.requests[] | select(.isFulfilled | not) | "\(.owner): \(.kind)"' report.jsonl |
            sort | uniq -c | sort -rn

        A nightly report on logs of several versions of the app: for each, the launches, how many had a request that
        was not fulfilled, and the causes, most frequent first. A log of another version of the library is read as
        recorded. Which logs this build decides differently, or cannot read, is in report.err.

          flow-trace triage --json -o report.jsonl "$1" 2> report.err
          [ $? -le 1 ] || exit 2
          jq -rs 'map(select(.app)) | group_by([.app, .library])[] |
            map([.requests[] | select(.isFulfilled | not) | "\(.id) (\(.owner))"]) as $missed |
            "\(.[0].app), library \(.[0].library): launches: \(length), "
              + "with a request that was not fulfilled: \($missed | map(select(. != [])) | length)",
            ($missed | add | group_by(.) | sort_by(-length)[] | "  \(length) \(.[0])")' report.jsonl

        A watch: one line per problem, as soon as it is in the log, until Ctrl-C. With --only refusals, one line per
        request that is denied or refused. For the cause of event N, run flow-trace explain --at N.

          flow-trace watch --json --only problems "$1" |
            jq -r --unbuffered 'select(.record) | "event \(.record.number): \(.words.event)"'

        """#
}
