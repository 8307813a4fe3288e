import DemoTVCore
import FlowEffects
import FlowSimulation
import Foundation
import Testing

/// An Apple TV whose viewer uses the device's own account.
@MainActor private func television() throws -> LivingRoom {
    try LivingRoom(.demoTV, SimulatedPartnerFramework(pickerActions: [.choose(.cablevision)]))
}

/// An Apple TV whose viewer does not let the app use the device's account.
@MainActor private func secondScreen() throws -> LivingRoom {
    try LivingRoom(.demoTV, SimulatedPartnerFramework(permission: .denied))
}

private let news = Channel.all[0]
private let movies = Channel.all[2]

@MainActor @Suite("The example app's logic") struct DemoTVTests {
    @Test func `the demo plays with the device's account and gives the token to the app's server`() async throws {
        let room = try television()
        await room.demo.play(news).value
        #expect(room.demo.playback == .playing(news, stream: "stream of News"))
        #expect(await room.verified.tokens.count == 1)
        await until { room.demo.account == "Signed in with Optimum" }
        await until { room.demo.session.singleSignOn == .used }
        room.demo.stop()
        #expect(room.demo.playback == .idle)
        await room.demo.session.flow.shutDown()
    }

    @Test func `the demo signs in with a code and shows a lock and a denial in the provider's words`() async throws {
        let room = try secondScreen()
        let signIn = Task { await room.demo.signIn() }
        await until { room.demo.screen?.title == "Choose your TV provider" }
        let picker = try #require(room.demo.screen)
        #expect(picker.buttons.map(\.title) == ["Optimum", "Spectrum", "DISH", "Cox", "SmallCo", "Cancel"])
        try choose("SmallCo", in: room)
        await until { room.demo.screen?.code != nil }
        let code = try #require(room.demo.screen?.code)
        #expect(code.link?.absoluteString == "https://example.com/activate?code=\(code.text)")
        await room.signInElsewhere(code.text)
        await signIn.value
        await until { room.demo.account == "Signed in with SmallCo" }
        #expect(room.demo.locked == ["movies"])

        await room.demo.play(movies).value
        guard case .refused(movies, let refusal) = room.demo.playback else {
            Issue.record("\(room.demo.playback)")
            return
        }
        #expect(refusal.title == "Your subscription does not include this")
        #expect(refusal.details == "Your package has no movies.")
        #expect(refusal.reference?.hasPrefix("authorization_denied_by_mvpd") == true)
        await room.demo.answer(.cancel, about: movies)
        #expect(room.demo.playback == .idle)
        await room.demo.session.flow.shutDown()
    }

    @Test func `the demo signs out in Settings if the device's account signed in`() async throws {
        let room = try television()
        await room.demo.play(news).value
        let signOut = Task { await room.demo.signOut() }
        await until { room.demo.screen?.opensSettings == true }
        #expect(room.demo.screen?.message?.contains("Settings > Accounts > TV Provider") == true)
        // The viewer signs out there and comes back: no button needs to be pressed.
        await room.demo.session.flow.enterBackground()
        room.partner.withFramework { $0.account = nil }
        await room.demo.session.flow.enterForeground()
        await signOut.value
        await until { room.demo.screen == nil && room.demo.account == "Not signed in" }
        #expect(room.demo.notice == nil)
        #expect(room.demo.playback == .idle)
        await room.demo.session.flow.shutDown()
    }

    @Test func `stopping while the picker is shown cancels the sign-in`() async throws {
        let room = try secondScreen()
        let play = room.demo.play(news)
        await until { room.demo.screen != nil }
        room.demo.stop()
        await play.value
        await until { room.demo.screen == nil }
        #expect(room.demo.playback == .idle)
        await room.demo.session.flow.shutDown()
    }

    @Test func `a provider that does not answer is not mistaken for a missing subscription`() async throws {
        let room = try television()
        await room.demo.play(news).value
        room.adobe.withAdobe { $0.denials = [.init(resource: "sports", code: "network_connection_timeout")] }
        let play = room.demo.play(Channel.all[1])
        for _ in 1...2 {
            await room.clock.untilWait()
            room.clock.passWait()
        }
        await play.value
        guard case .refused(_, let refusal) = room.demo.playback else {
            Issue.record("\(room.demo.playback)")
            return
        }
        #expect(refusal.title == "Your TV provider does not answer at the moment")
        await room.demo.session.flow.shutDown()
    }

    @Test func `a token that the app's server rejects plays nothing`() async throws {
        let room = try television()
        let demo = DemoTV(room.demo.session.flow) { _, _ in throw CancellationError() }
        await demo.play(news).value
        guard case .refused(news, let refusal) = demo.playback else {
            Issue.record("\(demo.playback)")
            return
        }
        #expect(refusal.options == [.retry])
        await demo.session.flow.shutDown()
    }

    @Test func `the demo exports the log to files and to a server, without the code`() async throws {
        let room = try secondScreen()
        let signIn = Task { await room.demo.signIn() }
        await until { room.demo.screen != nil }
        try choose("SmallCo", in: room)
        await until { room.demo.screen?.code != nil }
        let code = try #require(room.demo.screen?.code)
        #expect(!"\(try #require(room.demo.screen))".contains(code.text))
        await room.signInElsewhere(code.text)
        await signIn.value

        let support = Support(room.demo.session)
        #expect(support.supportID == room.demo.session.flow.supportID)
        #expect(support.singleSignOn.hasPrefix("The viewer does not allow it"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        await support.write(into: folder)
        guard case .files(let files) = support.export else {
            Issue.record("\(support.export)")
            return
        }
        let log = try String(contentsOf: try #require(files.first), encoding: .utf8)
        #expect(files.count == 1)
        #expect(log.contains(support.supportID))
        #expect(!log.contains(code.text))

        let received = Verified()
        await support.send { _, segment in await received.note(segment.name) }
        #expect(support.export == .sent(segments: 1))
        #expect(await received.tokens == files.map(\.lastPathComponent))
        await room.demo.session.flow.shutDown()
    }

    private func choose(_ title: String, in room: LivingRoom) throws {
        let screen = try #require(room.demo.screen)
        let button = try #require(screen.buttons.first { $0.title == title })
        room.demo.session.send(button.choice)
    }
}
