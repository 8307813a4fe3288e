import FlowReading
import Testing

@testable import flow_trace

/// Keys from the bytes of a terminal.
@Suite struct KeyDecoderTests {
    private func keys(_ text: String) -> [KeyDecoder.Input] {
        var decoder = KeyDecoder()
        return decoder.decode(text.utf8) + decoder.end()
    }

    @Test func `arrows, pages and ends are known in both forms of terminals`() {
        #expect(keys("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD") == [.key(.up), .key(.down), .key(.right), .key(.left)])
        #expect(keys("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~") == [.key(.pageUp), .key(.pageDown), .key(.home), .key(.end)])
    }

    @Test func `text, Enter, Backspace and control keys`() {
        #expect(
            keys("a/ü電\r\u{7F}") == [
                .key(.character("a")), .key(.character("/")), .key(.character("ü")), .key(.character("電")), .key(.enter), .key(.backspace),
            ])
        #expect(keys("\u{03}\u{1A}\u{0C}\u{01}") == [.interrupt, .suspend, .redraw])
    }

    @Test func `Escape alone is a key, and so it is before another key`() {
        #expect(keys("\u{1B}") == [.key(.escape)])
        #expect(keys("\u{1B}q") == [.key(.escape), .key(.character("q"))])
        #expect(keys("\u{1B}\u{1B}[A") == [.key(.escape), .key(.up)])
    }

    @Test func `a key may arrive byte by byte, and what no key sends is dropped`() {
        var decoder = KeyDecoder()
        var inputs: [KeyDecoder.Input] = []
        for byte in Array("\u{1B}[1;5C\u{1B}[Aé".utf8) { inputs += decoder.decode([byte]) }
        #expect(inputs == [.key(.up), .key(.character("é"))])
        #expect(decoder.decode([0xFF, 0xC3, 0x28, 0x61]) == [.key(.character("a"))])
        let long = decoder.decode([0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 200) + [0x7E, 0x71])
        #expect(long.last == .key(.character("q")))
    }
}
