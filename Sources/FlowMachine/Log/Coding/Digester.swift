/// Digests a value to 64 bits, which are the same on every machine. A digest distinguishes models; it does not prevent forgery.
///
/// This is revision 2 of the digest. It mixes in each word, each reference and each text of up to seven bytes in one step.
struct Digester: LogSink {
    private(set) var digest: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always) private mutating func mix(_ value: UInt64) {
        let product = (digest ^ value).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        digest = (product.high ^ product.low) &+ 0x2545_F491_4F6C_DD1D
    }

    @inline(__always) mutating func integer(_ value: Int64) { mix(UInt64(bitPattern: value)) }
    @inline(__always) mutating func instant(_ value: Int64) { mix(UInt64(bitPattern: value)) }
    @inline(__always) mutating func identifier(_ value: Int64, _ family: NumberedFamily) { mix(UInt64(bitPattern: value)) }
    @inline(__always) mutating func counter(_ value: Int64) { mix(UInt64(bitPattern: value)) }
    @inline(__always) mutating func boolean(_ value: Bool) { mix(value ? 1 : 2) }
    @inline(__always) mutating func hex64(_ value: UInt64) { mix(value) }

    mutating func text(_ value: String) { value.forEachWord { mix($0) } }

    @inline(__always) mutating func reference(_ value: SecretRef) {
        mix(Digester.code(of: value.kind) &+ UInt64(bitPattern: value.number))
    }

    @inline(__always) mutating func word<W: Word>(_ value: W) { mix(Digester.code(of: value)) }

    #if hasFeature(Embedded)
        // This function computes the code each time, because the tables of words would take a fifth of the reader's code.
        private static func code<W: Word>(of word: W) -> UInt64 { wordCode(word.rawValue) }
        mutating func word(spelled word: String) { mix(wordCode(word)) }
    #else
        @inline(__always) private static func code<W: Word>(of word: W) -> UInt64 { W.table.code(of: word) }
    #endif

    @inline(__always) mutating func open() {}
    @inline(__always) mutating func close() {}
    @inline(__always) mutating func key(_ name: StaticString) {}
    @inline(__always) mutating func absent() { mix(3) }
    @inline(__always) mutating func present() { mix(4) }
    @inline(__always) mutating func openList(_ count: Int) { mix(UInt64(count)) }
    @inline(__always) mutating func closeList() {}
    @inline(__always) mutating func digested<T: LogValue>(_ name: StaticString, _ value: T) {}
}

extension String {
    /// Calls `body` for the text in UTF-8, with eight bytes at a time. The last call passes the remaining bytes and their number.
    @inline(__always) func forEachWord(_ body: (UInt64) -> Void) {
        withBytes { text in
            let bytes = UnsafeRawBufferPointer(text)
            var offset = 0
            while bytes.count - offset >= 8 {
                body(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            var word = UInt64(bytes.count)
            while offset < bytes.count {
                word = word << 8 | UInt64(bytes[offset])
                offset += 1
            }
            body(word)
        }
    }
}
