// swift-tools-version: 6.3
import PackageDescription

/// What a test may import.
let library: [Target.Dependency] = ["FlowMachine", "FlowEffects", "FlowSimulation", "FlowExploration"]

#if os(Linux)
    // Without Apple's frameworks the adapters for them are compiled and run in their tests, against modules with the frameworks'
    // names that are in no product.
    let appleProducts: [Product] = []
    // Apple's privacy manifest is for Apple's platforms. As a resource it would bring a file that imports all of Foundation.
    let privacyManifest: [Resource] = []
    let unusedFiles = ["PrivacyInfo.xcprivacy"]
    let videoSubscriberFramework: [Target.Dependency] = ["VideoSubscriberAccount"]
    let videoSubscriberSettings: [SwiftSetting] = [.define("VIDEO_SUBSCRIBER_STAND_IN")]
    let deviceFrameworks: [Target.Dependency] = ["UIKitStandIn", "Network"]
    let deviceSettings: [SwiftSetting] = [.define("DEVICE_STAND_IN")]
    let webAuthenticationFrameworks: [Target.Dependency] = ["UIKitStandIn", "AuthenticationServices"]
    let webAuthenticationSettings: [SwiftSetting] = [.define("WEB_AUTHENTICATION_STAND_IN")]
    let appleTests: [Target] = [
        .target(name: "UIKitStandIn", path: "Tests/StandIns/UIKit"),
        .target(name: "VideoSubscriberAccount", dependencies: ["UIKitStandIn"], path: "Tests/StandIns/VideoSubscriberAccount"),
        .target(name: "Network", path: "Tests/StandIns/Network"),
        .target(name: "AuthenticationServices", dependencies: ["UIKitStandIn"], path: "Tests/StandIns/AuthenticationServices"),
        .testTarget(name: "FlowVideoSubscriberTests", dependencies: ["FlowVideoSubscriber", "FlowTestSupport"]),
        .testTarget(name: "FlowDeviceTests", dependencies: ["FlowDevice", "FlowTestSupport"]),
        .testTarget(
            name: "FlowWebAuthenticationTests", dependencies: ["FlowWebAuthentication", "FlowSimulation", "FlowTestSupport"]),
        // The keychain vault's tests compile the one file that speaks to Apple's framework once more, by a symbolic link, so that no
        // product depends on the stand-in.
        .target(name: "Security", path: "Tests/StandIns/Security"),
        .testTarget(
            name: "FlowKeychainTests",
            dependencies: [
                "FlowMachine", "FlowEffects", "FlowURLSession", "FlowDevice", "FlowVideoSubscriber", "UIKitStandIn", "Security",
                "FlowTestSupport",
            ],
            swiftSettings: [.define("KEYCHAIN_STAND_IN")]),
        // So do the tests of the object that is observed by way of Combine.
        .target(name: "Combine", path: "Tests/StandIns/Combine"),
        .testTarget(
            name: "PublishedFlowTests", dependencies: ["FlowMachine", "FlowEffects", "FlowSimulation", "Combine", "FlowTestSupport"],
            swiftSettings: [.define("COMBINE_STAND_IN")]),
        // What the documentation shows: its code is compiled, its commands are run.
        .testTarget(
            name: "DocumentationTests",
            dependencies: library + [
                "FlowURLSession", "FlowDevice", "FlowVideoSubscriber", "FlowWebAuthentication", "AuthenticationServices", "UIKitStandIn",
                "FlowSummary", "FlowReading", "FlowTestSupport", "flow-trace",
            ]),
    ]
#else
    let appleProducts: [Product] = [
        .library(name: "FlowVideoSubscriber", targets: ["FlowVideoSubscriber"]),
        .library(name: "FlowDevice", targets: ["FlowDevice"]),
        .library(name: "FlowWebAuthentication", targets: ["FlowWebAuthentication"]),
    ]
    let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let unusedFiles: [String] = []
    let videoSubscriberFramework: [Target.Dependency] = []
    let videoSubscriberSettings: [SwiftSetting] = []
    let deviceFrameworks: [Target.Dependency] = []
    let deviceSettings: [SwiftSetting] = []
    let webAuthenticationFrameworks: [Target.Dependency] = []
    let webAuthenticationSettings: [SwiftSetting] = []
    let appleTests: [Target] = []
#endif

