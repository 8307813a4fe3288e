@_spi(Testing) import FlowEffects
import FlowMachine
import Foundation

/// A flow that signs in and out as fast as it can, and reports every record whose effects were performed.
struct Child {
    let folder: String
    let label: String

    static let settings: FlowSettings = {
        var policy = Policy()
        policy.allowanceBurst = 0
        policy.breakerThreshold = 0
        return FlowSettings(
            serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .other, policy: policy)
    }()

    /// Writes the number and checksum of each record that was acknowledged.
    private struct Teller: FlowHost {
        func recorded(_ record: DecidedRecord) {
            let checksum = String(decoding: record.line.suffix(11).prefix(8), as: UTF8.self)
            let line = Array("\(record.number) \(checksum)\n".utf8)
            _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        }
        func present(_ id: PresentationID, _ presentation: Presentation) {}
        func noticed(_ notice: FlowNotice) {}
        func failed(_ failure: FlowFailure) {
            FileHandle.standardError.write(Data("\(failure.text)\n".utf8))
        }
    }

    func run() async throws {
        let vault = try FlowVault(
            folder: URL(fileURLWithPath: "\(folder)/vault"),
            for: FlowApp("Test/1", softwareStatement: "statement", settings: Child.settings))
        let log = FileEventLog(
            folder: URL(fileURLWithPath: "\(folder)/log"), sync: .every, segmentBytes: 12_000,
            keeping: LogRetention(age: nil, bytes: 400_000))
        let runtime = FlowRuntime(
            header: LogHeader(app: "KillTest/1", support: label, settings: Child.settings), vault: vault, log: log, clock: SystemClock(),
            interpreters: Interpreters(adobe: { answer($0, vault) }, partner: { _ in Reply(.failed(.transport(.connection))) }),
            host: Teller())
        await runtime.start()
        while true {
            switch Int.random(in: 0..<6) {
            case 0: await runtime.feed(.app(.backgrounded))
            case 1: await runtime.feed(.app(.foregrounded))
            case 2: _ = await runtime.submit { .signOut($0) }
            case 3: Task { await runtime.submit { .signIn($0) } }
            case 4: Task { await runtime.submit { .play($0, resource: vault.put(.resource("show")), under: .signedIn) } }
            case _: Task { await runtime.submit { .userMetadata($0) } }
            }
            try await Task.sleep(nanoseconds: UInt64.random(in: 0..<100_000))
        }
    }

    private func answer(_ call: Call, _ vault: FlowVault) -> Reply {
        let end = Instant(milliseconds: SystemClock().now.milliseconds + 3_600_000)
        switch call.endpoint.kind {
        case .register:
            return Reply(.registered(client: vault.put(.client(ClientCredentials(id: "id", secret: "hush", grantTypes: [])))))
        case .token: return Reply(.token(AccessToken(ref: vault.put(.token("token")), notAfter: end)))
        case .profiles, .profile, .profileForCode, .createPartnerProfile:
            guard Int.random(in: 0..<4) > 0, let mvpd = MVPDID("Cablevision"), let type = ProfileType("regular") else {
                return Reply(.profiles([]))
            }
            let metadata = UserMetadata(attributes: [.init(name: "zip", json: "1", isEncrypted: false)])
            return Reply(.profiles([Profile(mvpd: mvpd, type: type, notAfter: end, attributes: vault.put(.attributes(metadata)))]))
        case .logout: return Reply(.logouts([]))
        case .configuration, .createSession, .resumeSession, .partnerSession, .preauthorize, .authorize, .restV1:
            return Reply(.failed(.transport(.connection)))
        @unknown default: return Reply(.failed(.transport(.connection)))
        }
    }
}
