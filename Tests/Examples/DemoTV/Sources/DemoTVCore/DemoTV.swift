import FlowEffects
import FlowObservation
import Observation

/// What the app knows and does. The views only show it, and call its functions.
@MainActor @Observable public final class DemoTV {
    /// The state of the channel that the viewer wants to watch.
    public enum Playback: Equatable, Sendable {
        /// No channel is requested.
        case idle
        /// Adobe is asked, or the viewer signs in.
        case asking(Channel)
        /// It plays. The stream comes from the app's own server, which has checked the media token.
        case playing(Channel, stream: String)
        /// It does not play.
        case refused(Channel, RefusalText)
    }

    /// Checks a media token on the app's own server, and returns the stream that it allows. Never trust the token on the device.
    public typealias Verifier = @Sendable (_ token: String, _ channel: Channel) async throws -> String

    /// The flow, as views observe it.
    public let session: ObservableFlow
    /// The channels to watch.
    public let channels: [Channel]
    /// The state of the channel that the viewer wants to watch.
    public private(set) var playback = Playback.idle
    /// The channels that the viewer's subscription does not include. Only for the lock on a button: whether one plays, `play` finds out.
    public private(set) var locked: Set<Channel.ID> = []
    /// The result of the last sign-out, if it needs a message.
    public private(set) var notice: String?

    private let verify: Verifier
    /// Increased for each playback, so that an answer to an earlier one is dropped.
    @ObservationIgnored private var playbacks = 0
    @ObservationIgnored private var asking: Task<Void, Never>?

    /// An app over `flow`.
    public init(_ flow: Flow, channels: [Channel] = Channel.all, verify: @escaping Verifier) {
        session = ObservableFlow(flow)
        self.channels = channels
        self.verify = verify
    }

    private var flow: Flow { session.flow }

    /// Starts the flow, and finds out which channels get a lock. Call it once, when the app's view appears.
    public func start() async {
        await flow.start()
        await findLocks()
    }

    /// The current screen of the sign-in, if any.
    public var screen: SignInScreen? { session.presentation.flatMap { SignInScreen($0) } }

    /// Who is signed in, in words.
    public var account: String {
        switch session.status {
        case .starting: "…"
        case .signedOut, .unavailable: localized("Not signed in")
        case .signingIn: localized("Signing in")
        case .signedIn(let viewer):
            localized("Signed in with %@", viewer.displayName ?? viewer.mvpd?.text ?? localized("your TV provider"))
        case .temporaryAccess: localized("Free preview")
        case .signingOut: localized("Signing out")
        }
    }

    /// Whether a viewer is signed in.
    public var isSignedIn: Bool { if case .signedIn = session.status { true } else { false } }

    /// Signs the viewer in.
    /// - Parameter mode: with the device's own provider where it has one, or with another.
    public func signIn(with mode: Flow.SignInMode = .automatic) async {
        notice = nil
        do {
            try await flow.signIn(with: mode)
            await findLocks()
        } catch let refusal as FlowRefusal {
            notice = RefusalText(refusal)?.title
        } catch {}
    }

    /// Signs the viewer out.
    public func signOut() async {
        stop()
        do {
            let isOwed = try await flow.signOut() == .owed
            notice = isOwed ? localized("Your TV provider will be told as soon as there is a connection.") : nil
        } catch {
            notice = localized("You are still signed in.")
        }
        locked = []
    }

    /// Plays `channel`, and signs the viewer in if needed.
    /// - Returns: the task that does it, for a caller that waits.
    @discardableResult
    public func play(_ channel: Channel) -> Task<Void, Never> {
        stop()
        playback = .asking(channel)
        let number = playbacks
        let task = Task {
            let result = await result(of: channel)
            if number == playbacks { playback = result }
        }
        asking = task
        return task
    }

    private func result(of channel: Channel) async -> Playback {
        let token: String
        do {
            token = try await flow.play(channel.resource).redeem()
        } catch let refusal as FlowRefusal {
            return RefusalText(refusal).map { .refused(channel, $0) } ?? .idle
        } catch PermitFailure.expired {
            return .refused(channel, .permitEnded)
        } catch {
            return .idle
        }
        do {
            return .playing(channel, stream: try await verify(token, channel))
        } catch {
            return .refused(channel, .noStream)
        }
    }

    /// Stops the playback, or cancels the pending request.
    public func stop() {
        asking?.cancel()
        asking = nil
        playbacks += 1
        playback = .idle
    }

    /// Does what the viewer chose after a refusal.
    public func answer(_ option: Problem.Option, about channel: Channel) async {
        switch option {
        case .retry: await play(channel).value
        case .otherProvider:
            stop()
            await signIn(with: .otherProvider)
        case .cancel: stop()
        // No view offers an option that this version of the app does not know.
        @unknown default: stop()
        }
    }

    /// Finds out which channels get a lock. Asks the viewer nothing.
    public func findLocks() async {
        // Without a signed-in viewer or without Adobe, no channel has a lock: `play` reports why it does not play.
        let previews = (try? await flow.preview(channels.map(\.resource))) ?? []
        locked = Set(previews.filter { !$0.isPermitted }.map(\.resource))
    }
}
