import FlowEffects

/// Requests playback of `channels`, one after the other, until the provider permits a channel.
/// - Returns: the media token, which your server verifies before it sends the stream; `nil` if every channel is denied.
public func mediaTokenOfFirst(
    _ channels: [String], from flow: Flow, show: (String) -> Void
) async throws -> String? {
    for channel in channels {
        do {
            let token = try await flow.play(channel).redeem()
            show("Playing \(channel).")
            return token
        } catch let refusal as FlowRefusal where refusal.reason == .denied {
            // The provider's text for the viewer, if there is one.
            show("\(channel): \(refusal.details ?? "not in your package.")")
        }
    }
    return nil
}
