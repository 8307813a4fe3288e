import FlowEffects
import FlowURLSession
import Foundation

/// Signs in with `provider` if needed, and plays the first channel that is permitted. The vault and the log are in `folder`.
public func livingRoom(
    host: String, provider: String, channels: [String], folder: URL, show: @escaping @Sendable (String) -> Void
) async throws {
    let app = livingRoomApp(host: host)
    let flow = try Flow(
        app, vault: FlowVault(folder: folder.appending(path: "vault"), for: app),
        log: FileEventLog(folder: folder.appending(path: "logs")),
        ports: FlowPorts(transport: URLSessionTransport(), device: { livingRoomDevice }))
    let screen = Task { await TextScreen(provider: provider, show: show).follow(flow) }
    do {
        _ = try await mediaTokenOfFirst(channels, from: flow, show: show)
    } catch let refusal as FlowRefusal {
        show("No channel is playing: \(refusal.reason).")
    }
    await flow.shutDown()
    await screen.value
}
