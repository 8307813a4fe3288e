// swift-tools-version: 6.2
import PackageDescription

#if os(Linux)
    // Without Apple's framework the adapter is compiled and run in its tests, against a module with the framework's names
    // that is in no product.
    let videoSubscriberProducts: [Product] = []
    let videoSubscriberFramework: [Target.Dependency] = ["VideoSubscriberAccount"]
    let videoSubscriberSettings: [SwiftSetting] = [.define("VIDEO_SUBSCRIBER_STAND_IN")]
    let videoSubscriberTests: [Target] = [
        .target(name: "VideoSubscriberAccount", path: "Tests/StandIns/VideoSubscriberAccount"),
        .testTarget(name: "FlowVideoSubscriberTests", dependencies: ["FlowVideoSubscriber", "FlowTestSupport"]),
    ]
#else
    let videoSubscriberProducts: [Product] = [.library(name: "FlowVideoSubscriber", targets: ["FlowVideoSubscriber"])]
    let videoSubscriberFramework: [Target.Dependency] = []
    let videoSubscriberSettings: [SwiftSetting] = []
    let videoSubscriberTests: [Target] = []
#endif

let package = Package(
    name: "FlowMachine",
    platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "FlowMachine", targets: ["FlowMachine"]),
        .library(name: "FlowEffects", targets: ["FlowEffects"]),
        .library(name: "FlowURLSession", targets: ["FlowURLSession"]),
        .library(name: "FlowSimulation", targets: ["FlowSimulation"]),
        .executable(name: "flow-trace", targets: ["flow-trace"]),
    ] + videoSubscriberProducts,
    targets: [
        .target(name: "FlowMachine"),
        .target(name: "FlowEffects", dependencies: ["FlowMachine"], exclude: ["URLSession", "Simulation", "VideoSubscriber"]),
        .target(name: "FlowURLSession", dependencies: ["FlowEffects"], path: "Sources/FlowEffects/URLSession"),
        .target(
            name: "FlowVideoSubscriber", dependencies: ["FlowEffects"] + videoSubscriberFramework,
            path: "Sources/FlowEffects/VideoSubscriber", swiftSettings: videoSubscriberSettings),
        .target(name: "FlowSimulation", dependencies: ["FlowMachine", "FlowEffects"], path: "Sources/FlowEffects/Simulation"),
        .executableTarget(name: "flow-trace", dependencies: ["FlowMachine", "FlowEffects", "FlowSimulation"]),
        .target(name: "FlowTestSupport", dependencies: ["FlowMachine", "FlowEffects"], path: "Tests/Support"),
        .testTarget(name: "FlowMachineTests", dependencies: ["FlowMachine", "FlowSimulation", "FlowTestSupport"]),
        .testTarget(name: "FlowEffectsTests", dependencies: ["FlowEffects", "FlowSimulation", "FlowTestSupport"]),
        .testTarget(name: "FlowURLSessionTests", dependencies: ["FlowURLSession", "FlowSimulation", "FlowTestSupport", "flow-trace"]),
        .testTarget(name: "FlowSimulationTests", dependencies: ["FlowSimulation", "FlowTestSupport"]),
        .testTarget(name: "FlowTraceTests", dependencies: ["flow-trace", "FlowSimulation", "FlowTestSupport"]),
    ] + videoSubscriberTests,
    swiftLanguageModes: [.v6]
)
