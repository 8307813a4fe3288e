import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

/// A viewer who follows the app's screens, with the same two calls that an app's view makes.
struct Viewer: Sendable {
    let household: Household
    /// The provider chosen in the app's own picker.
    var provider = MVPDID("SmallCo")
    /// The presentations, in order.
    let seen = Journal<ShownPresentation>()
    /// The names of the presentations, in order.
    var names: [String] { seen.entries.map { "\($0)" } }

    /// Reads each presentation and answers it, until the flow is shut down.
    func watch(_ flow: Flow) async {
        var typing: Task<Void, Never>?
        await flow.start()
        for await shown in flow.presentation {
            // The first poll of a code may find a sign-in whose answer was lost; then no other poll comes to wait for.
            typing?.cancel()
            guard let shown else { continue }
            seen.note(shown)
            if case .code(let code) = shown { typing = Task { await household.typeElsewhere(code.text) } }
            if let choice = choice(on: shown) { await flow.send(choice) }
        }
        typing?.cancel()
        await typing?.value
    }

    private func choice(on shown: ShownPresentation) -> ViewerChoice? {
        switch shown {
        case .code: return nil
        case .providerPicker(let picker):
            return picker.providers.first { $0.mvpd == provider }.map { picker.choice(of: $0) } ?? picker.cancel
        case .providerConfirmation(let last): return last.provider.mvpd == provider ? last.confirm : last.otherProvider
        case .userAgent(let page):
            let now = household.clock.now
            household.adobe.withAdobe { _ = $0.completeSignIn(code: Viewer.code(in: page.url.absoluteString), at: now) }
            return page.redirectReached
        case .signOutInSettings(let settings):
            household.partner.change { $0.account = nil }
            return settings.done
        case .profilePicker(let picker): return picker.profiles.first.map { picker.choice(of: $0) }
        case .codeExpired(let code): return code.newCode
        case .signOutUserAgent(let page): return page.redirectReached
        case .problem(let problem): return problem.choice(of: problem.options.contains(.retry) ? .retry : .cancel)
        }
    }

    /// The code by which Adobe knows the sign-in: the end of the page's URL, or, under the legacy API, a field of it.
    private static func code(in url: String) -> String {
        let field = url.split(whereSeparator: { $0 == "?" || $0 == "&" }).first { $0.hasPrefix("reg_code=") }
        return field.map { String($0.dropFirst("reg_code=".count)) } ?? url.split(separator: "/").last.map(String.init) ?? ""
    }
}

extension Household {
    /// Enters the code on a second screen after one poll without a result; then the next poll is due. Canceling the task stops the wait
    /// for that poll.
    func typeElsewhere(_ code: String) async {
        let start = clock.now
        let isNextLook: @Sendable (Instant) -> Bool = { $0 > start && $0 <= start.advanced(by: .seconds(10)) }
        await clock.asleep.until { $0.contains(where: isNextLook) }
        guard !Task.isCancelled, let next = clock.asleep.entries.last(where: isNextLook) else { return }
        let now = clock.now
        adobe.withAdobe { _ = $0.completeSignIn(code: code, at: now) }
        clock.advance(to: next)
    }
}

/// The error that a refused wish throws.
func refusal<T: Sendable>(_ wish: @Sendable () async throws -> T) async -> FlowRefusal? {
    do {
        _ = try await wish()
        return nil
    } catch {
        return error as? FlowRefusal
    }
}
