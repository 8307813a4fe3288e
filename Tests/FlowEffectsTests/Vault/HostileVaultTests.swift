import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

/// A vault's folder in which another user, or a restored backup, has put things.
@Suite struct HostileVaultTests {
    let folder = TemporaryFolder()
    let outside = TemporaryFolder()
    private var inner: String { FlowVault.namespace(.box) }

    private func open() throws(FlowVaultFailure) -> FlowVault {
        try FlowVault(folder: folder.url(), for: .test(.box, statement: "statement"))
    }

    /// Opens the vault, and expects the failure.
    private func expect(_ name: String, _ cause: String) {
        let failure = #expect(throws: FlowVaultFailure.self) { try open() }
        #expect(failure?.reason == .permissions, "\(name)")
        #expect(failure?.path == (name.isEmpty ? folder.path : "\(folder.path)/\(name)"))
        #expect(failure?.cause.hasSuffix(cause) == true, "\(failure?.cause ?? "")")
    }

    @Test(.enabled(if: TemporaryFolder.isRoot, "only root can give a file to another user"))
    func `a folder or file of another user is refused, and no credentials are written to it`() throws {
        folder.giveAway("")
        expect("", "it belongs to another user")
        #expect(try folder.contents().isEmpty)
        let own = TemporaryFolder()
        _ = try FlowVault(folder: own.url(), for: .test(.box, statement: "statement"))
        for name in [inner, "\(inner)/owner.json"] {
            own.giveAway(name)
            let failure = #expect(throws: FlowVaultFailure.self) {
                try FlowVault(folder: own.url(), for: .test(.box, statement: "statement"))
            }
            #expect(failure?.path == "\(own.path)/\(name)")
            #expect(failure?.text.contains("it belongs to another user") == true)
            _ = chown("\(own.path)/\(name)", 0, 0)
        }
    }

    @Test func `a link, a pipe or a file with a second name is refused without waiting`() throws {
        do { _ = try open() }
        try outside.write("{}", to: "victim.txt")
        try outside.setPermissions(0o600, of: "victim.txt")
        for name in ["\(inner)/client-7.json", "\(inner)/numbers.json", "\(inner)/vault.lock", "device.json"] {
            let path = "\(folder.path)/\(name)"
            let before = FileManager.default.contents(atPath: path)
            for (plant, cause) in [
                ({ folder.link(name, to: "\(outside.path)/victim.txt") }, "it is a link"),
                ({ folder.pipe(name) }, "it is not a regular file"),
                ({ folder.hardLink(name, to: "\(outside.path)/victim.txt") }, "the file has a second name"),
            ] as [(() -> Void, String)] {
                try? FileManager.default.removeItem(atPath: path)
                plant()
                expect(name, cause)
                try FileManager.default.removeItem(atPath: path)
            }
            if let before {
                try before.write(to: URL(fileURLWithPath: path))
                try folder.setPermissions(0o600, of: name)
            }
        }
        #expect(try outside.contents() == ["victim.txt": Data("{}".utf8)])
        _ = try open()
    }

    @Test func `a folder that is exchanged for a link while the vault is open gets no secret`() throws {
        let vault = try open()
        outside.folder("elsewhere")
        try FileManager.default.moveItem(atPath: "\(folder.path)/\(inner)", toPath: "\(folder.path)/moved")
        folder.link(inner, to: "\(outside.path)/elsewhere")
        let client = vault.put(.client(ClientCredentials(id: "id", secret: "hush", grantTypes: ["client_credentials"])))
        let failure = #expect(throws: FlowVaultFailure.self) { try vault.keep(.client(client)) }
        #expect(failure?.reason == .permissions)
        #expect(try outside.contents().isEmpty)
    }

    @Test func `a number that is written in another way than a vault writes it names no secret`() {
        #expect(SecretFile.ref("client-7.json") == SecretRef(.client, 7))
        for name in ["client-+7.json", "client-07.json", "client--7.json.json", "client-7.json.new", "client-٧.json", "client-7e0.json"] {
            #expect(SecretFile.ref(name) == nil, "\(name)")
        }
    }

    @Test(arguments: 0..<24)
    func `whatever is in the folder, a vault neither traps nor waits nor touches a file elsewhere`(seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        try outside.write("victim", to: "victim.txt")
        try outside.write(#"{"reserved":9223372036854775807}"#, to: "log.jsonl")
        let elsewhere = try outside.contents()
        do { _ = try open() }
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let isInner = Int.random(in: 0..<4, using: &random) > 0
            try folder.plant((isInner ? "\(inner)/" : "") + VaultNames.random(using: &random), beside: outside, contents, using: &random)
        }
        do {
            let vault = try open()
            _ = vault.beginLaunch()
            let client = vault.put(.client(ClientCredentials(id: "id", secret: "hush", grantTypes: ["client_credentials"])))
            try? vault.keep(.client(client))
            try? vault.endLaunch()
            try? vault.erase()
        } catch {
            #expect(!error.text.isEmpty)
        }
        #expect(try outside.contents() == elsewhere)
    }

    private let contents = [
        #"{"reserved":9223372036854775807}"#, #"{"number":-9223372036854775808}"#, #"{"number":9223372036854775807,"notAfter":-1}"#, "{",
    ]
}

/// Names as a vault's folder contains them, and nearly such.
private enum VaultNames {
    static func random(using random: inout RandomSource) -> String {
        let kinds = ["client", "token", "code", "attributes", "fact", "numbers", "owner", "device", "vault", ""]
        let numbers = ["-1", "-9223372036854775807", "-9223372036854775808", "--1", "-client", "-token", "-owedLogouts", "", "-999"]
        let ending = [".json", ".json", ".json.new", ".lock", ""].randomElement(using: &random) ?? ""
        return (kinds.randomElement(using: &random) ?? "") + (numbers.randomElement(using: &random) ?? "") + ending
    }
}
