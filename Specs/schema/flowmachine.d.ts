// A line of a FlowMachine log is a Line: format 1, model revision 4, FlowMachine 0.3.0-dev.
// Made by flow-trace spec --format typescript. A later version may add fields.

export type Access =
    | { kind: "profile"; profile: Profile }
    | { kind: "serverWord"; word: ServerAuthorization };

export interface AccessToken {
    ref: SecretRef;
    notAfter: Instant;
}

export interface AdobeConfiguration {
    ref: SecretRef;
    providers: Array<AdobeConfigurationProvider>;
}

export interface AdobeConfigurationProvider {
    mvpd: MVPDID;
    mapping?: PlatformMappingID;
    enablesPlatformServices: boolean;
    showsInPlatformPicker: boolean;
    enforcesPlatformPermissions: boolean;
    boarding: AdobeConfigurationProviderBoarding;
    isTemporary: boolean;
}

export type AdobeConfigurationProviderBoarding = "supported" | "picker" | "none";

export interface AdobeDecision {
    resource: SecretRef;
    verdict: AdobeDecisionVerdict;
    source: AdobeDecisionSource;
    notAfter?: Instant;
    attributes?: SecretRef;
}

export type AdobeDecisionSource = "mvpd" | "degradation" | "temppass" | "dummy" | "other";

export type AdobeDecisionVerdict =
    | { kind: "permit"; media?: MediaToken }
    | { kind: "deny"; error: AdobeError };

export interface AdobeError {
    action: ErrorAction;
    status: number;
    code?: ErrorCode;
    text?: SecretRef;
    trace?: TraceID;
}

export type AdobeSession =
    | { kind: "authorize"; word: ServerAuthorization }
    | { kind: "authenticate"; session: OpenSession }
    | { kind: "resume"; session: OpenSession }
    | { kind: "retry"; session: OpenSession }
    | { kind: "partnerProfile"; request: SecretRef; mvpd?: MVPDID }
    | { kind: "unsupported" };

export interface AnswerTrace {
    http?: number;
    request?: TraceID;
    session?: TraceID;
}

export type AppEvent =
    | { kind: "launched"; kept: PersistedState }
    | { kind: "foregrounded" }
    | { kind: "backgrounded" }
    | { kind: "held"; until: Instant }
    | { kind: "secretLost"; secret: SecretRef }
    | { kind: "vaultFailed" }
    | { kind: "shutDown" };

export type BasicAuthFallback =
    | { step: "signingOut"; ask: CallID }
    | { step: "configuration"; ask: CallID; session?: OpenSession }
    | { step: "picking"; session?: OpenSession }
    | { step: "confirming"; mvpd: MVPDID }
    | { step: "creatingSession"; ask: CallID; mvpd?: MVPDID }
    | { step: "resumingSession"; ask: CallID; mvpd: MVPDID; session: OpenSession }
    | { step: "userAgent"; mvpd?: MVPDID; session: OpenSession; end: Instant; expiryTimer?: TimerID; slowAnswers?: number; graceEnd?: Instant; isRedirected?: boolean; isLost?: boolean }
    | { step: "polling"; mvpd?: MVPDID; session: OpenSession; end: Instant; expiryTimer?: TimerID; slowAnswers?: number; graceEnd?: Instant; isRedirected?: boolean; isLost?: boolean; ask?: CallID; looksOnce: boolean }
    | { step: "lookingAfterExpiry"; ask: CallID; mvpd?: MVPDID; session?: OpenSession }
    | { step: "codeExpired"; mvpd?: MVPDID }
    | { step: "problem" };

export interface Batch {
    decided: Array<AdobeDecision>;
    remaining: Array<SecretRef>;
    size: number;
}

export interface Call {
    token?: SecretRef;
    endpoint: Endpoint;
}

export type CallFailure =
    | { kind: "unauthorized"; error?: AdobeError }
    | { kind: "throttled" }
    | { kind: "refused"; http: number; error: AdobeError }
    | { kind: "registrationRefused"; code: ErrorCode }
    | { kind: "status"; http: number }
    | { kind: "transport"; transport: CallFailureTransport };

export type CallFailureTransport = "timedOut" | "connection" | "status" | "unreadable" | "secretMissing" | "apiEnded";

/** A whole number from 0 to 9007199254740991. */
export type CallID = number;

