// swift-tools-version: 6.3
import PackageDescription

// A separate package, because only another package sees just the public API.
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
