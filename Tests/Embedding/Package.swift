// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because only another package sees the public API alone.
let package = Package(
    name: "Embedding",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "FlowMachine", path: "../..")],
    targets: [
        .executableTarget(
            name: "own-interpreters",
            dependencies: [.product(name: "FlowMachine", package: "FlowMachine"), .product(name: "FlowEffects", package: "FlowMachine")])
    ],
    swiftLanguageModes: [.v6]
)
