/// An alternative to an actual value, with a short label.
struct Possible<Value> {
    let label: String
    let value: Value

    init(_ label: String, _ value: Value) {
        self.label = label
        self.value = value
    }
}
