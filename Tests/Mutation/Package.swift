// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that `swift test` of the library knows nothing of it.
let package = Package(
    name: "Mutation",
    platforms: [.macOS(.v13)],
    targets: [.executableTarget(name: "mutation")],
    swiftLanguageModes: [.v6]
)
