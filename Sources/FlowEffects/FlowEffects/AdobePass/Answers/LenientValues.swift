import FlowMachine

/// A whole number, which Adobe writes now as a number and now as text (G-34).
struct WholeNumber: Decodable {
    let value: Int64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int64.self) {
            self.value = value
        } else if let value = Int64(try container.decode(String.self)) {
            self.value = value
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a whole number")
        }
    }

    /// The instant so many milliseconds after 1970.
    var instant: Instant { Instant(milliseconds: value) }
}

/// A member that may be of any type but counts only if it is text.
struct PossibleText: Decodable {
    let value: String?

    init(from decoder: any Decoder) throws {
        value = try? decoder.singleValueContainer().decode(String.self)
    }
}
