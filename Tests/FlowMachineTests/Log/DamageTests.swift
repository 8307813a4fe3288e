import FlowTestSupport
import Testing

@testable import FlowMachine

@Suite struct DamageTests {
    /// The result of reading all of `log`: how many records were good, and why the reading ended.
    private func read(_ log: [UInt8]) -> (good: Int, failure: LogFailure?) {
        var good = 0
        do throws(LogFailure) {
            var reader = try LogReader(log)
            while try reader.next() != nil { good += 1 }
            return (good, nil)
        } catch {
            return (good, error)
        }
    }

    private let session = RandomSession(seed: 7, settings: .box, count: 6)

    @Test func `a log cut at any byte keeps its whole lines and reports the torn one`() {
        let log = session.log
        var ends: [Int] = []
        for line in session.lines { ends.append((ends.last ?? 0) + line.count) }
        for cut in 0..<log.count {
            let whole = ends.filter { $0 <= cut }.count
            let (good, failure) = read(Array(log[..<cut]))
            let isAtLineEnd = ends.contains(cut)
            let expected: LogFailure.Reason? = cut == 0 ? .empty : isAtLineEnd ? nil : .torn
            guard good == max(whole - 1, 0), failure?.reason == expected, failure.map({ $0.line == max(whole + 1, 1) }) ?? true else {
                Issue.record("cut at \(cut): \(good) good of \(whole) whole lines, \(String(describing: failure))")
                return
            }
        }
    }

    @Test func `every single flipped bit is reported on its line`() {
        let log = session.log
        var line = 1
        for index in log.indices {
            for bit in 0..<8 {
                var flipped = log
                flipped[index] ^= 1 << UInt8(bit)
                let (_, failure) = read(flipped)
                // A newline flipped away joins two lines; one flipped in splits a line: in both cases the first of them is reported.
                guard let failure, failure.line == line else {
                    Issue.record("bit \(bit) of byte \(index) in line \(line): \(String(describing: failure))")
                    return
                }
            }
            if log[index] == 0x0A { line += 1 }
        }
    }

    @Test func `a lost, duplicate or moved line is reported where the checksum chain breaks`() {
        let lines = session.lines
        var lost = lines
        lost.remove(at: 4)
        var doubled = lines
        doubled.insert(lines[4], at: 4)
        var moved = lines
        moved.swapAt(4, 5)
        for (log, line) in [(lost, 5), (doubled, 6), (moved, 5)] {
            #expect(read(Array(log.joined())).failure?.line == line)
        }
    }

    @Test func `a log of a later format is refused with its format number`() {
        let header = LogHeader(app: "A", support: "s", settings: .box)
        var writer = LineWriter()
        let text = String(decoding: writer.line(header), as: UTF8.self).replacing("\"format\":1", with: "\"format\":2")
        let content = Array(text.utf8.dropLast(LineWriter.sealLength + 1))
        let checksum = Checksum.extend(0, content, 0..<content.count)
        let (_, failure) = read(content + Array(",\"crc\":\"\(hex32(checksum))\"}\n".utf8))
        #expect(failure?.reason == .format(2))
    }
}

@Suite struct CodingTests {
    private func decode<T: LogValue>(_ type: T.Type, _ text: String) throws(CodingFailure) -> T {
        var reader = Reader(Array(text.utf8))
        let value = try T.read(from: &reader)
        try reader.finish()
        return value
    }

    private func encode<T: LogValue>(_ value: T) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private let profile = Profile(
        mvpd: MVPDID("Zoë \"TV\"\n\u{1}") ?? MVPDID.any, type: .appleSSO, notAfter: Instant(milliseconds: 5),
        attributes: SecretRef(.attributes, 3))

    @Test func `a decoded value equals the encoded one`() throws {
        let text = encode(profile)
        #expect(text == #"{"mvpd":"Zoë \"TV\"\n\u0001","type":"appleSSO","notAfter":5,"attributes":"attributes#3"}"#)
        #expect(try decode(Profile.self, text) == profile)
    }

