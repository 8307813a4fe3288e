extension Term {
    /// One term per line: section, words, meaning, names in code, names in the log. Written by the tests with `SPECS_RECORD=1`.
    static let text = #"""
        The machine|reducer|the pure function that decides about one event|FlowReducer|
        The machine|engine|a reducer at work on one model, which it changes in place|FlowEngine|
        The machine|model|everything the machine knows after an event: state, calls and context|FlowModel|model in a snapshot
        The machine|state|one of the seven, with exactly what is known in it|FlowState|state
        The machine|step|what a state waits for|Checking.Step, …|step
        The machine|phase|a letter of the cookbook: A registration, B check, C partner authentication, D decisions, E logout, F basic authentication|RESTV2.PhaseB, RESTV1.PhaseB, …|
        The machine|calls|the requests without a reply, with tokens, retries, holds and time-outs|Calls|calls
        The machine|pending call|one call to Adobe or one question to the partner framework that has no outcome yet|PendingCall|asked
        The machine|context|the facts that are known in every state|Context|known
        The machine|provider catalog|the providers of the last configuration, while it is fresh|ProviderCatalog|catalogue
        The machine|outcome of a call|the one final result that calls gives the state that asked|Delivery.outcome|
        The machine|outcome of an event|whether the machine moved, stayed, ignored the event, or found it stale|Transition.Outcome|
        The machine|rule|the id of the row in Specs that decided|Rule|rule
        The machine|digest|64 bits that tell one model from others|FlowModel.digest|digest
        Input and output|event|something that happened, with its time: from the user, the app, a reply or a timer|FlowEvent|event
        Input and output|wish|something that the app or the viewer asks this library for: sign in, play, preview, metadata, sign out; it gets exactly one answer|Wish, WishID|wish
        Input and output|sign in|the viewer asks to be signed in now|UserEvent.signIn|start
        Input and output|answer|the one result of a wish: permitted, denied, signed in, refused, dropped and so on|Answer|answer
        Input and output|request|one call to Adobe, or one question to the partner framework, with its number|RequestID|request; ask in a state
        Input and output|reply|what an interpreter reports about one request|Reply|reply
        Input and output|presentation|a screen that the app is asked to show to the viewer|Presentation|present
        Input and output|effect|an instruction of the machine to the app's runtime: call, present, answer, arm a timer, keep, forget|Effect|effects
        Input and output|interpreter|the code that executes effects and sends replies|Interpreters|
        Input and output|arm;disarm|to start a timer, and to stop it before it fires|Effect.arm, Effect.disarm|arm, disarm
        Input and output|keep;forget|to save a fact or a secret in the vault, and to remove it|Effect.keep, Effect.forget|keep, forget
        Input and output|resting|no request is under way: the flow waits for a wish or for the app|Registered.Step|resting
        Input and output|hosts|where Adobe's three APIs are in one of its environments|AdobeHosts|
        Input and output|reference|the name of a secret that stays outside the machine|SecretRef|kind#number
        The viewer|service provider|the company whose app it is, by Adobe's id, such as REF30|FlowSettings.serviceProvider|serviceProvider
        The viewer|client;client credentials|the id and secret that Adobe gave this device at registration|SecretRef|client#1
        The viewer|token;access token|Adobe's permission for the requests of this device, for some hours|AccessToken|token#1
        The viewer|configuration|the list of providers that Adobe offers this service provider on this platform|Configuration|configuration#1
        The viewer|resource|what is played or previewed, such as a channel; its name is not in the log|ResourceName|resource#1
        The viewer|MVPD|a TV provider, by Adobe's id|MVPDID|mvpd
        The viewer|provider|a TV provider, by the partner framework's id|PlatformMappingID|provider, mapping
        The viewer|profile|a viewer signed in with one MVPD, as Adobe says|Profile|profile
        The viewer|access|the permission to request decisions: a profile or a server authorization|Access|access
        The viewer|server authorization|Adobe's permission to ask for decisions although no profile is at hand|ServerAuthorization|serverWord
        The viewer|decision|permit or deny for one resource|Decision|decisions
        The viewer|media token|the proof of one permit, for one playback|MediaToken|media
        The viewer|profile type|how the viewer signed in: regular in a browser, appleSSO by Apple's single sign-on, degraded or temporary|ProfileType|type
        The viewer|partner SSO;Apple SSO|single sign-on through Apple's account for TV providers|FlowSettings.partner|sso
        The viewer|boarding status|how far a provider takes part in Apple's single sign-on: supported, or picker alone|Configuration|boarding
        The viewer|partner status|permission, provider and expiry as the partner framework reports them|PartnerStatus|status
        The viewer|usable status|a partner status that Adobe accepts now: granted, with a provider, not expired|UsableStatus|
        The viewer|owed logout;owed sign-out;pending sign-out|a sign-out that has not been sent to Adobe yet; it is sent at the next opportunity, also after a restart|OwedLogout, Context.owedLogouts|owedLogouts; "*" for the device, where the MVPD is not known
        The viewer|late profile|a sign-in whose answer arrives after the sign-out|LateProfile|late
        Signing in|partner framework|Apple's VideoSubscriberAccount, which knows the account in the device's settings|PartnerFramework|partner
        Signing in|silent|of a question to the partner framework: Apple may not show any screen|PartnerRequest.status|prompt: false
        Signing in|may ask permission|Apple may ask the viewer whether the app may see the TV provider|PartnerRequest.status|prompt: true
        Signing in|may interrupt|Apple may show its own screens: the provider picker or the sign-in|PartnerRequest.choice|choice
        Signing in|picker|a list of providers to choose from: Apple's own, or the app's where Apple's is not possible|Presentation.providerPicker|providerPicker
        Signing in|code|a short text that the viewer types on a second screen to sign in|OpenSession|code#1
        Signing in|second screen|a phone or a computer on which the viewer signs in for the TV|RESTV2.PhaseF|
        Signing in|user agent|a browser in which the viewer signs in or out on the device itself|Presentation.userAgent|userAgent
        Signing in|poll|a request that asks Adobe again and again whether the viewer has signed in with the code||profileForCode
        Signing in|exchange|the request that turns Apple's SAML response into a profile|Exchange|createPartnerProfile
        Signing in|saml response|the proof of a sign-in that the provider gives to Apple and Adobe exchanges for a profile|SecretRef|saml#1
        Signing in|attempt|one run through the sign-in phases, for one or more wishes||
        Signing in|temporary access;TempPass|access to some resources for some time without a sign-in|UserEvent.play|temporary
        Signing in|degradation|a provider has an outage, and Adobe lets its viewers in without it|ServerAuthorization.degraded|degraded
        Signing in|preview|a request whether several resources could be played, without a permit to play them|UserEvent.preview|preview
        Trouble|option;remedy|an option that a refusal or a problem offers to the viewer: retry, another provider, a new code|Problem.Option|ways
        Trouble|problem|a failure that the app shows to the viewer, with options|Problem|problem
        Trouble|refused|the answer to a wish that failed, with a reason and options; "denied" is Adobe's decision against one resource|Refusal|refused
        Trouble|dropped|the answer to a wish that the app gave up|Answer.dropped|dropped
        Trouble|hold;held|no request is sent for a while: Adobe answered 429, too many calls failed in a row, or the app's allowance is spent|Calls|hold, held
        Trouble|allowance|how many requests of the app may be sent at once before they must wait: allowanceBurst, and one more every allowanceInterval|Policy|allowance
        Trouble|policy|the app's choices where Adobe's documents leave one: intervals, attempts, which profile is taken|Policy|policy
        Trouble|stale|of an event: it answers something that is not outstanding any more, and changes nothing (marked with ~)|Transition.Outcome|
        Trouble|ignored|of an event: it changes nothing in this state|Transition.Outcome|
        Trouble|error code|Adobe's name for the reason of an error, such as authorization_denied_by_mvpd|ErrorCode|code
        Trouble|trace id|Adobe's id of one request; Adobe's support finds the request by it|AdobeError|trace
        Trouble|support id|the id of one launch's log, made anew at each launch; a viewer reads it to the app's support|Flow.supportID|support
        Trouble|clock ahead|the device's clock shows a later time than Adobe's||serverTime beside time
        What the tool prints|log|the segments of one or more launches, or one file of them|EventLog|
        What the tool prints|launch|the time from one start of the app's process to its end; also the event with which it begins|AppEvent.launched|launched
        What the tool prints|record|one line of a log: an event, the rule, the state after it, and the effects|Record|one line
        What the tool prints|observed|written in the log||
        What the tool prints|inferred|concluded by the tool; its text begins with "Probably"||
        What the tool prints|damaged|of a line: its checksum does not match, because the line or the one before it was changed or lost|LogFailure|crc
        What the tool prints|gap|events that are missing in the log, because the disk failed while they happened|Snapshot|gap
        What the tool prints|differs;divergence|this build decides an event in another way than the log says|Divergence|
        What the tool prints|verified|this build decides every event as recorded|Replay|
        What the tool prints|transition|a step, an event, a rule and the step that follows|Transition|
        What the tool prints|taken|of a rule or a transition: at least one event in the logs was decided by it||
        What the tool prints|covered rule|a rule that decides nothing alone: it can apply only where a rule that it is covered with decides||
        What the tool prints|alphabet|the kinds of events that flow-trace check tries in every order|Alphabet|
        What outlasts a launch|persisted state|the contents of the vault when a process starts|PersistedState|kept
        What outlasts a launch|persisted value|one fact that the vault keeps|PersistedValue|keep, fact
        What outlasts a launch|forget target|one fact or secret that the vault removes|ForgetTarget|forget
        What outlasts a launch|vault|the storage of secrets and facts that outlast a launch: keychain items or a folder|FlowVault|
        What outlasts a launch|segment|one file of a log: a header, then records; a launch has one or more|Recorder|one file
        What outlasts a launch|snapshot|the complete model, at the beginning of a segment that does not begin with a launch|Snapshot|snapshot
        """#
}