export interface Calls {
    numbers: NextNumbers;
    client?: SecretRef;
    token?: AccessToken;
    refreshTimer?: TimerID;
    hold?: CallsHold;
    timeoutTimer?: TimerID;
    asked: Array<PendingCall>;
    stateTimers: Array<TimerID>;
    allowance: Instant;
    failures: number;
    tokenPause?: Instant;
    isTokenSpent?: boolean;
    clockOffset?: Interval;
    previewSize?: number;
    hasReregistered: boolean;
    jitter?: Jitter;
    endOfLife?: EndOfLife;
}

export interface CallsHold {
    until: Instant;
    timer: TimerID;
}

export type Checking =
    | { step: "authentication"; ask: CallID }
    | { step: "authenticationToken"; ask: CallID }
    | { step: "partnerStatus"; ask: CallID; refusedStatus: boolean }
    | { step: "profiles"; ask: CallID; refusedStatus: boolean; holdsStatus?: boolean; partnerFailed?: boolean }
    | { step: "choosingProfile"; profiles: Array<Profile> }
    | { step: "problem" };

export type Choice =
    | { kind: "provider"; mvpd: MVPDID }
    | { kind: "profile"; mvpd: MVPDID }
    | { kind: "otherProvider" }
    | { kind: "retry" }
    | { kind: "newCode" }
    | { kind: "done" }
    | { kind: "redirectReached" }
    | { kind: "userAgentClosed" }
    | { kind: "cancel" };

export interface CodeEnd {
    notAfter?: Instant;
    end: Instant;
}

export interface Context {
    isLaunched: boolean;
    isShutDown: boolean;
    partnerStatus?: PartnerStatus;
    platformAccount?: PlatformMappingID;
    knowsPlatformAccount: boolean;
    provider?: RememberedProvider;
    signedInProviders: Array<MVPDID>;
    requestedSignIns?: Array<MVPDID>;
    keptProfile?: Profile;
    catalogue?: ProviderCatalog;
    wishes: Array<Wish>;
    presented?: PresentationID;
    signedOut?: SignedOutMark;
    owedLogouts: Array<OwedLogout>;
    foundNobody: boolean;
    keptCode?: PersistedCode;
    resumesAttempt: boolean;
    codeWasGone?: boolean;
}

export interface Deciding {
    access: Access;
    pending: Array<PendingDecision>;
    permits: Array<AdobeDecision>;
    expiryTimer?: TimerID;
    look?: CallID;
    accountChanged: boolean;
    isUnconfirmed: boolean;
}

export type DecidingStep = "ready" | "partnerStatus" | "authorizing" | "mediaToken" | "temporaryAccess" | "confirming" | "preauthorizing" | "metadata";

export type Effect =
    | { kind: "call"; request: RequestID; call: Call }
    | { kind: "partner"; request: RequestID; partner: PartnerRequest }
    | { kind: "cancel"; request: RequestID }
    | { kind: "present"; presentation: PresentationID; what: Presentation }
    | { kind: "answer"; wish: WishID; answer: WishAnswer }
    | { kind: "arm"; timer: TimerID; purpose: TimerPurpose; at: Instant }
    | { kind: "disarm"; timer: TimerID }
    | { kind: "keep"; fact: PersistedValue }
    | { kind: "forget"; what: ForgetTarget };

export interface EndOfLife {
    isFound: boolean;
    probe?: CallID;
    excused: Array<RESTV1EndpointKind>;
    isUnknown?: boolean;
}

export type Endpoint =
    | { kind: "register" }
    | { kind: "token"; client: SecretRef }
    | { kind: "configuration" }
    | { kind: "profiles"; status?: PartnerStatus }
    | { kind: "profile"; mvpd: MVPDID; status?: PartnerStatus }
    | { kind: "profileForCode"; code: SecretRef }
    | { kind: "createSession"; mvpd?: MVPDID }
    | { kind: "resumeSession"; code: SecretRef; mvpd?: MVPDID }
    | { kind: "partnerSession"; status: PartnerStatus }
    | { kind: "createPartnerProfile"; saml: SecretRef; status: PartnerStatus }
    | { kind: "preauthorize"; mvpd: MVPDID; resources: Array<SecretRef>; status?: PartnerStatus }
    | { kind: "authorize"; mvpd: MVPDID; resource: SecretRef; status?: PartnerStatus; identity?: SecretRef }
    | { kind: "logout"; mvpd: MVPDID }
    | { kind: "restV1"; endpoint: RESTV1Endpoint };

