import FlowMachine

// The columns of each table, in order. Add new columns at the end: a file of an earlier version lacks them, so queries read null.
extension FleetTable {
    package var columns: [TableColumn] {
        switch self {
        case .launches: FleetTable.launchColumns
        case .requests: FleetTable.requestColumns
        case .events: FleetTable.eventColumns
        case .verdicts: FleetTable.verdictColumns
        }
    }

    private static let key = TableColumn(
        "launch_key", .text, "names the launch: 32 hex digits, of its header and its first event", null: "the log cannot be read")

    private static let support = TableColumn("support_id", .text, "the support id of the log", null: "the log cannot be read")
    private static let installation = TableColumn(
        "installation", .text, "the random id of the app's installation", null: "the app logs none")

    private static let launchColumns: [TableColumn] = [
        key,
        support,
        TableColumn("previous_support_id", .text, "the support id of the launch before", null: "unknown, as at the first launch"),
        installation,
        TableColumn("app", .text, "the app"),
        TableColumn("app_version", .text, "the version and build of the app", null: "the app names none"),
        TableColumn("library", .text, "the version of this library that wrote the log"),
        TableColumn("model_revision", .number, "the revision of the model that wrote the log"),
        TableColumn("system", .text, "the operating system and its version", null: "unknown"),
        TableColumn("platform", .text, "iOS, iPadOS, tvOS, visionOS, macOS, other"),
        TableColumn("api", .text, "restV2, restV1"),
        TableColumn("service_provider", .text, "the service provider (requestor) id"),
        TableColumn("policy", .texts, "the policies that are not the default, as attempts=1"),
        TableColumn("started_at", .number, "when the log begins, in milliseconds since 1970, by the device's clock", null: "no event"),
        TableColumn("duration_ms", .number, "how long the log is; 0 for one event", null: "no event"),
        TableColumn(
            "clock_ahead_ms", .number, "how far the device's clock was ahead of Adobe's; negative: behind",
            null: "no answer had Adobe's time"),
        TableColumn("segments", .number, "the number of files of the log"),
        TableColumn("events", .number, "the number of events"),
        TableColumn("log_state", .text, "what reading the log found: \(LogState.allCases.map { $0.rawValue }.joined(separator: ", "))"),
        TableColumn("provider", .text, "the MVPD that the viewer chose or signed in with last", null: "none"),
        TableColumn("way", .text, "how the viewer was signed in last: \(SignInWay.allCases.map { $0.rawValue }.joined(separator: ", "))"),
        TableColumn(
            "sign_in_ms", .number, "from the request to the first completed sign-in", null: "no sign-in was requested and completed"),
        TableColumn("requests", .number, "the number of requests"),
        TableColumn("unfulfilled", .number, "the number of requests that were not fulfilled, for whatever reason"),
        TableColumn("failed", .truth, "whether a request was not fulfilled for a cause that is a fault, or the log is damaged"),
        TableColumn(
            "cause_id", .text, "the cause of the first request that was not fulfilled, if it is a fault (flow-trace help causes)",
            null: "no such request"),
        TableColumn("owner", .text, "who can act on the cause", null: "no such request"),
        TableColumn("adobe_code", .text, "Adobe's error code in its answer", null: "no such request, or it has none"),
        TableColumn("causes", .texts, "the ids of all causes of the launch"),
        TableColumn("adobe_traces", .texts, "the first 4 ids of Adobe's to quote"),
        TableColumn("ending", .text, "background, foreground, shutDown"),
        TableColumn("calls", .number, "calls to Adobe that were answered or timed out"),
        TableColumn("failed_calls", .number, "the number of calls without a usable answer"),
        TableColumn("polls", .number, "the number of calls that polled for a sign-in on another screen"),
        TableColumn("throttled", .number, "answers that throttled (429)"),
        TableColumn("retries", .number, "how often a call was sent again after a pause"),
        TableColumn("waited_viewer_ms", .number, "how long the flow waited for the viewer"),
        TableColumn("waited_adobe_ms", .number, "how long the flow waited for Adobe's answers, or while Adobe throttled"),
        TableColumn("waited_partner_ms", .number, "how long the flow waited for the partner framework, when that did not ask the viewer"),
        TableColumn("waited_network_ms", .number, "how long the flow waited because Adobe could not be reached"),
        TableColumn(
            "profile_lifetime_ms", .number, "the shortest time that a sign-in granted in this launch was valid", null: "none was granted"),
        TableColumn(
            "token_lifetime_ms", .number, "the shortest time that an access token granted in this launch was valid",
            null: "none was granted"),
        TableColumn(
            "code_lifetime_ms", .number, "the shortest time that an authentication code granted in this launch was valid",
            null: "none was granted, or Adobe did not say"),
        TableColumn("rules", .texts, "the rules that decided"),
        TableColumn("upload_reason", .text, "why the log was kept: unfulfilled, sampled, requested"),
        TableColumn("weight", .number, "how many launches the log stands for; 0: it was kept only on request"),
        TableColumn("utc_offset_minutes", .number, "the device's offset from UTC", null: "unknown"),
        TableColumn("host", .text, "the address of Adobe's service, or of the server in between"),
        TableColumn(
            "sign_in_ends_at", .number,
            "when the last sign-in of the launch, or the one that it began with, expires, in milliseconds since 1970",
            null: "no viewer was signed in"),
    ]

