import FlowTestSupport
import Testing

@testable import FlowMachine

/// Which partner status a request carries: one without an expiry, and one of another account.
@Suite struct StatusTests {
    private static let refusal = Reply.Result.failed(.refused(http: 400, .named("invalid_header_pfs_provider_info_expired")))

    private func settings(_ policy: Policy.StatusWithoutExpiry) -> FlowSettings {
        var settings = FlowSettings.box
        settings.policy.statusWithoutExpiry = policy
        settings.policy.allowanceBurst = 0
        return settings
    }

    /// Signed in through the partner framework, which reports no expiry.
    private func withoutExpiry(_ policy: Policy.StatusWithoutExpiry) -> Script {
        var script = Script(settings(policy))
        script.register()
        script.partner(script.status(in: nil))
        script.reply(.profiles([script.profile(.appleSSO)]))
        #expect(script.place == "deciding.ready")
        return script
    }

    // MARK: Without an expiry

    @Test func `by default Adobe is asked with a status without an expiry, and its permit is played`() {
        #expect(Policy().statusWithoutExpiry == .untilRefused)
        var script = withoutExpiry(.untilRefused)
        script.play(1)
        #expect(script.rule == .`V2-D-10`)
        #expect(script.called == [.authorize])
        #expect(script.calledStatus == script.model.context.partnerStatus)
        #expect(script.calledStatus != nil)
        script.permit(SecretRef(.resource, 1), media: true)
        #expect(script.answered == [.permitted])
    }

    @Test func `only Adobe's refusal of a status without an expiry leads to a code, and the status is sent once`() {
        var script = withoutExpiry(.untilRefused)
        script.play(1)
        var decisions = 1
        script.reply(Self.refusal)
        #expect(script.rule == .`V2-D-05`)
        // Apple reports the same again; the check finds the same profile; then the viewer is asked.
        script.partner(script.status(in: nil))
        #expect(script.rule == .`V2-D-04`)
        #expect(script.place == "checking.partnerStatus")
        script.partner(script.status(in: nil))
        script.reply(.profiles([script.profile(.appleSSO)]))
        decisions += script.called.filter { $0 == .authorize }.count
        #expect(script.place == "deciding.partnerStatus")
        script.partner(script.status(in: nil))
        #expect(script.called == [.configuration])
        script.reply(.configuration(script.configuration()))
        #expect(script.place == "partnerAuth.choosing")
        script.partner(script.status(in: nil))
        #expect(script.rule == .`V2-D-04`)
        #expect(script.called == [.createSession])
        #expect(decisions == 1)
    }

    @Test func `after the refusal, a status with an expiry is sent`() {
        var script = withoutExpiry(.untilRefused)
        script.play(1)
        script.reply(Self.refusal)
        script.partner(script.status())
        #expect(script.called == [.authorize])
        #expect(script.calledStatus?.expiry != nil)
    }

    @Test func `the next request of the app asks Adobe again`() {
        var script = withoutExpiry(.untilRefused)
        script.user(.preview(WishID(1), resources: [SecretRef(.resource, 1)]))
        script.reply(Self.refusal)
        script.partner(script.status(in: nil))
        script.partner(script.status(in: nil))
        script.reply(.profiles([script.profile(.appleSSO)]))
        script.partner(script.status(in: nil))
        #expect(script.refusal == .authentication, "a preview asks no viewer")
        script.user(.preview(WishID(2), resources: [SecretRef(.resource, 1)]))
        #expect(script.called == [.preauthorize])
    }

    @Test func `the policies never and always do what their names say`() {
        var never = withoutExpiry(.never)
        never.play(1)
        #expect(never.place == "deciding.partnerStatus")
        never.partner(never.status(in: nil))
        #expect(never.rule == .`V2-D-04`)
        #expect(never.called.isEmpty)
        var always = withoutExpiry(.always)
        always.play(1)
        always.reply(Self.refusal)
        always.partner(always.status(in: nil))
        #expect(always.called == [.authorize])
    }

    // MARK: Another account

    @Test func `metadata of a sign-in without the partner framework is requested without a status`() {
        for type in [ProfileType.regular, .degraded, .platformSSO] {
            var script = Script(.box)
            script.register()
            script.partner(script.status(.granted, "Apple_N"))
            script.reply(.profiles([script.profile(type)]))
            #expect(script.model.context.partnerStatus != nil)
            script.user(.userMetadata(WishID(1)))
            #expect(script.calledEndpoint == .profile(.any, status: nil), "\(type)")
        }
    }

    @Test(arguments: [true, false])
    func `metadata of a sign-in through the partner framework carries its own account's status only`(isSame: Bool) {
        var script = Script.signedIn(.appleSSO)
        if !isSame { script.switchAccount() }
        script.user(.userMetadata(WishID(2)))
        #expect(script.called == [.profile])
        #expect((script.calledStatus != nil) == isSame)
    }

    @Test func `a decision never carries the status of another account: the flow checks first`() {
        var script = Script.signedIn(.appleSSO)
        script.switchAccount()
        script.play(1)
        #expect(script.place == "deciding.partnerStatus")
        script.partner(script.status(.granted, "Apple_N"))
        #expect(script.rule == .`V2-D-04`)
        #expect(script.place == "checking.partnerStatus")
        script.partner(script.status(.granted, "Apple_N"))
        #expect(script.calledEndpoint == .profiles(status: script.model.context.partnerStatus))
    }

    // MARK: The log

    @Test func `settings of 0.2.0 keep their meaning, and the new default is written`() throws {
        for (value, policy) in [("false", Policy.StatusWithoutExpiry.never), ("true", .always)] {
            var written = FlowSettings.box
            written.policy.statusWithoutExpiry = policy
            var writer = JSONWriter()
            written.describe(to: &writer)
            let text = String(decoding: writer.bytes, as: UTF8.self)
            #expect(text.contains("\"acceptsStatusWithoutExpiry\":\(value)"))
            #expect(!text.contains("\"statusWithoutExpiry\""))
            var reader = Reader(writer.bytes)
            #expect(try FlowSettings.read(from: &reader).policy.statusWithoutExpiry == policy)
        }
        var writer = JSONWriter()
        FlowSettings.box.describe(to: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self).contains("\"statusWithoutExpiry\":\"untilRefused\""))
        var reader = Reader(writer.bytes)
        #expect(try FlowSettings.read(from: &reader) == .box)
    }

    @Test func `the Boolean of 0.2.0 sets the two policies that it could express`() {
        var policy = Policy()
        #expect(!policy.acceptsStatusWithoutExpiry)
        policy.acceptsStatusWithoutExpiry = true
        #expect(policy.statusWithoutExpiry == .always)
        policy.acceptsStatusWithoutExpiry = false
        #expect(policy.statusWithoutExpiry == .never)
    }
}

extension Script {
    /// The viewer switches the device's account in Settings, and Adobe still returns the profile of the former one.
    fileprivate mutating func switchAccount() {
        feed(.app(.foregrounded))
        partner(status(.granted, "Apple_N"))
        reply(.profiles([profile(.appleSSO)]))
        #expect(place == "deciding.ready")
        #expect(model.context.partnerStatus?.mapping == PlatformMappingID("Apple_N"))
    }
}