let package = Package(
    name: "FlowMachine",
    platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13), .visionOS(.v1)],
    products: [
        .library(name: "FlowMachine", targets: ["FlowMachine"]),
        .library(name: "FlowEffects", targets: ["FlowEffects"]),
        .library(name: "FlowURLSession", targets: ["FlowURLSession"]),
        .library(name: "FlowObservation", targets: ["FlowObservation"]),
        .library(name: "FlowSimulation", targets: ["FlowSimulation"]),
        .library(name: "FlowExploration", targets: ["FlowExploration"]),
        .library(name: "FlowSummary", targets: ["FlowSummary"]),
        .library(name: "FlowReading", targets: ["FlowReading"]),
        .executable(name: "flow-trace", targets: ["flow-trace"]),
    ] + appleProducts,
    targets: [
        // What serves other languages is built by scripts of its own, as Embedded Swift; an app in Swift needs none of it.
        .target(name: "FlowMachine", exclude: ["C", "JavaScript", "Python"]),
        .target(
            name: "FlowEffects", dependencies: ["FlowMachine"], path: "Sources/FlowEffects/FlowEffects", exclude: unusedFiles,
            resources: privacyManifest),
        .target(name: "FlowURLSession", dependencies: ["FlowMachine", "FlowEffects"], path: "Sources/FlowEffects/FlowURLSession"),
        .target(name: "FlowObservation", dependencies: ["FlowMachine", "FlowEffects"], path: "Sources/FlowEffects/FlowObservation"),
        .target(
            name: "FlowVideoSubscriber", dependencies: ["FlowMachine", "FlowEffects"] + videoSubscriberFramework,
            path: "Sources/FlowEffects/FlowVideoSubscriber", swiftSettings: videoSubscriberSettings),
        .target(
            name: "FlowDevice", dependencies: ["FlowEffects"] + deviceFrameworks, path: "Sources/FlowEffects/FlowDevice",
            swiftSettings: deviceSettings),
        .target(
            name: "FlowWebAuthentication", dependencies: ["FlowMachine", "FlowEffects"] + webAuthenticationFrameworks,
            path: "Sources/FlowEffects/FlowWebAuthentication", swiftSettings: webAuthenticationSettings),
        .target(name: "FlowSimulation", dependencies: ["FlowMachine", "FlowEffects"], path: "Sources/FlowEffects/FlowSimulation"),
        .target(
            name: "FlowExploration", dependencies: ["FlowMachine", "FlowReading", "FlowEffects", "FlowSimulation"],
            path: "Sources/FlowEffects/FlowExploration"),
        // What went wrong in a launch, as values without words: small, for an app's analytics.
        .target(name: "FlowSummary", dependencies: ["FlowMachine"], path: "Sources/flow-trace/FlowSummary"),
        // What a log means, in words, drawings and comparisons: it reads no file and prints nothing.
        .target(
            name: "FlowReading", dependencies: ["FlowMachine", "FlowSummary"], path: "Sources/flow-trace/FlowReading",
            exclude: ["C", "JavaScript", "Recorded/Plugin"], plugins: ["RecordedTextPlugin"]),
        // The traffic of any app, judged by Adobe's rules: it reads no file and prints nothing either.
        .target(
            name: "FlowImport", dependencies: ["FlowMachine", "FlowEffects", "FlowReading"], path: "Sources/flow-trace/FlowImport"),
        .executableTarget(
            name: "flow-trace",
            dependencies: ["FlowMachine", "FlowReading", "FlowImport", "FlowEffects", "FlowSimulation", "FlowExploration"],
            path: "Sources/flow-trace/flow-trace", plugins: ["PagePlugin"]),
        .plugin(name: "PagePlugin", capability: .buildTool(), path: "Sources/flow-trace/Page/Plugin"),
        .plugin(name: "RecordedTextPlugin", capability: .buildTool(), path: "Sources/flow-trace/FlowReading/Recorded/Plugin"),
        // The recorded stories of Specs: logs, drawings and the coverage of the rules come from them.
        .target(name: "FlowStories", dependencies: ["FlowMachine", "FlowEffects", "FlowSimulation"], path: "Tests/Stories"),
        .target(name: "FlowTestSupport", dependencies: ["FlowMachine", "FlowEffects"], path: "Tests/Support"),
        .testTarget(name: "FlowMachineTests", dependencies: library + ["FlowTestSupport"]),
        .testTarget(name: "FlowEffectsTests", dependencies: library + ["FlowTestSupport"]),
        .testTarget(name: "FlowURLSessionTests", dependencies: library + ["FlowURLSession", "FlowTestSupport", "flow-trace"]),
        .testTarget(
            name: "FlowObservationTests",
            dependencies: ["FlowMachine", "FlowEffects", "FlowObservation", "FlowSimulation", "FlowTestSupport"]),
        .testTarget(name: "FlowSimulationTests", dependencies: library + ["FlowStories", "FlowTestSupport"]),
        .testTarget(name: "FlowExplorationTests", dependencies: library + ["FlowTestSupport"]),
        .testTarget(
            name: "FlowTraceTests",
            dependencies: library + ["FlowSummary", "FlowReading", "FlowImport", "FlowStories", "flow-trace", "FlowTestSupport"],
            // The log of a generated test, which reads it beside its source.
            exclude: ["Regression/Generated/Blocked.jsonl"]),
    ] + appleTests,
    swiftLanguageModes: [.v6]
)
