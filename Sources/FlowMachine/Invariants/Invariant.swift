/// A condition that is true after every event, whatever happens. Tests check every condition, and an app can check them in debug builds.
///
/// `InvariantChecker` judges the conditions from the events that the flow receives, which include Adobe's and Apple's replies, and from the
/// resulting effects. It does not trust the model, because the model is under test. For six conditions the checker also reads a value from
/// the model that no effect shows. The comments of these six cases name the value.
@nonexhaustive
public enum Invariant: String, Word {
    package static let table = WordTable<Self>()
    /// A playback is permitted only if Adobe has permitted its resource by authorize (never by preauthorize), with the current provider and
    /// under a valid access. With the legacy API, a permit of temporary access is not used for a viewer's playback.
    ///
    /// The expiry of the decision is not judged. Before Adobe Pass 3.10, preauthorize and authorize overwrote each other's expiry, and only
    /// the media token's expiry was correct.
    case playedOnlyWhenPermitted
    /// The app receives each media token only once.
    case mediaTokenOnce
    /// The app receives a media token only before it expires by Adobe's clock.
    case mediaTokenIsCurrent
    /// A request for a decision under an `appleSSO` profile carries a partner status. The status has an expiry, unless the policy accepts a
    /// status without an expiry.
    ///
    /// If the flow has a usable status, two more requests carry the status: a request for metadata under an `appleSSO` profile, and a
    /// request for a decision under another kind of single sign-on.
    case decisionCarriesStatus
    /// The flow sends a partner status only if the status is granted, names a provider, equals the last report of the partner framework,
    /// and does not contradict the provider of the request. The invariant `expiryFollowsAdobesClock` covers the expiry of the status.
    case onlyValidStatusIsSent
    /// The flow fetches the configuration only while it may ask the viewer for a provider, or while the partner framework names the
    /// viewer's account. It never does so while the last configuration is fresh.
    ///
    /// A request that tests whether the legacy API has ended is exempt (V1-50). Such a test requires an earlier answer that suggests the
    /// end.
    case configurationOnlyForChoice
    /// At most one request for credentials or a token is outstanding. After a failed request of this kind, the flow waits at least half a
    /// second before the next request. The flow does not register while it has credentials.
    case oneTokenRequest
    /// At most one poll is outstanding, and polls are at least 3 s apart. No poll asks about a code that has expired, was replaced or was
    /// forgotten. A poll of the legacy API names no code.
    case boundedPolling
    /// Each throttling or server error in a row lengthens the wait before the next poll, up to the policy's longest wait (V2-F-25). After
    /// any other answer, polls continue at the usual pace.
    case pollsBackOff
    /// A request is sent at most 3 times, and never during a hold (a pause that Adobe asks for, or that follows too many failures).
    ///
    /// A request is never sent in a loop. Until the viewer, the app or a timer causes new work, the same request may be sent at most ten
    /// times per open wish.
    case boundedAttempts
    /// Adobe receives a logout only if the viewer asked to sign out or, with the legacy API, asked for a different provider (FM-23: the flow
    /// signs the current viewer out first).
    case signOutOnlyWhenAsked
    /// After a sign-out, the flow starts no sign-in until a viewer asks to sign in or the device has a different account.
    case noSignInAfterSignOut
    /// A sign-out forgets the viewer's profile, provider and code.
    case signOutForgetsViewer
    /// A logout is in the vault before it is sent to Adobe, so that a later launch can repeat it.
    case debtIsKeptFirst
    /// A sign-out is reported as complete only if Adobe has answered each logout and no outstanding request can still sign the viewer in.
    case signOutIsHonest
    /// After a sign-out, no permit, preview or status depends on an earlier profile, and the app sees no earlier access. This lasts until
    /// Adobe has answered the logouts or a viewer has signed in again. The access that the app sees is read from the model, because no
    /// effect shows it.
    case signOutEndsAccess
    /// An instant that Adobe or Apple set is compared with Adobe's clock, as soon as an answer in the current launch contains Adobe's time.
    /// Until then, nothing is forgotten as expired.
    case expiryFollowsAdobesClock
    /// Only `registered`, `deciding`, `loggedOut` and a refused `unregistered` may be idle; every other state waits for an event that can
    /// still arrive. Whether the state may be idle is read from the model, because no effect names the state.
    case idlesOnlyWhereAllowed
    /// Every open wish waits for an event that can still arrive and can answer the wish. Every request has a time limit, unless the viewer
    /// answers it.
    case wishesMakeProgress
    /// A reference to a secret that arrives is handed out, kept or forgotten. No reference is forgotten while the flow holds it, the vault
    /// keeps it or an effect hands it out. The references that the flow holds are read from the model, field by field, because no effect
    /// shows them.
    case noReferenceIsLost
    /// A silent attempt does not interrupt the viewer. The flow asks the viewer something only for a wish that allows questions, after a
    /// choice on a screen, or to continue an attempt of an earlier launch.
    case silentDoesNotInterrupt
    /// Every wish is answered exactly once, with an answer of the wish's kind. The open wishes in the model are compared with the wishes
    /// that have no answer.
    case answeredOnce
    /// Temporary access is never a viewer's sign-in. The access that the app sees is read from the model, because no effect shows it.
    case temporaryAccessIsNoSignIn
    /// A partner profile is created only from the partner framework's last SAML response, only once per response, and never in a check of
    /// the sign-in.
    case noPartnerProfileInCheck
    /// Only the API that the settings name is called. Both APIs use the same registration.
    case onlyChosenAPI
    /// A presentation is shown only while the flow waits for it, and only one presentation is shown at a time. A code is shown only while
    /// it is valid, and no screen of a sign-in remains after the sign-in. The current presentation in the model is compared with the
    /// presentation that the effects show.
    case shownOnlyWhileAwaited
    /// A shutdown cancels every request, timer and presentation and answers every wish, and no effect follows it.
    case nothingAfterShutdown
    /// No option of a refusal or a problem leads back to the same refusal or problem, provided that no request fails and the viewer is not
    /// asked anything.
    case optionsLeadElsewhere
    /// An Adobe error has the same meaning whether it is a whole answer or part of a decision. Only an error without a remedy denies a
    /// resource.
    case sameErrorSameMeaning
    /// A wish does not wait for a screen that reports the end of a different wish's attempt.
    case noWishWaitsBehindAScreen
    /// A screen that the viewer has answered appears again at most twice, unless the flow has reported what is wrong.
    case noEndlessScreens
}
