// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that `swift test` of the library ignores it.
let package = Package(
    name: "Mutation",
    platforms: [.macOS(.v13)],
    targets: [.executableTarget(name: "mutation")],
    swiftLanguageModes: [.v6]
)
