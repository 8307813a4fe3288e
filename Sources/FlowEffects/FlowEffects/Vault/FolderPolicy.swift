#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a folder vault does differently from platform to platform, as a value, so that each difference is tested on any of them.
struct FolderPolicy: Sendable {
    /// Whether an open vault holds a file lock, which tells two processes apart at once. Never on Apple's platforms: iOS ends an
    /// app that is suspended while it holds a lock in a shared container.
    let holdsLock: Bool
    /// Whether the system denies access to files until the device was first unlocked.
    let hasDataProtection: Bool
    /// Keeps a new folder, and what will be in it, out of backups and encrypted until the first unlock.
    let protect: @Sendable (_ folder: String) throws -> Void

    /// What this platform needs.
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
            // What is made in a folder takes the folder's protection.
            try FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder)
        #endif
    }
}
