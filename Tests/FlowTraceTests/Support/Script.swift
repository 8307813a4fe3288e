import FlowMachine

/// A flow driven by hand: events have their times, and replies find the request that they answer.
struct Script {
    private var recorder: FlowRecorder
    private(set) var bytes: [UInt8]
    private(set) var records: [LogRecord] = []
    let header: LogHeader
    private var requests: [(id: RequestID, by: Int64, isAdobes: Bool)] = []
    private var timers: [(id: TimerID, purpose: TimerPurpose, by: Int64)] = []
    private var shown: PresentationID?

    /// 2026-01-01 00:00:00 UTC.
    static let start: Int64 = 1_767_225_600_000

    init(_ settings: FlowSettings = Script.settings, names: [ResourceName] = []) {
        header = LogHeader(app: "DemoTV/1.0", support: "4711", settings: settings, names: names)
        recorder = FlowRecorder(header: header)
        bytes = recorder.headerLine
    }

    static let settings = FlowSettings(
        serviceProvider: "REF30", domainName: "example.com", redirectURL: "demotv://done", activationURL: "https://example.com/activate",
        platform: .tvOS)

    static func instant(_ seconds: Double) -> Instant { Instant(milliseconds: start + Int64((seconds * 1000).rounded())) }

    /// Feeds one event.
    mutating func feed(_ seconds: Double, _ origin: FlowEvent.Origin, by: Int64? = nil) {
        feed(FlowEvent(time: Script.instant(seconds), origin: origin), by: by)
    }

    /// Feeds one event.
    mutating func feed(_ event: FlowEvent, by: Int64? = nil) {
        let entry = recorder.record(event, by: by)
        bytes += entry.line
        records.append(
            LogRecord(
                number: entry.number, by: by, event: event, rule: entry.rule.id, state: recorder.model.state.name,
                step: recorder.model.state.step, effects: entry.effects, digest: recorder.model.digest))
        for effect in entry.effects {
            switch effect {
            case .call(let id, _): requests.append((id, entry.number, true))
            case .partner(let id, _): requests.append((id, entry.number, false))
            case .arm(let id, let purpose, _): timers.append((id, purpose, entry.number))
            case .disarm(let id): timers.removeAll { $0.id == id }
            case .present(_, .nothing): shown = nil
            case .present(let id, _): shown = id
            case .cancel(let id): requests.removeAll { $0.id == id }
            case .answer, .keep, .forget: break
            }
        }
    }

    mutating func app(_ seconds: Double, _ event: AppEvent) { feed(seconds, .app(event)) }

    mutating func user(_ seconds: Double, _ event: UserEvent) { feed(seconds, .user(event)) }

    /// The viewer makes this choice for the current presentation.
    mutating func choose(_ seconds: Double, _ choice: Choice) {
        if let shown { feed(seconds, .user(.chose(shown, choice))) }
    }

    /// Answers the oldest open request. Adobe's clock agrees with the device's.
    mutating func reply(_ seconds: Double, _ result: Reply.Result) {
        guard !requests.isEmpty else { return }
        let request = requests.removeFirst()
        let date = request.isAdobes ? Script.instant(seconds.rounded(.down)) : nil
        feed(seconds, .reply(request.id, Reply(result, serverTime: date)), by: request.by)
    }

    /// Fires the timer that was armed last for this purpose.
    mutating func timer(_ seconds: Double, _ purpose: TimerPurpose) {
        guard let index = timers.lastIndex(where: { $0.purpose == purpose }) else { return }
        let timer = timers.remove(at: index)
        feed(seconds, .timer(timer.id), by: timer.by)
    }
}
