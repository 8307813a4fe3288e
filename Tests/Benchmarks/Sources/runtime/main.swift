@_spi(Testing) import FlowEffects
import FlowMachine
import Foundation

// The cost of one event through `FlowRuntime`, and the share of `FlowRecorder` alone: `runtime [EVENTS [ROUNDS [LOG]]]`.

let events = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flow-runtime-\(UUID().uuidString)").path

let only = CommandLine.arguments.dropFirst(3).first
let all: [(name: String, log: @Sendable () -> any EventLog)] = [
    ("memory", { MemoryEventLog() }),
    ("file, never", { FileEventLog(folder: URL(fileURLWithPath: folder, isDirectory: true), sync: .never) }),
    (
        "file, group(5 ms)",
        { FileEventLog(folder: URL(fileURLWithPath: folder, isDirectory: true), sync: .group(maxDelay: .milliseconds(5))) }
    ),
    ("file, every", { FileEventLog(folder: URL(fileURLWithPath: folder, isDirectory: true), sync: .every) }),
]
let contestants = all.filter { only == nil || $0.name == only }
var recorder = Double.infinity
var best = [RuntimeRun.Cost](repeating: RuntimeRun.Cost(), count: contestants.count)
for _ in 0..<rounds {
    recorder = min(recorder, RuntimeRun.recorderAlone(events))
    for (index, contestant) in contestants.enumerated() {
        let cost = await RuntimeRun.run(events, contestant.log)
        best[index].fed = min(best[index].fed, cost.fed)
        best[index].released = min(best[index].released, cost.released)
    }
}
print("\(events) events a round, best of \(rounds) rounds; microseconds an event\n")
print("Recorder alone      \(number(recorder))\n")
print("FlowRuntime, log    one after another   each until its effects are released")
for (contestant, cost) in zip(contestants, best) {
    print("\(contestant.name.padding(toLength: 20, withPad: " ", startingAt: 0))\(number(cost.fed))              \(number(cost.released))")
}
try? FileManager.default.removeItem(atPath: folder)

func number(_ nanoseconds: Double) -> String { String(format: "%8.2f", nanoseconds / 1000) }
