/// What must always be true, whatever happens. Tests check it, and embedders can check it in debug builds.
///
/// Each is judged from the events that the flow was given and the effects that it led to, and from Adobe's and Apple's words in them. What the
/// machine remembers is not believed, since it is what is judged. Six cases also read what no effect shows, and say so.
@nonexhaustive
public enum Invariant: String, Word {
    package static let table = WordTable<Self>()
    /// Nothing is played without a permit for that resource by authorize (never preauthorize), under a valid access. The permit is that of the
    /// current provider. With the legacy API, a permit of temporary access is not used for a viewer's playback. The expiry of a decision is
    /// not judged: before Adobe Pass 3.10, preauthorize and authorize overwrote each other's expiry, while the media token's was correct.
    case playedOnlyWhenPermitted
    /// A media token is handed out once.
    case mediaTokenOnce
    /// A media token is delivered only before its end by Adobe's clock.
    case mediaTokenIsCurrent
    /// A decision under an appleSSO profile carries a status, with an expiry unless the policy does without. So does a request for metadata
    /// or a decision under another single sign-on, if the flow has a status.
    case decisionCarriesStatus
    /// A partner status is sent only if it is granted, has a provider, is the one that the partner framework reported last, and does not
    /// name another provider than the request. `expiryFollowsAdobesClock` watches its expiry.
    case onlyValidStatusIsSent
    /// The configuration is fetched only while the viewer may be asked to choose a provider, or the partner framework names the viewer's
    /// account, and never while the flow has a fresh one. A configuration that only shows whether the legacy API has ended (V1-50) follows an
    /// answer that gives reason for it.
    case configurationOnlyForChoice
    /// At most one request for credentials or a token at a time, no sooner than half a second after a failure, and no registration while
    /// credentials are held.
    case oneTokenRequest
    /// One poll at a time, no faster than 3 s, and none for a code that has expired, was replaced or was forgotten. The legacy API's poll names
    /// no code.
    case boundedPolling
    /// Each throttling or server error in a row makes the wait before the next poll longer, up to the policy's longest (V2-F-25). Without one,
    /// polls continue at the usual pace.
    case pollsBackOff
    /// At most 3 sendings of one request, none before a hold ends, and no loop of new calls: while nothing new happens, a wish explains at most
    /// ten sendings of the same request.
    case boundedAttempts
    /// Adobe receives a logout only if the viewer asked for it, or under the legacy API for another provider (FM-23).
    case signOutOnlyWhenAsked
    /// After a sign-out nothing signs in by itself.
    case noSignInAfterSignOut
    /// A sign-out forgets the viewer's profile, provider and code.
    case signOutForgetsViewer
    /// A logout is kept across launches before it is sent.
    case debtIsKeptFirst
    /// A sign-out is called complete only if Adobe answered each logout, and no sign-in of that viewer may still succeed.
    case signOutIsHonest
    /// Until Adobe answered a sign-out, or somebody signed in anew, no permit, preview or status depends on an earlier profile, and the app is
    /// not shown one. No effect shows the app its access, so that is read from the model's state.
    case signOutEndsAccess
    /// Instants that Adobe or Apple set are compared by Adobe's clock once an answer of this launch has shown it; until then nothing is
    /// forgotten as expired.
    case expiryFollowsAdobesClock
    /// Only `registered`, `deciding`, `loggedOut` and a refused `unregistered` may be idle; every other state waits for something that is
    /// going to arrive. No effect names the state, so its kind is read from the model; what is going to arrive is not.
    case idlesOnlyWhereAllowed
    /// Every open wish waits for something that is going to arrive and may answer it, and every request has a time limit.
    case wishesMakeProgress
    /// Every reference that arrived is handed out, kept or forgotten, and none is forgotten that is still held, kept or being handed out. Which
    /// references are held is read from the model, field by field, since no effect says that a reference is not forgotten.
    case noReferenceIsLost
    /// Nothing interrupts the viewer under a silent intent: what asks the viewer is shown only for a wish that allows it, after a choice, or
    /// to continue an attempt of an earlier launch.
    case silentDoesNotInterrupt
    /// Every wish is answered exactly once, with an answer of its kind. The wishes that the model has open are compared with those that wait.
    case answeredOnce
    /// Temporary access is not a viewer's sign-in. No effect shows the app its access, so that is read from the model's state.
    case temporaryAccessIsNoSignIn
    /// The partner profile is created only from the partner framework's last SAML response, once, and not in a check of the sign-in.
    case noPartnerProfileInCheck
    /// Only the API that the settings name is called; registration is common to both.
    case onlyChosenAPI
    /// A presentation is shown only while it is awaited, one at a time, a code only while it is valid, and none of a sign-in remains after it.
    /// The screen that the model's state awaits is compared with it.
    case shownOnlyWhileAwaited
    /// A shutdown gives up every request, timer, presentation and wish, and no effect follows it.
    case nothingAfterShutdown
    /// No option of a refusal or a problem leads back to the same offer while nothing fails and no viewer is asked.
    case optionsLeadElsewhere
    /// An error means the same as the whole answer and as the decision in it, and only an error without a remedy denies.
    case sameErrorSameMeaning
    /// A wish does not wait behind a screen that reports the end of another wish's attempt.
    case noWishWaitsBehindAScreen
    /// A screen that the viewer has answered returns at most twice, unless the flow said what is wrong.
    case noEndlessScreens
}