    private static let requestColumns: [TableColumn] = [
        key,
        TableColumn("request", .number, "the number of the request in the log"),
        TableColumn("kind", .text, "start (a sign-in), otherProvider, play, preview, userMetadata, signOut"),
        TableColumn("event", .number, "the event that made the request", null: "the request was made before the log"),
        TableColumn("asked_at", .number, "when the request was made, in milliseconds since 1970, by the device's clock"),
        TableColumn("answer_ms", .number, "from the request to its answer; 0: answered at once", null: "never answered"),
        TableColumn("outcome", .text, "\(TriagedRequest.Outcome.allCases.map { $0.rawValue }.joined(separator: ", "))"),
        TableColumn("fulfilled", .truth, "whether the request got what it asked for"),
        TableColumn("ordinary", .truth, "whether it was not fulfilled for a cause that is no fault"),
        TableColumn("reason", .text, "the reason in the answer", null: "the answer has none"),
        TableColumn(
            "cause_id", .text, "why the request was not fulfilled, or what went wrong meanwhile (flow-trace help causes)",
            null: "nothing went wrong"
        ),
        TableColumn("owner", .text, "who can act on the cause", null: "nothing went wrong"),
        TableColumn("adobe_code", .text, "Adobe's error code in the answer", null: "the answer has none"),
        TableColumn("provider", .text, "the MVPD of the launch", null: "none"),
        TableColumn("way", .text, "how the viewer was signed in last, as in launches"),
        TableColumn(
            "decision_source", .text, "who permitted the playback: mvpd, degradation, temppass, dummy, other",
            null: "no playback was permitted"),
    ]

    private static let eventColumns: [TableColumn] = [
        key,
        TableColumn("number", .number, "the number of the event"),
        TableColumn("by", .number, "the event whose effect caused it", null: "nothing in the log did"),
        TableColumn("at", .number, "when it happened, in milliseconds since 1970, by the device's clock"),
        TableColumn("kind", .text, "the event without its numbers and values"),
        TableColumn("rule", .text, "the rule that decided"),
        TableColumn("state", .text, "the state after the event"),
        TableColumn("step", .text, "the step of that state"),
        TableColumn("effects", .number, "how many effects were decided"),
    ]

    private static let verdictColumns: [TableColumn] = [
        key,
        support,
        installation,
        TableColumn("result", .text, "\(LaunchVerdict.Result.allCases.map { $0.rawValue }.joined(separator: ", "))"),
        TableColumn("first_event", .number, "the first event that is decided differently", null: "none"),
        TableColumn("rule_recorded", .text, "the rule that decided it when the log was written", null: "no event differs"),
        TableColumn("rule_build", .text, "the rule that decides it in this build", null: "no event differs, or it does not happen"),
        TableColumn("request", .number, "the request that ends otherwise", null: "none does"),
        TableColumn("kind", .text, "the kind of that request", null: "none does"),
        TableColumn("outcome_recorded", .text, "how that request ended", null: "none does"),
        TableColumn("outcome_build", .text, "how that request ends in this build", null: "none does, or this build cannot say"),
        TableColumn("cause_recorded", .text, "the cause of that end", null: "none does, or there is no cause"),
        TableColumn("cause_build", .text, "the cause of its end in this build", null: "none does, or there is no cause"),
        TableColumn("simulated", .truth, "whether that end needs an answer that the log does not have, so that it was simulated"),
        TableColumn("library", .text, "the version of this library that wrote the log"),
        TableColumn("library_build", .text, "the version of the build that decides"),
        TableColumn("model_revision", .number, "the revision of the model that wrote the log"),
        TableColumn("upload_reason", .text, "as in launches"),
        TableColumn("weight", .number, "as in launches"),
    ]
}
