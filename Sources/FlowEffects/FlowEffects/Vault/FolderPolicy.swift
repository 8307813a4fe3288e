#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The differences between platforms in a vault that is a folder. The policy is a value, so that each variant can be tested on any platform.
struct FolderPolicy: Sendable {
    /// Whether an open vault holds a file lock, which keeps other processes out. `false` on Apple's platforms, because iOS terminates an app that is
    /// suspended while it holds a lock in a shared container.
    let holdsLock: Bool
    /// Whether the system denies access to files until the device's first unlock.
    let hasDataProtection: Bool
    /// Excludes a new folder and its future contents from backups, and makes the system encrypt them until the device's first unlock.
    let protect: @Sendable (_ folder: String) throws -> Void

    /// The policy for this platform.
    static let system = FolderPolicy(
        holdsLock: !isApple, hasDataProtection: encryptsFiles, protect: { try FolderPolicy.protect($0) })

    #if canImport(Darwin)
        private static let isApple = true
    #else
        private static let isApple = false
    #endif

    #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(visionOS)
        private static let encryptsFiles = true
    #else
        private static let encryptsFiles = false
    #endif

    private static func protect(_ folder: String) throws {
        #if canImport(Darwin)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var url = URL(fileURLWithPath: folder, isDirectory: true)
            try url.setResourceValues(values)
        #endif
        #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(visionOS)
            // A file that is created in a folder inherits the folder's protection.
            try FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder)
        #endif
    }
}
