// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "LivingRoom",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../FlowMachine")],
    targets: [
        .target(
            name: "LivingRoomKit",
            dependencies: [
                .product(name: "FlowEffects", package: "FlowMachine"), .product(name: "FlowURLSession", package: "FlowMachine"),
            ]),
        .executableTarget(name: "LivingRoom", dependencies: ["LivingRoomKit"]),
        .testTarget(
            name: "LivingRoomTests", dependencies: ["LivingRoomKit", .product(name: "FlowSimulation", package: "FlowMachine")]),
    ],
    swiftLanguageModes: [.v6]
)
