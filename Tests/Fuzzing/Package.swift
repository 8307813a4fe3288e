// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that the library's builds do not depend on it. Each target contains one libFuzzer entry point;
// `./fuzz` builds them instrumented and links them with libFuzzer's main.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "LogFuzzing", type: .static, targets: ["LogFuzzing"]),
        .library(name: "AnswerFuzzing", type: .static, targets: ["AnswerFuzzing"]),
    ],
    dependencies: [.package(name: "FlowMachine", path: "../..")],
    targets: [
        .target(name: "LogFuzzing", dependencies: [.product(name: "FlowMachine", package: "FlowMachine")]),
        .target(
            name: "AnswerFuzzing",
            dependencies: [.product(name: "FlowMachine", package: "FlowMachine"), .product(name: "FlowEffects", package: "FlowMachine")]),
    ],
    swiftLanguageModes: [.v6]
)
