import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct LineTests {
    @Test func `width counts columns, not characters`() {
        let widths: [(String, Int)] = [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("ｱ", 1), ("Ａ", 2), ("👩‍👩‍👧", 2), ("❤️", 2), ("한", 2), ("─▶", 2),
        ]
        for (text, width) in widths { #expect(DisplayedWidth.of(text) == width, "\(text)") }
    }

    @Test func `characters that move the cursor or reverse text are spelled out`() {
        let texts: [(String, String)] = [
            ("plain", "plain"), ("a\u{1B}[31mb", "a\\u{1b}[31mb"), ("a\nb\tc", "a\\u{a}b\\u{9}c"), ("\u{202E}abc", "\\u{202e}abc"),
            ("a\u{200B}b", "a\\u{200b}b"), ("\u{7F}\u{9B}", "\\u{7f}\\u{9b}"), ("東e\u{301}", "東e\u{301}"), ("\u{301}", "\\u{301}"),
        ]
        for (text, shown) in texts { #expect(Printable.text(text, ascii: false) == shown) }
        #expect(Printable.text("Télé 東", ascii: true) == "T\\u{e9}l\\u{e9} \\u{6771}")
    }

    @Test func `cutting respects the columns and never halves a wide character`() {
        #expect(cut("abcdef", to: 6, .unicode) == "abcdef")
        #expect(cut("abcdefg", to: 6, .unicode) == "abcde…")
        #expect(cut("abcdefg", to: 6, .ascii) == "abc...")
        #expect(cut("abc defg", to: 5, .unicode) == "abc…")
        #expect(cut("東京テレビ", to: 6, .unicode) == "東京…")
        for columns in 0...12 { #expect(DisplayedWidth.of(cut("東京テレビabc", to: columns, .unicode)) <= columns) }
    }

    @Test func `text placed over one half of a wide character leaves a blank for the other half`() {
        var line = Line(.unicode)
        line.put("東京", at: 0)
        line.put("x", at: 1)
        line.put("y", at: 2)
        #expect(line.text(color: false) == " xy")
        line.put("z", at: 6)
        #expect(line.text(color: false) == " xy   z")
    }

    @Test func `color surrounds the highlighted text and ends with the line`() {
        var line = Line(.unicode)
        line.append("a")
        line.append("b", .alarm)
        line.append("c", .dim)
        #expect(line.text(color: true) == "a\u{1B}[1;31mb\u{1B}[0m\u{1B}[2mc\u{1B}[0m")
        #expect(line.text(color: false) == "abc")
    }

    @Test func `a label loses its detail first`() {
        let label = Label("granted, AppleMSO_Dish", "until 2026-01-31")
        #expect(label.fitted(to: 40, .unicode) == "granted, AppleMSO_Dish  until 2026-01-31")
        #expect(label.fitted(to: 38, .unicode) == "granted, AppleMSO_Dish…")
        #expect(label.fitted(to: 22, .unicode) == "granted, AppleMSO_Dis…")
        #expect(label.fitted(to: 12, .unicode) == "granted, Ap…")
    }

    @Test func `parts that do not fit on a first line are whole on the lines below`() {
        let label = Label("granted, AppleMSO_Dish", "until 2026-01-31, as Apple says")
        #expect(label.parts(first: 60, others: 60, ascii: false) == (label.text, []))
        #expect(label.parts(first: 30, others: 60, ascii: false) == ("granted, AppleMSO_Dish", ["until 2026-01-31, as Apple says"]))
        #expect(label.parts(first: 30, others: 18, ascii: false) == ("granted, AppleMSO_Dish", ["until 2026-01-31,", "as Apple says"]))
        #expect(label.parts(first: 12, others: 60, ascii: false) == ("granted,", ["AppleMSO_Dish, until 2026-01-31, as Apple says"]))
    }

    @Test func `a detail is shortened by whole parts`() {
        let label = Label("launched", "client#1, token#1 (6 h), provider Dish")
        #expect(label.fitted(to: 48, .unicode) == label.text)
        #expect(label.fitted(to: 47, .unicode) == "launched  client#1, token#1 (6 h)…")
        #expect(label.fitted(to: 30, .unicode) == "launched  client#1…")
        #expect(label.fitted(to: 17, .ascii) == "launched...")
        #expect(label.fitted(to: 8, .ascii) == "launc...")
    }
}
