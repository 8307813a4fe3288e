import Foundation
import Report

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// What an app has without the library, too: Foundation, a session for requests, and Swift's concurrency.
let session = URLSession(configuration: .ephemeral)
_ = try? await session.data(from: URL(filePath: "/dev/null"))
reportMemory()
