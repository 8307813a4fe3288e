/// What must always hold, whatever happens. Checked by tests, and by embedders in debug builds if they like.
public enum Invariant: String, Word {
    package static let table = WordTable<Self>()
    /// Nothing is played without a permit for that resource by authorize (never preauthorize), under an access that holds.
    case playedOnlyWhenPermitted
    /// A media token is handed out once.
    case mediaTokenOnce
    /// A decision under an appleSSO profile carries a status that is granted and has a provider and a future expiry.
    case decisionCarriesStatus
    /// A partner status is sent only if it is granted and has a provider. `adobesClockDecides` watches its expiry.
    case onlyValidStatusIsSent
    /// The configuration is fetched only on the way into partnerAuth or basicAuthFallback, and never while one is fresh.
    case configurationOnlyForChoice
    /// At most one request for credentials or a token at a time, and no registration while credentials are held.
    case oneTokenRequest
    /// One poll at a time, no faster than 3 s, and none for a code that is over.
    case pollsGently
    /// Each answer in a row by which Adobe refuses the pace of the polls, or is in trouble, makes the wait before the next poll longer, up to the
    /// policy's longest (V2-F-25).
    case pollsBackOff
    /// At most 3 sendings of what was asked, and none before a hold ends.
    case boundedAttempts
    /// Adobe is told of a sign-out only when the person asked for it, or under the legacy API for another provider (FM-23).
    case signOutOnlyWhenAsked
    /// After a sign-out nothing signs in by itself.
    case nothingAfterSignOut
    /// Until Adobe answered a sign-out, or somebody signed in anew, no permit, preview or status rests on a profile that was there before.
    case signOutIsAPromise
    /// An instant that Adobe or Apple gave is compared by Adobe's clock once an answer of this launch told it; before that nothing is
    /// forgotten as expired.
    case adobesClockDecides
    /// Only `registered`, `deciding`, `loggedOut` and a refused `unregistered` may rest; every other state waits for
    /// something that will come.
    case restsOnlyWhereItMay
    /// Every open wish waits for something that will come.
    case wishesAreUnderWay
    /// Every reference that came in is handed out, kept or forgotten.
    case noReferenceIsLost
    /// Nothing interrupts the person under a silent intent.
    case silentDoesNotInterrupt
    /// Every wish is answered exactly once.
    case answeredOnce
    /// By the legacy API, the token of temporary access is nobody's sign-in.
    case temporaryAccessIsNoSignIn
    /// The partner profile is not created in `checking`.
    case noPartnerProfileInCheck
    /// Only the API of the settings is called; registration is common to both.
    case oneAPI
    /// What is shown is shown by a state that waits for it.
    case shownWhileAwaited
}
