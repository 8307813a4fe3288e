// Embedded Swift compiles the description of a type once for each type of sink. Embedded code must be small, so one sink both writes and
// digests.
#if hasFeature(Embedded)
    /// Writes values if it has a writer, and digests them otherwise.
    struct CompactSink: LogSink {
        /// The writer; `nil` if this sink digests the values.
        fileprivate var writer: JSONWriter?
        fileprivate var digester = Digester()

        @inline(never) mutating func integer(_ value: Int64) {
            if writer?.integer(value) == nil { digester.integer(value) }
        }

        @inline(__always) mutating func instant(_ value: Int64) { integer(value) }
        @inline(__always) mutating func identifier(_ value: Int64, _ family: NumberedFamily) { integer(value) }
        @inline(__always) mutating func counter(_ value: Int64) { integer(value) }

        @inline(never) mutating func boolean(_ value: Bool) {
            if writer?.boolean(value) == nil { digester.boolean(value) }
        }

        @inline(never) mutating func text(_ value: String) {
            if writer?.text(value) == nil { digester.text(value) }
        }

        @inline(never) mutating func hex64(_ value: UInt64) {
            if writer?.hex64(value) == nil { digester.hex64(value) }
        }

        @inline(never) mutating func reference(_ value: SecretRef) {
            if writer?.reference(value) == nil { digester.reference(value) }
        }

        @inline(__always) mutating func word<W: Word>(_ value: W) { word(spelled: value.rawValue) }

        @inline(never) private mutating func word(spelled word: String) {
            if writer?.text(word) == nil { digester.word(spelled: word) }
        }

        @inline(never) mutating func open() { writer?.open() }
        @inline(never) mutating func close() { writer?.close() }
        @inline(never) mutating func key(_ name: StaticString) { writer?.key(name) }

        @inline(never) mutating func absent() {
            if writer == nil { digester.absent() }
        }

        @inline(never) mutating func present() {
            if writer == nil { digester.present() }
        }

        @inline(never) mutating func openList(_ count: Int) {
            if writer?.openList(count) == nil { digester.openList(count) }
        }

        @inline(never) mutating func closeList() { writer?.closeList() }

        @inline(__always) mutating func digested<T: LogValue>(_ name: StaticString, _ value: T) {
            if writer != nil { field(name, value) }
        }
    }

    extension JSONWriter {
        /// Writes the values that `body` describes.
        mutating func withSink(_ body: (inout CompactSink) -> Void) {
            var sink = CompactSink(writer: self)
            body(&sink)
            if let writer = sink.writer { self = writer }
        }
    }

    extension Digester {
        /// Returns the digest of `value`.
        static func digest<T: LogValue>(of value: T) -> UInt64 {
            var sink = CompactSink()
            value.describe(to: &sink)
            return sink.digester.digest
        }
    }
#else
    extension JSONWriter {
        /// Writes the values that `body` describes.
        @inline(__always) mutating func withSink(_ body: (inout JSONWriter) -> Void) { body(&self) }
    }

    extension Digester {
        /// Returns the digest of `value`.
        @inline(__always) static func digest<T: LogValue>(of value: T) -> UInt64 {
            var digester = Digester()
            value.describe(to: &digester)
            return digester.digest
        }
    }
#endif
