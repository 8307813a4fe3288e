import FlowTestSupport
import Foundation
import Testing

@_spi(Testing) @testable import FlowMachine

/// The inputs that fuzzing the log's readers keeps in `Tests/Fuzzing/Corpus/log`: one for each branch that the readers take.
@Suite struct CorpusTests {
    /// The segment that an input defines; its first digit selects the form (`Tests/Fuzzing/README.md`).
    private func segment(_ input: [UInt8]) -> [UInt8] {
        guard let first = input.first, first & 3 != 0 else { return Array(input.dropFirst()) }
        var content = input.dropFirst()
        if first & 3 != 1 {
            let header = LogWriter(header: LogHeader(app: "Fuzz/1", support: "F", settings: .phone)).headerLine
            content = (header.dropLast(LineWriter.sealLength + 1) + [0x0A] + content)[...]
        }
        var checksum: UInt32 = 0
        var bytes: [UInt8] = []
        for line in content.split(separator: 0x0A) {
            checksum = Checksum.extend(checksum, Array(line), 0..<line.count)
            bytes += line + Array(",\"crc\":\"\(hex32(checksum))\"}\n".utf8)
        }
        return bytes
    }

    @Test func `each input is read or refused, and its events are decided, recorded and replayed`() throws {
        var read = 0
        var refused = 0
        for name in Repository.files(under: "Tests/Fuzzing/Corpus/log") {
            let bytes = segment(Array(try Data(contentsOf: URL(fileURLWithPath: "\(Repository.path)/\(name)"))))
            let survey = LogSurvey(bytes)
            guard var reader = try? LogReader(bytes) else {
                refused += 1
                continue
            }
            var recorder = FlowRecorder(header: reader.header, model: reader.snapshot?.model ?? FlowModel())
            var log = reader.snapshot == nil ? recorder.headerLine : recorder.beginSegment(.rotation)
            do throws(LogFailure) {
                while let record = try reader.next() { log += recorder.record(record.event, by: record.by).line }
                if !survey.damages.isEmpty { Issue.record("\(name): read to its end and yet reported as damaged") }
                read += 1
            } catch {
                refused += 1
            }
            var replay = try Replay(log)
            while try replay.next() != nil {}
            if replay.model != recorder.model { Issue.record("\(name): another model") }
        }
        #expect(read > 20)
        #expect(refused > 20)
    }
}
