/// Returns a number with separators between its groups of digits: 1,234,567.
package func grouped(_ number: some BinaryInteger) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
        groups.insert(String(digits.suffix(3)), at: 0)
        digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

/// Returns a number with a noun, which is plural unless the number is 1: `1 event`, `1,234 events`.
package func counted(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")" }
