// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that the library's builds do not depend on it. `./record` copies it into the files of an older
// commit, where `../..` is the library of that commit: the recorder is written against that library, not against this one.
let package = Package(
    name: "Compatibility",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "FlowMachine", path: "../..")],
    targets: [
        .executableTarget(
            name: "recorder",
            dependencies: ["FlowMachine", "FlowSimulation", "FlowExploration"].map { .product(name: $0, package: "FlowMachine") })
    ],
    swiftLanguageModes: [.v6]
)
