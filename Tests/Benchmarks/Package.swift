// swift-tools-version: 6.3
import PackageDescription

let machine = Target.Dependency.product(name: "FlowMachine", package: "FlowMachine")
let effects = Target.Dependency.product(name: "FlowEffects", package: "FlowMachine")
let simulation = Target.Dependency.product(name: "FlowSimulation", package: "FlowMachine")
let exploration = Target.Dependency.product(name: "FlowExploration", package: "FlowMachine")
let summary = Target.Dependency.product(name: "FlowSummary", package: "FlowMachine")

// A separate package, so that the library's builds do not depend on it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "FlowMachine", path: "../..")],
    targets: [
        .executableTarget(name: "benchmarks", dependencies: [machine]),
        .executableTarget(name: "runtime", dependencies: [machine, effects]),
        .executableTarget(name: "kill-test", dependencies: [machine, effects]),
        .systemLibrary(name: "CMalloc"),
        .executableTarget(name: "memory-growth", dependencies: [machine, effects, exploration, "CMalloc"]),
        .executableTarget(name: "long-log", dependencies: [machine, exploration]),
        .executableTarget(name: "fleet-corpus", dependencies: [machine, simulation, summary]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(name: "durable-append", dependencies: [machine, effects, "CSQLite"]),
    ],
    swiftLanguageModes: [.v6]
)
