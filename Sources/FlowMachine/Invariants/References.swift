/// Collects the references in a value, each once, from the encoding of all its fields. This collection is slow but complete, so the
/// invariants compare it with the faster `collect`. References to resources are left out, because the app creates them and they stay valid
/// for the whole launch.
struct References: LogSink {
    private(set) var list: [SecretRef] = []

    static func of<T: LogValue>(_ value: T) -> References {
        var references = References()
        value.describe(to: &references)
        return references
    }

    mutating func reference(_ value: SecretRef) {
        if value.kind != .resource, !list.contains(value) { list.append(value) }
    }

    func integer(_ value: Int64) {}
    func instant(_ value: Int64) {}
    func identifier(_ value: Int64, _ family: NumberedFamily) {}
    func counter(_ value: Int64) {}
    func boolean(_ value: Bool) {}
    func text(_ value: String) {}
    func hex64(_ value: UInt64) {}
    func word<W: Word>(_ value: W) {}
    func open() {}
    func close() {}
    func key(_ name: StaticString) {}
    func absent() {}
    func present() {}
    func openList(_ count: Int) {}
    func closeList() {}
    func digested<T: LogValue>(_ name: StaticString, _ value: T) {}
}