export type ErrorAction = "none" | "configuration" | "applicationRegistration" | "authentication" | "authorization" | "retry";

/** 1 to 64 bytes of UTF-8, matching ^[a-z0-9_]*$. */
export type ErrorCode = string;

export interface FlowEvent {
    time: Instant;
    origin: FlowEventOrigin;
}

export type FlowEventOrigin =
    | { kind: "user"; user: UserEvent }
    | { kind: "app"; app: AppEvent }
    | { kind: "reply"; request: RequestID; reply: Reply }
    | { kind: "timer"; timer: TimerID };

export interface FlowModel {
    state: FlowState;
    calls: Calls;
    known: Context;
}

export interface FlowSettings {
    api: FlowSettingsAPI;
    serviceProvider: string;
    host: string;
    domainName: string;
    redirectURL: string;
    activationURL?: string;
    partner: FlowSettingsPartner;
    platform: FlowSettingsPlatform;
    hasUserAgent: boolean;
    hasPicker: boolean;
    temporaryAccess?: MVPDID;
    policy: Policy;
}

export type FlowSettingsAPI = "restV2" | "restV1";

export type FlowSettingsPartner = "apple" | "none";

export type FlowSettingsPlatform = "iOS" | "iPadOS" | "tvOS" | "visionOS" | "macOS" | "other";

export type FlowState =
    | { kind: "unregistered"; state: Unregistered }
    | { kind: "registered"; state: Registered }
    | { kind: "checking"; state: Checking }
    | { kind: "partnerAuth"; state: PartnerAuth }
    | { kind: "basicAuthFallback"; state: BasicAuthFallback }
    | { kind: "deciding"; state: Deciding }
    | { kind: "loggedOut"; state: LoggedOut };

export type ForgetTarget =
    | { kind: "secret"; secret: SecretRef }
    | { kind: "fact"; fact: PersistedValueKind };

export type HeaderLine = LogHeader & Seal;

/** A whole number from 0 to 9007199254740991. */
export type Instant = number;

/** A whole number from -9007199254740991 to 9007199254740991. */
export type Interval = number;

/** A whole number from -9007199254740991 to 9007199254740991. */
export type Jitter = number;

export interface LateProfile {
    ask: CallID;
    mvpd?: MVPDID;
}

export type Line =
    | HeaderLine
    | SnapshotLine
    | RecordLine;

export interface LogHeader {
    format: number;
    library: string;
    modelRevision: number;
    app: string;
    system?: string;
    support: string;
    previousSupport?: string;
    installation?: string;
    utcOffsetMinutes?: number;
    derivation?: string;
    settings: FlowSettings;
    names: Array<ResourceName>;
}

export interface LogRecord {
    number: number;
    by?: number;
    event: FlowEvent;
    rule: string;
    state: string;
    step: string;
    effects: Array<Effect>;
    digest: string;
}

export type LoggedOut =
    | { step: "metadata"; ask: CallID; providers: Array<OwedLogout>; actions: Array<Logout>; late?: LateProfile }
    | { step: "asking"; ask: CallID; providers: Array<OwedLogout>; actions: Array<Logout>; late?: LateProfile }
    | { step: "userAgent"; ask?: CallID; providers: Array<OwedLogout>; actions: Array<Logout>; late?: LateProfile }
    | { step: "settings"; ask?: CallID; providers: Array<OwedLogout>; actions: Array<Logout>; late?: LateProfile }
    | { step: "resting"; ask?: CallID; providers: Array<OwedLogout>; actions: Array<Logout>; late?: LateProfile };

export interface Logout {
    mvpd?: MVPDID;
    action: LogoutAction;
}

export type LogoutAction =
    | { kind: "logout"; link?: SecretRef }
    | { kind: "partnerLogout" }
    | { kind: "complete" }
    | { kind: "invalid" }
    | { kind: "unsupported" };

/** 1 to 128 bytes of UTF-8. */
export type MVPDID = string;

export interface MediaToken {
    ref: SecretRef;
    notAfter: Instant;
}

export interface NextNumbers {
    request: number;
    timer: number;
    presentation: number;
}

export interface OpenSession {
    code: SecretRef;
    notAfter?: Instant;
    link?: SecretRef;
    mvpd?: MVPDID;
    missing: Array<OpenSessionMissingParameter>;
    reason: OpenSessionReason;
}

