import FlowTestSupport
import Testing

@testable import FlowMachine

/// The legacy cookbook forbids the code on a device with a user agent.
@Suite struct LegacyPhoneCodeTests {
    private func phone(picker: Bool, showsCode: Bool) -> FlowSettings {
        var settings = FlowSettings.phone
        settings.hasPicker = picker
        settings.policy.showsCodeWithUserAgent = showsCode
        return settings
    }

    @Test func `on a phone without a picker, no code is requested if no provider is known`() {
        var script = Script.legacy(phone(picker: false, showsCode: false)) { $0.status(.denied, nil) }
        #expect(script.rule == .`V1-24`)
        #expect(script.called.isEmpty)
        #expect(script.presented == [.problem])
        #expect(script.effects.contains(.present(PresentationID(1), .problem(Problem(reason: .noProviders, options: [.cancel])))))
        script.choose(.cancel)
        #expect(script.place == "registered.resting")
    }

    @Test func `on a phone without a picker, the policy allows the code`() {
        var script = Script.legacy(phone(picker: false, showsCode: true)) { $0.status(.denied, nil) }
        #expect(script.legacyCalled == [.createCode])
        script.code()
        #expect(script.presented == [.code])
        #expect(script.legacyCalled == [.authenticationToken])
    }

    @Test func `on a phone, a code without a link is not shown`() {
        var script = Script.legacy(phone(picker: true, showsCode: false)) { $0.status(.denied, nil) }
        script.reply(.configuration(script.configuration()))
        script.choose(.provider(.any))
        script.code(link: false)
        #expect(script.rule == .`V1-24`)
        #expect(!script.presented.contains(.code))
    }

    @Test func `the cookbook's policy is the default, and a log names what library 0.2.0 did otherwise`() throws {
        #expect(Policy().signsOutInUserAgent)
        #expect(!Policy().showsCodeWithUserAgent)
        #expect(Policy().recognizesEndOfLife)
        let header = LogHeader(app: "A/1", support: "1", settings: .phone)
        let line = String(decoding: FlowRecorder(header: header).headerLine, as: UTF8.self)
        #expect(line.contains(#""showsCodeWithUserAgent":false"#))
        #expect(line.contains(#""recognizesEndOfLife":true"#))
    }
}
