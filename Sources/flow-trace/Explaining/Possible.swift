/// Something that could have come instead, in a few words.
struct Possible<Value> {
    let label: String
    let value: Value

    init(_ label: String, _ value: Value) {
        self.label = label
        self.value = value
    }
}
