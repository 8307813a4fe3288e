// swift-tools-version: 6.3
import PackageDescription

let machine = Target.Dependency.product(name: "FlowMachine", package: "FlowMachine")
let effects = Target.Dependency.product(name: "FlowEffects", package: "FlowMachine")
let summary = Target.Dependency.product(name: "FlowSummary", package: "FlowMachine")
let transport = Target.Dependency.product(name: "FlowURLSession", package: "FlowMachine")
let observation = Target.Dependency.product(name: "FlowObservation", package: "FlowMachine")

// Programs that differ in what they link; `../app-cost` compares them. A separate package, so that the library's builds do not depend on it.
let package = Package(
    name: "AppCost",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "FlowMachine", path: "../..")],
    targets: [
        .target(name: "Report"),
        .target(name: "AsyncReport", dependencies: ["Report"]),
        .target(name: "Parts", dependencies: [machine, effects]),
        .executableTarget(name: "empty", dependencies: ["Report"]),
        .executableTarget(name: "foundation", dependencies: ["AsyncReport"]),
        .executableTarget(name: "core", dependencies: ["Report", machine]),
        .executableTarget(name: "effects", dependencies: ["AsyncReport", "Parts", machine, effects]),
        .executableTarget(name: "summary", dependencies: ["AsyncReport", "Parts", machine, effects, summary]),
        .executableTarget(name: "urlsession", dependencies: ["AsyncReport", "Parts", machine, effects, transport]),
        .executableTarget(name: "observation", dependencies: ["Report", "Parts", machine, effects, transport, observation]),
    ],
    swiftLanguageModes: [.v6]
)