    @Test func `fields may be in any order, with white space and unknown fields between them`() throws {
        let text =
            #"{ "new" : {"a":[1,{"b":"}"}],"c":1.5e3}, "attributes":"attributes#3", "notAfter": 5 ,"type":"appleSSO","x":null,"mvpd":"M"}"#
        #expect(
            try decode(Profile.self, text)
                == Profile(mvpd: .any, type: .appleSSO, notAfter: Instant(milliseconds: 5), attributes: SecretRef(.attributes, 3)))
    }

    @Test(arguments: [
        (#"{"mvpd":"M","type":"regular"}"#, CodingFailure.Reason.missing("notAfter")),
        (#"{"mvpd":"M","type":"regular","notAfter":5,"mvpd":"N"}"#, .doubled("mvpd")),
        (#"{"mvpd":"M","mvpd":"N","type":"regular","notAfter":5}"#, .doubled("mvpd")),
        (#"{"new":1,"mvpd":"M","new":2,"type":"regular","notAfter":5}"#, .doubled("new")),
        (#"{"mvpd":"M","type":"regular","notAfter":9007199254740992}"#, .outOfRange),
        (#"{"mvpd":"M","type":"regular","notAfter":99999999999999999999}"#, .outOfRange),
        (#"{"mvpd":"M","type":"regular","notAfter":-1}"#, .outOfRange),
        (#"{"mvpd":"M","type":"regular","notAfter":1.0}"#, .outOfRange),
        (#"{"mvpd":"M","type":"regular","notAfter":05}"#, .syntax),
        (#"{"mvpd":"","type":"regular","notAfter":5}"#, .outOfRange),
        (#"{"mvpd":"M","type":"regular","notAfter":5,"attributes":"nonsense#3"}"#, .unknown("nonsense")),
        (#"{"mvpd":"M","type":"regular","notAfter":5}}"#, .syntax),
        (#"{"mvpd":"\ud800","type":"regular","notAfter":5}"#, .notText),
        ("", .syntax), ("null", .syntax), ("[]", .syntax),
    ]) func `an invalid value is refused with its reason`(text: String, reason: CodingFailure.Reason) { refuse(text, reason) }

    @Test func `a value that is nested too deeply is refused`() {
        refuse("{\"a\":" + String(repeating: "[", count: 100_000), .tooDeep)
        refuse(String(repeating: "{\"a\":", count: 100_000), .tooDeep)
    }

    private func refuse(_ text: String, _ reason: CodingFailure.Reason) {
        do throws(CodingFailure) {
            _ = try decode(Profile.self, text)
            Issue.record("accepted: \(text.prefix(80))")
        } catch {
            #expect(error.reason == reason, "\(text.prefix(80))")
        }
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        let bad: [[UInt8]] = [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        ]
        for bytes in bad { #expect(!isUTF8(bytes[...]), "\(bytes)") }
        for text in ["é", "€", "😀", "\u{10FFFF}", "a"] { #expect(isUTF8(Array(text.utf8)[...]), "\(text)") }
    }

    @Test func `every truncation of a record is refused`() throws {
        let session = RandomSession(seed: 3, settings: .phone, count: 12)
        for line in session.lines.dropFirst() {
            for cut in 0..<line.count - 1 {
                var reader = Reader(Array(line[..<cut]))
                if (try? LogRecord.read(from: &reader)) != nil {
                    Issue.record("accepted the first \(cut) bytes of \(String(decoding: line, as: UTF8.self))")
                    return
                }
            }
        }
    }
}

extension MVPDID {
    /// Some MVPD.
    static var any: MVPDID { ["M"].compactMap { MVPDID($0) }[0] }
}

@Suite struct ChecksumTests {
    @Test func `the checksum is CRC-32C`() {
        let check = Array("123456789".utf8)
        #expect(Checksum.extend(0, check, 0..<9) == 0xE306_9283)
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(Checksum.extend(0, zeros, 0..<32) == 0x8A91_36AA)
        #expect(Checksum.extend(Checksum.extend(0, check, 0..<4), check, 4..<9) == 0xE306_9283)
    }
}
