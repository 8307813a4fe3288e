@_spi(Testing) import FlowExploration
import FlowMachine
import Foundation

// long-log BYTES FILE: writes one log of random events of at least this size, for measuring the tool. long-log --many COUNT FOLDER writes
// this many logs of 40 events.

func settings() -> FlowSettings {
    FlowSettings(serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .iOS)
}

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(2)
}

func write(_ file: FileHandle, support: String, seed: UInt64, while goesOn: (Int, Int) -> Bool) {
    var generator = EventGenerator(seed: seed)
    var recorder = FlowRecorder(header: LogHeader(app: "Bench/1", support: support, settings: settings()))
    var buffer = Data(recorder.headerLine)
    var bytes = buffer.count
    var events = 0
    while goesOn(bytes, events) {
        let entry = recorder.record(events == 0 ? generator.launch() : generator.next())
        generator.note(entry.effects)
        buffer.append(contentsOf: entry.line)
        bytes += entry.line.count
        events += 1
        if buffer.count > 1 << 20 {
            file.write(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
    }
    file.write(buffer)
}

func newFile(_ path: String) -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
        fail("\(path) cannot be written")
    }
    return file
}

let words = Array(CommandLine.arguments.dropFirst())
if words.count == 3, words[0] == "--many", let count = Int(words[1]) {
    try FileManager.default.createDirectory(atPath: words[2], withIntermediateDirectories: true)
    for index in 0..<count {
        let support = "S\(index)"
        let number = String(repeating: "0", count: max(0, 6 - String(index).count)) + String(index)
        let file = newFile("\(words[2])/viewer-\(number).jsonl")
        write(file, support: support, seed: UInt64(index)) { $1 < 40 }
        try file.close()
    }
} else if words.count == 2, let size = Int(words[0]) {
    write(newFile(words[1]), support: "LONG", seed: 1) { bytes, _ in bytes < size }
} else {
    fail("usage: long-log BYTES FILE, or long-log --many COUNT FOLDER")
}