export type OpenSessionMissingParameter = "mvpd" | "domainName" | "redirectUrl" | "other";

export type OpenSessionReason = "none" | "partnerStatusFallback" | "configurationFallback" | "missingParametersFallback" | "other";

/** 1 to 128 bytes of UTF-8. */
export type OwedLogout = string;

export interface PartnerAnswer {
    status: PartnerStatus;
    saml?: PartnerAnswerSAML;
    error?: PartnerError;
}

export interface PartnerAnswerSAML {
    ref: SecretRef;
    length: number;
}

export type PartnerAuth =
    | { step: "configuration"; ask: CallID; provider?: PlatformMappingID }
    | { step: "choosing"; ask: CallID; restarted: boolean }
    | { step: "session"; ask: CallID; provider: PlatformMappingID; mvpd?: MVPDID; restarted: boolean }
    | { step: "request"; ask: CallID; provider: PlatformMappingID; mvpd: MVPDID }
    | { step: "authenticating"; ask: CallID; provider: PlatformMappingID; mvpd?: MVPDID; restarted: boolean }
    | { step: "profile"; ask: CallID; provider: PlatformMappingID; mvpd?: MVPDID; restarted: boolean }
    | { step: "exchange"; ask: CallID; mvpd: MVPDID }
    | { step: "problem" };

export type PartnerError =
    | { kind: "unsupportedProvider"; provider?: PlatformMappingID }
    | { kind: "cancelled" }
    | { kind: "rejected" }
    | { kind: "notShown" }
    | { kind: "other"; code: number };

export type PartnerRequest =
    | { kind: "status"; prompt: boolean }
    | { kind: "choice"; configuration: SecretRef }
    | { kind: "authentication"; authenticationRequest: SecretRef; interruption: boolean };

export interface PartnerStatus {
    permission: Permission;
    provider?: PlatformMappingID;
    expiry?: Instant;
}

export interface PendingCall {
    ask: CallID;
    question: PendingCallQuestion;
    isUnsent: boolean;
    attempt: number;
    replayed: boolean;
    isRestored?: boolean;
    isLast: boolean;
    sentWith?: SecretRef;
    isOutdated: boolean;
    batch?: Batch;
    codeEnd?: CodeEnd;
    stage: PendingCallStage;
}

export type PendingCallQuestion =
    | { kind: "adobe"; endpoint: Endpoint }
    | { kind: "poll"; endpoint: Endpoint }
    | { kind: "partner"; partner: PartnerRequest };

export type PendingCallStage =
    | { kind: "queued" }
    | { kind: "backingOff"; timer: TimerID }
    | { kind: "failing"; timer: TimerID }
    | { kind: "doubted"; failure: CallFailure }
    | { kind: "sent"; request: RequestID; due?: Instant };

export interface PendingDecision {
    wish: WishID;
    step: DecidingStep;
    ask: CallID;
    refusedStatus: boolean;
    denial?: AdobeError;
}

export type Permission = "notDetermined" | "restricted" | "denied" | "granted";

export interface PersistedCode {
    code: SecretRef;
    notAfter: Instant;
    mvpd?: MVPDID;
}

export interface PersistedState {
    client?: SecretRef;
    token?: AccessToken;
    provider?: RememberedProvider;
    profile?: Profile;
    code?: PersistedCode;
    signedOut?: SignedOutMark;
    owedLogouts: Array<OwedLogout>;
    first: NextNumbers;
    jitter?: Jitter;
}

export type PersistedValue =
    | { kind: "client"; client: SecretRef }
    | { kind: "token"; token: AccessToken }
    | { kind: "provider"; provider: RememberedProvider }
    | { kind: "profile"; profile: Profile }
    | { kind: "code"; code: PersistedCode }
    | { kind: "signedOut"; mark: SignedOutMark }
    | { kind: "owedLogouts"; mvpds: Array<OwedLogout> };

export type PersistedValueKind = "client" | "token" | "provider" | "profile" | "code" | "signedOut" | "owedLogouts";

/** 1 to 128 bytes of UTF-8. */
export type PlatformMappingID = string;

export type PlayAccess =
    | { kind: "signedIn" }
    | { kind: "ifSignedIn" }
    | { kind: "temporary"; identity?: SecretRef };

