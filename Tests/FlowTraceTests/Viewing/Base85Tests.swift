import Testing

@testable import flow_trace

/// Base 85 as the tool writes it. `base85.test.mjs` has the same texts for the page, which reads them.
struct Base85Tests {
    @Test(
        arguments: [
            ("", []), ("G3", Array("a".utf8)), ("GAI", Array("ab".utf8)), ("GALg", Array("abc".utf8)), ("GALh_", Array("abcd".utf8)),
            ("GALh_HO", Array("abcde".utf8)), ("|?_1!", [255, 255, 255, 255]), ("|?_-", [255, 255, 255]), ("!!!!!", [0, 0, 0, 0]),
            ("!!-4#{{6{~!!(U", [0, 1, 2, 253, 254, 255, 0, 0, 0, 0, 128]),
        ] as [(String, [UInt8])])
    func `bytes in base 85 are the text that the page reads`(text: String, bytes: [UInt8]) {
        #expect(Base85.encode(bytes) == text)
    }

    @Test func `base 85 has no character that means something in HTML`() {
        let text = Base85.encode((0..<40_000).map { UInt8(truncatingIfNeeded: ($0 &* 6_364_136_223_846_793_005) >> 40) })
        #expect(Set(text.utf8).count == 85)
        #expect(!text.contains { "<>&\"'\\`=. \n".contains($0) })
    }
}
