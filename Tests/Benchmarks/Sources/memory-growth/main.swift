import FlowMachine
@_spi(Testing) import FlowExploration
import Foundation

// memory-growth [--events N]: the allocated memory while a million events pass, first random ones through the recorder, then
// those of one long flow with everything around it. Exits with 1 if either grows.

let words = Array(CommandLine.arguments.dropFirst())
let events = words.firstIndex(of: "--events").flatMap { $0 + 1 < words.count ? Int(words[$0 + 1]) : nil } ?? 1_000_000
/// Less than the buffers of one session take; one byte per event would be four times as much.
let tolerated = 128 * 1024

func recordRandomEvents() -> Growth {
    var growth = Growth("random events, decided and recorded, 1,000 a launch", events: events)
    let settings = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .iOS)
    var done = 0
    var seed: UInt64 = 1
    while done < events {
        var generator = EventGenerator(seed: seed)
        var recorder = FlowRecorder(header: LogHeader(app: "Bench/1", support: "B", settings: settings))
        for index in 0..<1000 {
            let entry = recorder.record(index == 0 ? generator.launch() : generator.next())
            generator.note(entry.effects)
        }
        done += 1000
        seed += 1
        growth.note(done)
    }
    return growth
}

func isSteady(_ growth: Growth) -> Bool {
    print("grown by \(growth.inSecondHalf / 1024) kB in the second half\n")
    return growth.inSecondHalf <= tolerated
}

let recording = isSteady(recordRandomEvents())
let running = isSteady(try await FlowRun(events: events).run())
exit(recording && running ? 0 : 1)