export interface Policy {
    profileChoice: PolicyProfileChoice;
    promptsInCheck: boolean;
    interruptsInExchange: boolean;
    acceptsStatusWithoutExpiry: boolean;
    statusWithoutExpiry?: PolicyStatusWithoutExpiry;
    opensOwnPickerAfterCancel: boolean;
    pollInterval: Interval;
    longestPollInterval?: Interval;
    userAgentGrace?: Interval;
    sessionLifetime?: Interval;
    tokenMargin: Interval;
    configurationAge: Interval;
    requestTimeout: Interval;
    attempts: number;
    retryDelay: Interval;
    throttleHold: Interval;
    allowanceBurst: number;
    allowanceInterval: Interval;
    breakerThreshold: number;
    breakerPause: Interval;
    reusesStatusInChoice: boolean;
    signsOutEverywhere: boolean;
    signsOutInUserAgent: boolean;
    showsCodeWithUserAgent?: boolean;
    recognizesEndOfLife?: boolean;
}

export type PolicyProfileChoice = "ask" | "first" | "longest";

export type PolicyStatusWithoutExpiry = "never" | "untilRefused" | "always";

export type Presentation =
    | { kind: "nothing" }
    | { kind: "providerPicker"; configuration: SecretRef }
    | { kind: "providerConfirmation"; mvpd: MVPDID }
    | { kind: "profilePicker"; profiles: Array<Profile> }
    | { kind: "userAgent"; link: SecretRef }
    | { kind: "code"; code: SecretRef; notAfter?: Instant; isSlow?: boolean }
    | { kind: "codeExpired" }
    | { kind: "signOutUserAgent"; link: SecretRef }
    | { kind: "legacySignOut" }
    | { kind: "signOutInSettings" }
    | { kind: "problem"; problem: Problem };

/** A whole number from 0 to 9007199254740991. */
export type PresentationID = number;

export interface Problem {
    reason: ProblemReason;
    error?: AdobeError;
    status?: number;
    ways: Array<ProblemOption>;
}

export type ProblemOption = "retry" | "otherProvider" | "cancel";

export type ProblemReason = "registration" | "setup" | "unreachable" | "service" | "throttled" | "noProviders" | "provider" | "vault" | "partnerStatus" | "authentication" | "apiEnded";

export interface Profile {
    mvpd: MVPDID;
    type: ProfileType;
    notAfter: Instant;
    attributes?: SecretRef;
}

/** 1 to 64 bytes of UTF-8, matching ^[A-Za-z0-9_-]*$. */
export type ProfileType = string;

export interface ProviderCatalog {
    freshUntil: Instant;
    ref: SecretRef;
    digest: string;
    configuration: AdobeConfiguration;
}

export type RESTV1Endpoint =
    | { kind: "checkAuthentication" }
    | { kind: "configuration" }
    | { kind: "profileRequest"; mvpd: MVPDID; configuration: SecretRef }
    | { kind: "exchange"; mvpd: MVPDID; saml: SecretRef }
    | { kind: "authenticationToken" }
    | { kind: "createCode"; mvpd?: MVPDID }
    | { kind: "authorize"; resource: SecretRef; identity?: SecretRef }
    | { kind: "mediaToken"; resource: SecretRef }
    | { kind: "preauthorize"; resources: Array<SecretRef> }
    | { kind: "userMetadata" }
    | { kind: "logout" }
    | { kind: "freePreview"; mvpd: MVPDID; identity?: SecretRef };

export type RESTV1EndpointKind = "checkAuthentication" | "configuration" | "profileRequest" | "exchange" | "authenticationToken" | "createCode" | "authorize" | "mediaToken" | "preauthorize" | "userMetadata" | "logout" | "freePreview";

export type RecordLine = LogRecord & Seal;

export interface Refusal {
    reason: RefusalReason;
    error?: AdobeError;
    status?: number;
    ways: Array<ProblemOption>;
}

export type RefusalReason = "notSignedIn" | "cancelled" | "signedOut" | "temporaryAccess" | "tooManyWishes" | "service" | "noDecision" | "unreachable" | "registration" | "setup" | "authentication" | "apiEnded";

export interface Registered {
    step: RegisteredStep;
    problem?: Problem;
}

export type RegisteredStep = "resting";

export interface RememberedProvider {
    mvpd: MVPDID;
    mapping?: PlatformMappingID;
}

export interface Reply {
    result: ReplyResult;
    serverTime?: Instant;
    retryAfter?: Interval;
    trace?: AnswerTrace;
}

