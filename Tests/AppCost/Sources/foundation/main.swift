import AsyncReport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// What an app has without the library, too: Foundation, a session for requests, and Swift's concurrency.
reportMemory {
    let session = URLSession(configuration: .ephemeral)
    guard let url = URL(string: "http://127.0.0.1:9") else { return }
    _ = try? await session.data(from: url)
}
