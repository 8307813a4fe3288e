import FlowMachine

/// A whole number, which Adobe sends sometimes as a number and sometimes as text (G-34).
struct WholeNumber: JSONReadable {
    let value: Int64

    init(_ json: JSONValue) throws(CallFailure) {
        switch json {
        case .number(let digits): value = try WholeNumber.exact(digits)
        case .string(let text):
            guard let value = Int64(text) else { throw .transport(.unreadable) }
            self.value = value
        case .null, .boolean, .array, .object: throw .transport(.unreadable)
        }
    }

    /// The number as an instant, read as milliseconds since 1970.
    var instant: Instant { Instant(milliseconds: value) }

    /// Returns the value of a JSON number, including forms such as `1.5e3` and `2.0`. Rejects a number that is not whole or is too large.
    private static func exact(_ number: String) throws(CallFailure) -> Int64 {
        if let value = Int64(number) { return value }
        let halves = number.split(whereSeparator: { $0 == "e" || $0 == "E" })
        let parts = (halves.first ?? "").split(separator: ".")
        let fraction = parts.count > 1 ? parts[1] : ""
        guard let whole = parts.first, let written = Int64(halves.count > 1 ? String(halves[1]) : "0"), (-1_000...1_000).contains(written)
        else {
            throw .transport(.unreadable)
        }
        var digits = String(whole) + fraction
        var exponent = Int(written) - fraction.utf8.count
        while exponent < 0, digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        // The number is zero, in any notation.
        if digits.allSatisfy({ $0 == "0" || $0 == "-" }) { return 0 }
        guard (0...18).contains(exponent), let value = Int64(digits + String(repeating: "0", count: exponent)) else {
            throw .transport(.unreadable)
        }
        return value
    }
}
