import FlowMachine

/// Counts the launches that asked the viewer for a page or a code, by provider, with and without an account of the TV provider in the device's settings.
///
/// Apple's single sign-on signs viewers in again without a screen, so the viewers of a provider that does not have it see more screens than others, although
/// nothing is wrong.
struct SignInScreens {
    private struct Provider {
        var name = ""
        var with = Correlation.Count()
        var without = Correlation.Count()

        var both: Correlation.Count { with + without }
    }

    private var providers: [Provider] = []

    /// The highest number of providers. Only a manipulated log contains more.
    private static let most = 500
    /// The fewest launches with a provider, and with the others, that are compared.
    private static let fewest = 20
    /// The highest probability of chance for one of several providers that differs.
    private static let proof = 0.001

    /// Adds a launch of a viewer whose provider is known.
    mutating func add(_ report: LaunchReport) {
        guard let provider = report.provider else { return }
        let isAsked = !report.attempts.isDisjoint(with: [.page, .code])
        let found = providers.firstIndex { $0.name == provider }
        guard found != nil || providers.count < SignInScreens.most else { return }
        let place = found ?? providers.count
        if found == nil { providers.append(Provider(name: provider)) }
        if report.statuses?.last.mapping != nil { providers[place].with.add(isAsked) } else { providers[place].without.add(isAsked) }
    }

    /// The provider whose viewers are asked most often, if only missing accounts explain it; `nil` if there is none.
    var sentence: String? {
        let all = providers.reduce(Provider()) { Provider(with: $0.with + $1.with, without: $0.without + $1.without) }
        let compared = providers.filter { min($0.both.all, all.both.all - $0.both.all) >= SignInScreens.fewest }
        func order(_ one: Provider) -> (Double, String) { (one.both.probability(in: all.both), one.name) }
        guard let one = compared.min(by: { order($0) < order($1) }),
            one.both.probability(in: all.both) * Double(compared.count) <= SignInScreens.proof,
            one.without.probability(in: all.without) > Correlation.Count.plausibility
        else { return nil }
        let others = Provider(with: all.with - one.with, without: all.without - one.without)
        return
            "With provider \(one.name), \(one.both.text) launches ask for a page or a code, with the others \(others.both.text). That is no fault: Apple reports an account of the TV provider in \(one.with.all) of its launches, in \(others.with.all) of the others, and such viewers are signed in again without a screen. Without an account, it is as frequent: \(one.without.text) and \(others.without.text)."
    }
}
