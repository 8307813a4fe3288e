/// Fisher's exact test: the probability that chance alone affects at least the observed number of the launches with a property.
///
/// R. A. Fisher, *The Design of Experiments* (1935), chapter 2. The test is exact even for few launches.
enum FishersTest {
    /// Returns the probability that chance alone affects at least `hit` of the `with` launches with a property.
    ///
    /// `affected` is the number of affected launches among all `total` launches. The result is 1 for numbers that contradict each other.
    static func probability(hit: Int, with: Int, affected: Int, total: Int) -> Double {
        let (least, most) = (max(0, with + affected - total), min(with, affected))
        guard least <= most, hit <= most, with <= total, affected <= total else { return 1 }
        if hit <= least { return 1 }
        // The weight of the most likely number is 1. Each other weight is computed from its neighbor with a ratio, without factorials or overflow.
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
