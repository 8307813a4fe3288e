import Testing

@testable import flow_trace

/// Base 94 as the tool writes it. `base94.test.mjs` has the same texts for the page, which reads them.
struct Base94Tests {
    @Test(
        arguments: [
            ("!", []), (#")C5jw">35)@>"#, Array("a".utf8)), (#""CC.|09Pnin^"#, Array("abcdefgh".utf8)),
            ("!CC.|09Pnioi", Array("abcdefghi".utf8)), (")CC.|09PnioiF>R_ulI;l 3", Array("abcdefghij".utf8)),
            ("!yaUuq~o.;n(", Array(repeating: 255, count: 9)), ("!!!!!!!!!!!!", Array(repeating: 0, count: 9)),
            ("(!!,|0qqZXkl!1**0#WFy9F", [0, 1, 2, 253, 254, 255, 0, 0, 0, 0, 128]),
        ] as [(String, [UInt8])])
    func `bytes in base 94 are the text that the page reads`(text: String, bytes: [UInt8]) {
        #expect(Base94.encode(bytes) == text)
    }

    @Test func `base 94 has no character that could end the element with the text`() {
        let text = Base94.encode((0..<40_000).map { UInt8(truncatingIfNeeded: ($0 &* 6_364_136_223_846_793_005) >> 40) })
        #expect(Set(text.utf8).count == 94)
        #expect(!text.contains { "<\n\r\t".contains($0) })
    }
}
