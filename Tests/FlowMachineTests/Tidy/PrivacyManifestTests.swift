import FlowTestSupport
import Foundation
import Testing

@Suite("The privacy manifests declare the required-reason APIs that the products call")
struct PrivacyManifestTests {
    private struct Category {
        let name: String
        let reason: String
        let symbols: Set<Substring>

        init(_ name: String, _ reason: String, _ symbols: Set<Substring>) {
            self.name = "NSPrivacyAccessedAPICategory" + name
            self.reason = reason
            self.symbols = symbols
        }
    }

    /// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api, with the reason that this library has.
    /// A category without a reason must not be used.
    private let categories = [
        Category(
            "FileTimestamp", "C617.1",
            [
                "stat", "fstat", "lstat", "fstatat", "getattrlist", "getattrlistbulk", "fgetattrlist", "getattrlistat", "creationDate",
                "modificationDate", "fileModificationDate", "contentModificationDateKey", "creationDateKey", "attributesOfItem",
            ]),
        Category("SystemBootTime", "", ["systemUptime", "mach_absolute_time"]),
        Category(
            "DiskSpace", "",
            [
                "statfs", "fstatfs", "statvfs", "fstatvfs", "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
                "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey", "systemFreeSize", "systemSize",
                "attributesOfFileSystem",
            ]),
        Category("ActiveKeyboards", "", ["activeInputModes"]), Category("UserDefaults", "", ["UserDefaults"]),
    ]

    private func names(in code: String) -> [Substring] {
        code.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    }

    /// The folders of the products that an app links.
    private var products: [String] {
        get throws {
            let sources = Repository.files(under: "Sources/FlowEffects").filter { $0.hasSuffix(".swift") }
            let all = Set(sources.compactMap { $0.split(separator: "/").dropFirst(2).first })
            return ["Sources/FlowMachine"] + all.sorted().map { "Sources/FlowEffects/\($0)" }
        }
    }

    private func manifest(_ folder: String) throws -> [String: Any]? {
        let path = "\(Repository.path)/\(folder)/PrivacyInfo.xcprivacy"
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any], "\(path)")
    }

    @Test func `each product that calls a required-reason API declares its category and reason, no other does`() throws {
        #expect(try products.count >= 7)
        var declaring: [String] = []
        for folder in try products {
            let lines = try Repository.texts(under: folder, suffix: ".swift").flatMap { CodeLine.all(in: $0) }
            #expect(!lines.isEmpty, "\(folder)")
            let names = Set(lines.flatMap { self.names(in: $0.code) })
            let used = categories.filter { !$0.symbols.isDisjoint(with: names) }
            let manifest = try manifest(folder)
            let entries = manifest?["NSPrivacyAccessedAPITypes"] as? [[String: Any]] ?? []
            #expect(entries.map { $0["NSPrivacyAccessedAPIType"] as? String } == used.map(\.name), "\(folder)")
            #expect(entries.map { $0["NSPrivacyAccessedAPITypeReasons"] as? [String] } == used.map { [$0.reason] }, "\(folder)")
            #expect((manifest != nil) == !used.isEmpty, "\(folder)")
            if manifest != nil { declaring.append(folder) }
        }
        #expect(declaring == ["Sources/FlowEffects/FlowEffects"])
    }

    @Test func `the manifests declare no tracking, and of collected data only the installation's random id`() throws {
        let manifest = try #require(try manifest("Sources/FlowEffects/FlowEffects"))
        #expect(
            Set(manifest.keys) == [
                "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes",
            ])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
        let collected = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        #expect(collected.compactMap { $0["NSPrivacyCollectedDataType"] as? String } == ["NSPrivacyCollectedDataTypeDeviceID"])
        for key in ["NSPrivacyCollectedDataTypeLinked", "NSPrivacyCollectedDataTypeTracking"] {
            #expect(collected.first?[key] as? Bool == false)
        }
    }

    @Test func `the manifest is a resource only on Apple's platforms`() throws {
        let package = try #require(try Repository.texts(suffix: "Package.swift").first { $0.path == "Package.swift" })
        let otherwise = try #require(package.lines.firstIndex(of: "#else"))
        let resource = try #require(package.lines.firstIndex { $0.contains(".copy(\"PrivacyInfo.xcprivacy\")") })
        let exclusion = try #require(package.lines.firstIndex { $0.contains("[\"PrivacyInfo.xcprivacy\"]") })
        #expect(exclusion < otherwise)
        #expect(otherwise < resource)
    }
}
