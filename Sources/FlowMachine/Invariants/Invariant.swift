/// A condition that holds after every event, whatever happens. Tests check every condition, and an app can check them in debug builds.
///
/// `InvariantChecker` judges the conditions from the events that the flow receives, which include Adobe's and Apple's replies, and from the
/// effects that follow. It does not trust the model, because the model is under test. For six conditions it also reads a fact from the
/// model that no effect shows; the comments below name these facts.
@nonexhaustive
public enum Invariant: String, Word {
    package static let table = WordTable<Self>()
    /// A playback is answered as permitted only if Adobe has permitted its resource by authorize (never by preauthorize), with the current
    /// provider and under a valid access. With the legacy API, a permit of temporary access is not used for a viewer's playback. The expiry
    /// of the decision is not judged: before Adobe Pass 3.10, preauthorize and authorize overwrote each other's expiry, and only the media
    /// token's expiry was correct.
    case playedOnlyWhenPermitted
    /// The app receives each media token only once.
    case mediaTokenOnce
    /// The app receives a media token only before it expires by Adobe's clock.
    case mediaTokenIsCurrent
    /// A request for a decision under an `appleSSO` profile carries a partner status, which has an expiry unless the policy accepts one
    /// without. If the flow has a usable status, a request for metadata under such a profile carries it, too, and so does a request for a
    /// decision under another kind of single sign-on.
    case decisionCarriesStatus
    /// The flow sends a partner status only if it is granted, names a provider, equals the last report of the partner framework, and does
    /// not name another provider than the request. The invariant `expiryFollowsAdobesClock` covers its expiry.
    case onlyValidStatusIsSent
    /// The configuration is fetched only while the flow may ask the viewer to choose a provider, or while the partner framework names the
    /// viewer's account, and never while the last configuration is fresh. The exception is a request that tests whether the legacy API has
    /// ended (V1-50); it needs an earlier answer that suggests this.
    case configurationOnlyForChoice
    /// At most one request for credentials or a token is outstanding. Such a request follows a failed one by at least half a second, and
    /// the flow does not register while it has credentials.
    case oneTokenRequest
    /// At most one poll is outstanding, and polls are at least 3 s apart. No poll asks about a code that has expired, was replaced or was
    /// forgotten; the legacy API's poll names no code.
    case boundedPolling
    /// Each throttling or server error in a row lengthens the wait before the next poll, up to the policy's longest wait (V2-F-25). After
    /// any other answer, polls continue at the usual pace.
    case pollsBackOff
    /// A request is sent at most 3 times, never during a hold (a pause that Adobe asks for, or that follows too many failures), and never
    /// in a loop: until the viewer, the app or a timer causes new work, each wish accounts for at most ten sendings of the same request.
    case boundedAttempts
    /// Adobe receives a logout only if the viewer asked to sign out or, with the legacy API, asked for another provider (FM-23: the flow
    /// signs the current viewer out first).
    case signOutOnlyWhenAsked
    /// After a sign-out, the flow starts no sign-in until a viewer asks for one or the device has another account.
    case noSignInAfterSignOut
    /// A sign-out forgets the viewer's profile, provider and code.
    case signOutForgetsViewer
    /// A logout is in the vault before it is sent to Adobe, so that a later launch can repeat it.
    case debtIsKeptFirst
    /// A sign-out is reported as complete only if Adobe has answered each logout and no outstanding request can still sign that viewer in.
    case signOutIsHonest
    /// Until Adobe has answered a sign-out or a viewer has signed in again, no permit, preview or status depends on an earlier profile, and
    /// the app sees no earlier access. The access that the app sees is read from the model, because no effect shows it.
    case signOutEndsAccess
    /// Instants that Adobe or Apple set are compared with Adobe's clock, as soon as an answer of this launch shows it. Until then, nothing
    /// is forgotten as expired.
    case expiryFollowsAdobesClock
    /// Only `registered`, `deciding`, `loggedOut` and a refused `unregistered` may be idle; every other state waits for an event that can
    /// still arrive. Whether the state may be idle is read from the model, because no effect names the state.
    case idlesOnlyWhereAllowed
    /// Every open wish waits for an event that can still arrive and can answer the wish. Every request has a time limit, unless the viewer
    /// answers it.
    case wishesMakeProgress
    /// Every reference to a secret that arrives is handed out, kept or forgotten. No reference is forgotten while the flow holds it, the
    /// vault keeps it or an effect hands it out. The references that the flow holds are read from the model, field by field, because no
    /// effect shows that a reference is not forgotten.
    case noReferenceIsLost
    /// A silent attempt does not interrupt the viewer: the flow asks the viewer only for a wish that allows it, after a choice on a screen,
    /// or to continue an attempt of an earlier launch.
    case silentDoesNotInterrupt
    /// Every wish is answered exactly once, with an answer of its kind. The open wishes in the model are compared with the wishes without
    /// an answer.
    case answeredOnce
    /// Temporary access is never a viewer's sign-in. The access that the app sees is read from the model, because no effect shows it.
    case temporaryAccessIsNoSignIn
    /// A partner profile is created only from the partner framework's last SAML response, only once, and never in a check of the sign-in.
    case noPartnerProfileInCheck
    /// Only the API that the settings name is called. Both APIs use the same registration.
    case onlyChosenAPI
    /// A presentation is shown only while the flow waits for it, and only one at a time. A code is shown only while it is valid, and no
    /// screen of a sign-in remains after the sign-in. The current presentation in the model is compared with the one that the effects show.
    case shownOnlyWhileAwaited
    /// A shutdown cancels every request, timer and presentation and answers every wish, and no effect follows it.
    case nothingAfterShutdown
    /// No option of a refusal or a problem leads back to the same offer while no request fails and the viewer is not asked anything.
    case optionsLeadElsewhere
    /// An Adobe error means the same as a whole answer and as part of a decision, and only an error without a remedy denies a resource.
    case sameErrorSameMeaning
    /// A wish does not wait behind a screen that reports the end of another wish's attempt.
    case noWishWaitsBehindAScreen
    /// A screen that the viewer has answered returns at most twice, unless the flow has reported what is wrong.
    case noEndlessScreens
}
