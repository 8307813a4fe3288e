import Foundation

// durable-append [--rounds N] [--count N] [--folder PATH]: lines of a log against rows of SQLite, on the same disk in the
// same run. In each round everybody takes a turn, with one appender and with 16.

let words = Array(CommandLine.arguments.dropFirst())
func option(_ name: String) -> String? {
    words.firstIndex(of: name).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
}
func number(_ name: String, _ usual: Int) -> Int { option(name).flatMap { Int($0) } ?? usual }
let rounds = max(1, number("--rounds", 25))
let count = max(16, number("--count", 3200))
let folder = option("--folder") ?? FileManager.default.temporaryDirectory.path

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted[sorted.count / 2]
}

func grouped(_ value: Double) -> String {
    var digits = String(Int(value.rounded()))
    var groups: [String] = []
    while digits.count > 3 {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
}

func report(_ appenders: Int) async throws {
    var rates: [Contestant: [Double]] = [:]
    var latencies: [Contestant: [UInt64]] = [:]
    for _ in 0..<rounds {
        for contestant in Contestant.allCases {
            let result = try await contestant.run(
                appenders: appenders, count: appenders == 1 ? max(16, count / 4) : count, folder: folder)
            rates[contestant, default: []].append(result.perSecond)
            latencies[contestant, default: []] += result.latencies
        }
    }
    for contestant in Contestant.allCases {
        let mine = rates[contestant] ?? []
        // The best round of each is the one that other processes disturbed least.
        let best = mine.max() ?? 0
        let ratio = best / (rates[.sqliteFull]?.max() ?? 1)
        let sorted = (latencies[contestant] ?? []).sorted().map { Double($0) / 1000 }
        let tenths = Int((ratio * 10).rounded())
        print(
            "| \(contestant.name) | \(appenders) | \(grouped(best)) | \(tenths / 10).\(tenths % 10) | \(grouped(median(mine))) "
                + "| \(grouped(sorted[sorted.count / 2])) | \(grouped(sorted[sorted.count * 99 / 100])) |")
    }
}

print("lines of \(line.count) bytes, \(rounds) rounds, in \(folder)\n")
print("| | appenders | lines per second, best round | times SQLite FULL | median round | median µs | 99 % within µs |")
print("|---|---|---|---|---|---|---|")
do {
    for appenders in [1, 16] { try await report(appenders) }
} catch let complaint as Complaint {
    print(complaint.text)
    exit(1)
}
