/// A text inside a value of the model. The text is ASCII, or its type compares the text byte by byte.
///
/// In Embedded Swift, where code must be small, this value is a single reference. Copying a `String` takes more than ten instructions in
/// wasm, and the code copies parts of the model in a thousand places.
struct KeptText: Hashable, Sendable {
    #if hasFeature(Embedded)
        private final class Storage: Sendable {
            let string: String
            init(_ string: String) { self.string = string }
        }

        private let storage: Storage

        init(_ string: String) { storage = Storage(string) }

        var string: String { storage.string }

        static func == (left: Self, right: Self) -> Bool { haveSameBytes(left.string, right.string) }
        func hash(into hasher: inout Hasher) { for byte in string.utf8 { hasher.combine(byte) } }
    #else
        let string: String

        @inline(__always) init(_ string: String) { self.string = string }
    #endif
}
