// swift-tools-version: 6.3
import PackageDescription

#if os(Linux)
    // The libraries only for Apple's platforms are not products here, and the views are compiled against stand-ins.
    let appleLibraries: [Target.Dependency] = []
    let frameworks: [Target.Dependency] = ["SwiftUIStandIn", "UIKitStandIn"]
    let standIns: [Target] = [.target(name: "SwiftUIStandIn"), .target(name: "UIKitStandIn")]
#else
    let appleLibraries: [Target.Dependency] = [
        .product(name: "FlowDevice", package: "FlowMachine"),
        .product(name: "FlowVideoSubscriber", package: "FlowMachine", condition: .when(platforms: [.iOS, .tvOS, .visionOS])),
        .product(
            name: "FlowWebAuthentication", package: "FlowMachine", condition: .when(platforms: [.iOS, .macOS, .visionOS])),
    ]
    let frameworks: [Target.Dependency] = []
    let standIns: [Target] = []
#endif

let flow: [Target.Dependency] = [
    .product(name: "FlowEffects", package: "FlowMachine"), .product(name: "FlowObservation", package: "FlowMachine"),
]

// A separate package: it sees only the public API, and the library's build does not depend on it.
let package = Package(
    name: "DemoTV",
    defaultLocalization: "en",
    platforms: [.iOS(.v17), .tvOS(.v17), .macOS(.v14), .visionOS(.v1)],
    products: [.library(name: "DemoTV", targets: ["DemoTVCore", "DemoTVViews"])],
    dependencies: [.package(name: "FlowMachine", path: "../../..")],
    targets: [
        .target(name: "DemoTVCore", dependencies: flow, resources: [.process("Localizable.xcstrings")]),
        .target(
            name: "DemoTVViews",
            dependencies: ["DemoTVCore", .product(name: "FlowURLSession", package: "FlowMachine")] + flow + frameworks + appleLibraries),
        .testTarget(
            name: "DemoTVTests",
            dependencies: [
                "DemoTVCore", "DemoTVViews", .product(name: "FlowSimulation", package: "FlowMachine"),
                .product(name: "FlowURLSession", package: "FlowMachine"),
            ] + flow + frameworks),
    ] + standIns,
    swiftLanguageModes: [.v6]
)
