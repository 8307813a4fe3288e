import FlowTestSupport
import Testing

@testable import FlowMachine

@Suite struct ReplayTests {
    /// A log whose lines were changed and sealed again, as another build might have written them.
    private func log(changing line: Int, _ change: (String) -> String) -> [UInt8] {
        let session = RandomSession(seed: 4, settings: .phone, count: 20)
        var checksum: UInt32 = 0
        var bytes: [UInt8] = []
        for (index, original) in session.lines.enumerated() {
            var content = String(decoding: original.dropLast(LineWriter.sealLength + 1), as: UTF8.self)
            if index == line { content = change(content) }
            let sealed = Array(content.utf8)
            checksum = Checksum.extend(checksum, sealed, 0..<sealed.count)
            bytes += sealed + Array(",\"crc\":\"\(hex32(checksum))\"}\n".utf8)
        }
        return bytes
    }

    private func failure(_ log: [UInt8]) -> ReplayFailure? {
        do throws(LogFailure) {
            var replay = try Replay(log)
            do throws(ReplayFailure) {
                while try replay.next() != nil { continue }
                return nil
            } catch {
                return error
            }
        } catch {
            return .log(error)
        }
    }

    @Test func `a different rule is a divergence that reports both rules`() throws {
        let log = log(changing: 1) { $0.replacing(/"rule":"[^"]*"/, with: "\"rule\":\"V2-E-09\"") }
        guard case .divergence(let divergence) = failure(log) else {
            Issue.record("no divergence")
            return
        }
        #expect(divergence.line == 2)
        #expect(divergence.differences == [.init(field: "rule", recorded: "\"V2-E-09\"", thisBuild: "\"\(divergence.thisBuild.rule)\"")])
        #expect(
            "\(ReplayFailure.divergence(divergence))"
                == "line 2: this build decides differently: rule is \"\(divergence.thisBuild.rule)\", in the log \"V2-E-09\"")
    }

    @Test func `a line with its fields in another order is not a divergence`() {
        let log = log(changing: 3) { content in
            guard let match = content.firstMatch(of: /{"number":3,("by":[0-9]+,)?(.*)$/) else { return content }
            return "{" + match.2 + ",\"by\":2,\"number\":3"
        }
        #expect(failure(log) == nil)
    }

    @Test(arguments: ["hold", "later"])
    func `a changed effect field and a word that this build does not know are divergences`(word: String) {
        let log = log(changing: 1) { $0.replacing("\"purpose\":\"timeout\"", with: "\"purpose\":\"\(word)\"") }
        guard case .divergence(let divergence) = failure(log) else {
            Issue.record("no divergence for \(word)")
            return
        }
        #expect(divergence.differences.map { $0.field } == ["effects[1].purpose"])
    }

    @Test func `a different digest is a divergence`() {
        let log = log(changing: 3) { content in
            guard let range = content.firstRange(of: "\"digest\":\"") else { return content }
            return content[..<range.upperBound] + "0000000000000000\""
        }
        guard case .divergence(let divergence) = failure(log) else {
            Issue.record("no divergence")
            return
        }
        #expect(divergence.differences.map { $0.field } == ["digest"])
    }

    @Test func `fields of a later build and white space are not divergences`() {
        let log = log(changing: 2) { $0.replacing("{\"number\":2,", with: "{ \"later\":{\"a\":[1]}, \"number\":2, ") }
        #expect(failure(log) == nil)
    }

    @Test func `records read from a recorded log are written again byte for byte`() throws {
        let files = try Repository.texts(under: "Specs/scenarios", suffix: ".jsonl")
        #expect(!files.isEmpty)
        for file in files {
            var reader = try LogReader(Array(file.lines.joined(separator: "\n").utf8))
            var writer = LineWriter()
            var lines = [writer.line(reader.header)]
            while let record = try reader.next() { lines.append(writer.line(record)) }
            let changed = zip(lines, file.lines).enumerated().first { String(decoding: $1.0.dropLast(), as: UTF8.self) != $1.1 }
            if let changed { Issue.record("\(file.place(changed.offset)) is written differently") }
        }
    }

    @Test func `digests of another model revision are not compared`() {
        let log = log(changing: 0) { $0.replacing("\"modelRevision\":\(LogHeader.modelRevision)", with: "\"modelRevision\":0") }
        #expect(failure(log) == nil)
    }

    @Test func `an event that this build does not know stops the replay at that event`() {
        let log = log(changing: 5) { $0.replacing("\"origin\":{\"kind\":", with: "\"origin\":{\"kind\":\"x\",\"was\":") }
        guard case .log(let failure) = failure(log) else {
            Issue.record("no failure")
            return
        }
        #expect(failure.line == 6)
        #expect(failure.reason == .content(CodingFailure(.unknown("x"), column: failure.column - 1)))
    }
}
