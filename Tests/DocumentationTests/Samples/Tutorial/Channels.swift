import FlowEffects

/// Plays the first of these channels that the provider permits.
/// - Returns: its media token, which your server verifies before it sends the stream; `nil` if every channel is denied.
public func mediaTokenOfFirst(
    _ channels: [String], from flow: Flow, show: (String) -> Void
) async throws -> String? {
    for channel in channels {
        do {
            let token = try await flow.play(channel).redeem()
            show("Playing \(channel).")
            return token
        } catch let refusal as FlowRefusal where refusal.reason == .denied {
            // The provider's own words, if it has some.
            show("\(channel): \(refusal.details ?? "not in your package.")")
        }
    }
    return nil
}
