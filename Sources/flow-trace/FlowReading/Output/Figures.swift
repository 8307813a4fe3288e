/// 1234567 as 1,234,567.
package func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
        if index > 0, index % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return String(text.reversed())
}
