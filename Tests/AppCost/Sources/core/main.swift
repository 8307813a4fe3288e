import FlowMachine
import Report

let settings = FlowSettings(
    serviceProvider: "REF30", domainName: "example.com", redirectURL: "demo://done", platform: .other)
var recorder = FlowRecorder(header: LogHeader(app: "AppCost/1", support: "AppCost", settings: settings))
let first = recorder.record(FlowEvent(time: Instant(milliseconds: 1_767_225_600_000), origin: .app(.launched(PersistedState()))))
if first.number != 1 { print("the first record has the number \(first.number)") }
reportMemory()
