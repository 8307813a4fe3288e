// Runs in the copy, under the mutant that the environment names: reports what breaks, or nothing.

import FlowEffects
import FlowMachine
import FlowExploration
import FlowSimulation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Random events: 19,200 in all.
func properties() {
    for (index, settings) in [FlowSettings.appleTV, .iPhone, .withoutPartner].enumerated() {
        let run = PropertyRun(settings: settings, seed: UInt64(index * 16 + 1), events: 6_400)
        if let violation = run.violation() {
            print("invariant \(violation.invariant.rawValue)")
            return
        }
    }
    print("fine")
}

/// The pinned slice.
func explore() {
    var explorer = Explorer(.pinned)
    explorer.maximumStates = 60_000
    let found = explorer.run()
    if let violation = found.violation {
        print("invariant \(violation.violation)")
    } else {
        print("counts \(found.states) \(found.edges) \(found.depth) \(found.longestWait ?? -1)")
    }
}

/// Verified replay of every log under `folder`.
func replay(_ folder: String) {
    let manager = FileManager.default
    guard let names = try? manager.subpathsOfDirectory(atPath: folder) else { return print("no logs") }
    for name in names.sorted() where name.hasSuffix(".jsonl") {
        guard let data = manager.contents(atPath: "\(folder)/\(name)") else { continue }
        do {
            var replay = try Replay(Array(data))
            while try replay.next() != nil {}
        } catch {
            print("log \(name)")
            return
        }
    }
    print("fine")
}

switch CommandLine.arguments.dropFirst().first {
case "properties": properties()
case "explore": explore()
case "logs": replay(CommandLine.arguments.dropFirst(2).first ?? ".")
default: print("properties, explore, or logs FOLDER")
}
