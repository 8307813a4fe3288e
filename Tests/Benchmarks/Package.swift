// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the library's builds need nothing of it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "FlowMachine", path: "../..")],
    targets: [
        .executableTarget(name: "benchmarks", dependencies: [.product(name: "FlowMachine", package: "FlowMachine")]),
        .executableTarget(
            name: "kill-test",
            dependencies: [.product(name: "FlowMachine", package: "FlowMachine"), .product(name: "FlowEffects", package: "FlowMachine")]),
    ],
    swiftLanguageModes: [.v6]
)
