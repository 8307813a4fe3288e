// swift-tools-version: 6.3
import PackageDescription

/// The libraries that most tests import.
let library: [Target.Dependency] = ["FlowMachine", "FlowEffects", "FlowSimulation", "FlowExploration"]

#if os(Linux)
    // On Linux, the adapters for Apple's frameworks are compiled and tested against stand-ins: modules with the frameworks' names, which are in
    // no product.
    let appleProducts: [Product] = []
    // Apple's privacy manifest is only for Apple's platforms. As a resource, it would add a generated file that imports all of Foundation.
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
        // The tests of the keychain vault compile the only file that uses Apple's framework a second time, through a symbolic link, so that no
        // product depends on the stand-in.
        .target(name: "Security", path: "Tests/StandIns/Security"),
        .testTarget(
            name: "FlowKeychainTests",
            dependencies: [
                "FlowMachine", "FlowEffects", "FlowURLSession", "FlowDevice", "FlowVideoSubscriber", "UIKitStandIn", "Security",
                "FlowTestSupport",
            ],
            swiftSettings: [.define("KEYCHAIN_STAND_IN")]),
        // The tests of the object for Combine do the same.
        .target(name: "Combine", path: "Tests/StandIns/Combine"),
        .testTarget(
            name: "PublishedFlowTests", dependencies: ["FlowMachine", "FlowEffects", "FlowSimulation", "Combine", "FlowTestSupport"],
            swiftSettings: [.define("COMBINE_STAND_IN")]),
        // These tests compile the code and run the commands that the documentation shows.
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
        // Scripts build the excluded folders, which serve other languages, as Embedded Swift. An app in Swift does not need them.
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
        // Finds what went wrong in a launch, as values without words; small, for an app's analytics.
        .target(name: "FlowSummary", dependencies: ["FlowMachine"], path: "Sources/flow-trace/FlowSummary"),
        // Explains logs in words, drawings and comparisons; reads no file and prints nothing.
        .target(
            name: "FlowReading", dependencies: ["FlowMachine", "FlowSummary"], path: "Sources/flow-trace/FlowReading",
            exclude: ["C", "JavaScript", "Recorded/Plugin"], plugins: ["RecordedTextPlugin"]),
        // Judges the traffic of any app by Adobe's rules; reads no file and prints nothing.
        .target(
            name: "FlowImport", dependencies: ["FlowMachine", "FlowEffects", "FlowReading"], path: "Sources/flow-trace/FlowImport"),
        .executableTarget(
            name: "flow-trace",
            dependencies: ["FlowMachine", "FlowReading", "FlowImport", "FlowEffects", "FlowSimulation", "FlowExploration"],
            path: "Sources/flow-trace/flow-trace", plugins: ["PagePlugin"]),
        .plugin(name: "PagePlugin", capability: .buildTool(), path: "Sources/flow-trace/Page/Plugin"),
        .plugin(name: "RecordedTextPlugin", capability: .buildTool(), path: "Sources/flow-trace/FlowReading/Recorded/Plugin"),
        // The stories that Specs records. Their runs produce the logs, the drawings and the coverage of the rules.
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
            // A generated test reads this log beside its own source.
            exclude: ["Regression/Generated/Blocked.jsonl"]),
    ] + appleTests,
    swiftLanguageModes: [.v6]
)
