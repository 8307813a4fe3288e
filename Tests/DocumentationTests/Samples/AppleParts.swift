import AuthenticationServices
import FlowDevice
import FlowEffects
import FlowVideoSubscriber
import FlowWebAuthentication
import UIKitStandIn
import VideoSubscriberAccount

/// The media token under temporary access, without a sign-in.
func trialToken(for channel: String, from flow: Flow) async throws -> String {
    try await flow.play(channel, under: .temporary).redeem()
}

/// Signs the viewer out.
/// - Returns: whether the sign-out reached Adobe.
func leave(_ flow: Flow) async throws -> Bool {
    try await flow.signOut() != .owed
}
