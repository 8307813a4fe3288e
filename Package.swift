// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FlowMachine",
    platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "FlowMachine", targets: ["FlowMachine"]),
        .library(name: "FlowEffects", targets: ["FlowEffects"]),
        .library(name: "FlowURLSession", targets: ["FlowURLSession"]),
        .library(name: "FlowSimulation", targets: ["FlowSimulation"]),
        .executable(name: "flow-trace", targets: ["flow-trace"]),
    ],
    targets: [
        .target(name: "FlowMachine"),
        .target(name: "FlowEffects", dependencies: ["FlowMachine"], exclude: ["URLSession", "Simulation"]),
        .target(name: "FlowURLSession", dependencies: ["FlowEffects"], path: "Sources/FlowEffects/URLSession"),
        .target(name: "FlowSimulation", dependencies: ["FlowEffects"], path: "Sources/FlowEffects/Simulation"),
        .executableTarget(name: "flow-trace", dependencies: ["FlowEffects", "FlowSimulation"]),
        .target(name: "FlowTestSupport", dependencies: ["FlowMachine", "FlowEffects"], path: "Tests/Support"),
        .testTarget(name: "FlowMachineTests", dependencies: ["FlowMachine", "FlowSimulation", "FlowTestSupport"]),
        .testTarget(name: "FlowEffectsTests", dependencies: ["FlowEffects", "FlowSimulation", "FlowTestSupport"]),
        .testTarget(name: "FlowURLSessionTests", dependencies: ["FlowURLSession", "FlowSimulation", "FlowTestSupport", "flow-trace"]),
        .testTarget(name: "FlowSimulationTests", dependencies: ["FlowSimulation", "FlowTestSupport"]),
        .testTarget(name: "FlowTraceTests", dependencies: ["flow-trace", "FlowSimulation", "FlowTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
