@_spi(Testing) import FlowEffects
import FlowMachine
import Foundation

/// A broken promise.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// Starts children, kills them, and checks the files that they left.
struct Parent {
    let folder: String
    private var random: Generator
    private(set) var kills = 0
    private var acknowledged: Int64 = 0
    private var records: Int64 = 0
    private var recovered = 0
    private var rotations = 0
    private var beforeLaunch = 0
    private var vaults = 0

    init(folder: String, seed: UInt64) {
        self.folder = folder
        random = Generator(state: seed)
    }

    var figures: String {
        """
        \(kills) kills, \(beforeLaunch) of them before the first record; \(acknowledged) records were acknowledged, and none was lost; \
        \(records) records were replayed to the same digests, in segments with \(rotations) snapshots; \(recovered) torn ends were moved; \
        after \(vaults) kills, the vault contained the values that the records saved
        """
    }

    /// One child, killed.
    mutating func kill() throws {
        kills += 1
        let label = "K\(kills)"
        let told = try run(label)
        recovered += try FileEventLog.recover(folder: URL(fileURLWithPath: "\(folder)/log", isDirectory: true)).count
        let log = FileEventLog(folder: URL(fileURLWithPath: "\(folder)/log", isDirectory: true))
        var found: [LogRecord] = []
        var last: Replay?
        for name in try log.segments() where name.hasPrefix("flow-\(label)-") {
            let bytes = try log.read(name)
            var checksums: [Int64: String] = [:]
            var replay = try Replay(bytes)
            if let snapshot = replay.snapshot {
                rotations += 1
                if let last, snapshot.follows != last.checksum || snapshot.model != last.model {
                    throw Violation(description: "\(name) does not continue the segment before")
                }
            }
            while let record = try replay.next() {
                checksums[record.number] = replay.checksum
                found.append(record)
            }
            for (number, checksum) in told {
                if let here = checksums[number], here != checksum { throw Violation(description: "\(name): event \(number) differs") }
            }
            last = replay
        }
        let newest = told.last?.0 ?? 0
        if (found.last?.number ?? 0) < newest {
            throw Violation(description: "\(label): event \(newest) was acknowledged, \(found.last?.number ?? 0) is the last in the log")
        }
        acknowledged += newest
        records += Int64(found.count)
        if found.isEmpty { beforeLaunch += 1 } else { try checkVault(found, from: newest) }
    }

    /// Runs a child for a while and kills it; returns what it acknowledged.
    private mutating func run(_ label: String) throws -> [(Int64, String)] {
        let child = Process()
        let pipe = Pipe()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        child.arguments = ["child", folder, label]
        child.standardOutput = pipe
        try child.run()
        var output = Data()
        // Some die while they start, most while they work.
        if Int.random(in: 0..<5, using: &random) > 0 { output += pipe.fileHandleForReading.availableData }
        usleep(UInt32.random(in: 0..<120_000, using: &random))
        Foundation.kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        output += pipe.fileHandleForReading.readDataToEndOfFile()
        // The last line may be incomplete.
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.compactMap { line in
            let parts = line.split(separator: " ")
            guard parts.count == 2, let number = Int64(parts[0]) else { return nil }
            return (number, String(parts[1]))
        }
    }

    /// The vault must equal its state after some effect since the last acknowledged record.
    private mutating func checkVault(_ records: [LogRecord], from acknowledged: Int64) throws {
        guard case .app(.launched(let start)) = records[0].event.origin else { return }
        let vault = try FlowVault(
            folder: URL(fileURLWithPath: "\(folder)/vault"),
            for: FlowApp("Test/1", softwareStatement: "statement", settings: Child.settings))
        var found = vault.persistedState()
        found.first = NextNumbers()
        var kept = start
        kept.first = NextNumbers()
        // Each launch has its own number for it, which no vault keeps.
        kept.jitter = nil
        var candidates: [PersistedState] = []
        for record in records {
            if record.number >= acknowledged { candidates.append(kept) }
            for effect in record.effects {
                kept.apply(effect)
                if record.number >= acknowledged { candidates.append(kept) }
            }
        }
        if !candidates.contains(found) {
            throw Violation(description: "the vault contains \(found), but by the records it contains one of \(candidates.suffix(3))")
        }
        vaults += 1
    }
}

extension PersistedState {
    /// The kept facts after an effect.
    fileprivate mutating func apply(_ effect: Effect) {
        switch effect {
        case .keep(.client(let ref)): client = ref
        case .keep(.token(let value)): token = value
        case .keep(.provider(let value)): provider = value
        case .keep(.profile(let value)): profile = value
        case .keep(.code(let value)): code = value
        case .keep(.signedOut(let value)): signedOut = value
        case .keep(.owedLogouts(let value)): owedLogouts = value
        case .forget(.fact(.client)): client = nil
        case .forget(.fact(.token)): token = nil
        case .forget(.fact(.provider)): provider = nil
        case .forget(.fact(.profile)): profile = nil
        case .forget(.fact(.code)): code = nil
        case .forget(.fact(.signedOut)): signedOut = nil
        case .forget(.fact(.owedLogouts)): owedLogouts = []
        case .forget(.secret(let ref)):
            if client == ref { client = nil }
            if token?.ref == ref { token = nil }
            if code?.code == ref { code = nil }
            if let old = profile, old.attributes == ref {
                profile = Profile(mvpd: old.mvpd, type: old.type, notAfter: old.notAfter, attributes: nil)
            }
        case .call, .partner, .cancel, .present, .answer, .arm, .disarm: break
        // A fact of a later version: the vault keeps it, and the comparison reports it.
        @unknown default: break
        }
    }
}

/// The same numbers for the same seed.
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        let value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        return value ^ value >> 31
    }
}
