/// Fisher's exact test: the probability that chance alone gives this number of affected launches a property.
///
/// R. A. Fisher, *The Design of Experiments* (1935), chapter 2. The test is exact for any number of launches, also for few.
enum FishersTest {
    /// The probability that at least `hit` of the `with` drawn launches are affected, if `affected` of all `total` are and each draw is
    /// equally likely; 1 for numbers that do not fit together.
    static func probability(hit: Int, with: Int, affected: Int, total: Int) -> Double {
        let (least, most) = (max(0, with + affected - total), min(with, affected))
        guard least <= most, hit <= most, with <= total, affected <= total else { return 1 }
        if hit <= least { return 1 }
        // Weights relative to the most likely number, by the ratio of one number's weight to the next one's: no factorials, and no overflow.
        let mode = min(max((with + 1) * (affected + 1) / (total + 2), least), most)
        var (sum, tail) = (0.0, 0.0)
        func add(_ weight: Double, _ number: Int) {
            sum += weight
            if number >= hit { tail += weight }
        }
        add(1, mode)
        var weight = 1.0
        var number = mode
        while number < most, weight > 0 {
            weight *=
                Double(with - number) * Double(affected - number) / (Double(number + 1) * Double(total - with - affected + number + 1))
            number += 1
            add(weight, number)
        }
        (weight, number) = (1, mode)
        while number > least, weight > 0 {
            weight *=
                Double(number) * Double(total - with - affected + number) / (Double(with - number + 1) * Double(affected - number + 1))
            number -= 1
            add(weight, number)
        }
        return tail / sum
    }
}