export type ReplyResult =
    | { kind: "registered"; client: SecretRef }
    | { kind: "token"; token: AccessToken }
    | { kind: "configuration"; configuration: AdobeConfiguration }
    | { kind: "profiles"; profiles: Array<Profile> }
    | { kind: "session"; session: AdobeSession }
    | { kind: "decisions"; decisions: Array<AdobeDecision> }
    | { kind: "logouts"; logouts: Array<Logout> }
    | { kind: "partner"; partner: PartnerAnswer }
    | { kind: "authentication"; word?: ServerAuthorization }
    | { kind: "partnerRequest"; request: SecretRef }
    | { kind: "userMetadata"; metadata: ViewerMetadata }
    | { kind: "done" }
    | { kind: "failed"; failure: CallFailure };

/** A whole number from 0 to 9007199254740991. */
export type RequestID = number;

export interface ResourceName {
    ref: SecretRef;
    name: string;
}

export interface Seal {
    crc: string;
}

export type SecretRef = `${"client" | "token" | "code" | "link" | "request" | "saml" | "media" | "attributes" | "configuration" | "text" | "resource" | "identity"}#${number}`;

export interface ServerAuthorization {
    reason: ServerAuthorizationReason;
    mvpd?: MVPDID;
    notAfter?: Instant;
}

export type ServerAuthorizationReason = "authenticated" | "authenticatedSSO" | "degraded" | "temporary" | "legacyToken" | "other";

export interface SignedOutMark {
    provider?: PlatformMappingID;
    isAccountUnknown?: boolean;
    owesSettings?: boolean;
}

export interface Snapshot {
    snapshot: SnapshotContent;
}

export type SnapshotCause = "folder" | "alreadyOpen" | "writing" | "syncing";

export interface SnapshotContent {
    number: number;
    reason: SnapshotReason;
    follows: string;
    digest: string;
    model: FlowModel;
}

export type SnapshotLine = Snapshot & Seal;

export type SnapshotReason =
    | { kind: "rotation" }
    | { kind: "gap"; from: number; cause: SnapshotCause };

/** A whole number from 0 to 9007199254740991. */
export type TimerID = number;

export type TimerPurpose = "tokenRefresh" | "timeout" | "retry" | "hold" | "poll" | "codeExpiry" | "profileExpiry";

/** 1 to 64 bytes of UTF-8, matching ^[A-Za-z0-9-]*$. */
export type TraceID = string;

export interface Unregistered {
    step: UnregisteredStep;
    problem?: Problem;
}

export type UnregisteredStep = "waiting" | "registering" | "gettingToken" | "refused";

export type UserEvent =
    | { kind: "start"; wish: WishID }
    | { kind: "otherProvider"; wish: WishID }
    | { kind: "play"; wish: WishID; resource: SecretRef; under: PlayAccess }
    | { kind: "preview"; wish: WishID; resources: Array<SecretRef> }
    | { kind: "userMetadata"; wish: WishID }
    | { kind: "signOut"; wish: WishID }
    | { kind: "cancel"; wish: WishID }
    | { kind: "chose"; presentation: PresentationID; choice: Choice };

export interface ViewerMetadata {
    attributes?: SecretRef;
    isFromPartner: boolean;
}

export interface Wish {
    id: WishID;
    kind: WishKind;
    returned: WishReturn;
    isStatusRefused: boolean;
}

export type WishAnswer =
    | { kind: "permitted"; resource: SecretRef; media: MediaToken; source: AdobeDecisionSource; attributes?: SecretRef }
    | { kind: "denied"; resource: SecretRef; error: AdobeError }
    | { kind: "previewed"; decisions: Array<AdobeDecision> }
    | { kind: "signedIn"; access: Access }
    | { kind: "signedOut"; owed: boolean; settings?: boolean }
    | { kind: "userMetadata"; attributes: SecretRef }
    | { kind: "refused"; refusal: Refusal }
    | { kind: "dropped" };

/** A whole number from 0 to 9007199254740991. */
export type WishID = number;

export type WishKind =
    | { kind: "signIn" }
    | { kind: "otherProvider" }
    | { kind: "play"; resource: SecretRef; under: PlayAccess }
    | { kind: "preview"; resources: Array<SecretRef> }
    | { kind: "userMetadata" }
    | { kind: "signOut" };

export type WishReturn = "no" | "toCheck" | "toSignIn";
