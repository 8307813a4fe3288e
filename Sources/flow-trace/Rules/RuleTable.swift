extension RuleWords {
    /// One rule per line: its id, the rules that cover it, when, and then. Written by the tests with `SPECS_RECORD=1`.
    static let text = #"""
        V2-P-07|V2-X-16|the app comes to the foreground|permission may be checked or requested then, or at any time before a sign-in needs it
        V2-A-01||credentials and an unexpired token are kept|registration is skipped
        V2-A-02||there are no credentials|`POST /o/client/register` with the software statement
        V2-A-03||registration succeeded|client id, client secret and grant types are kept permanently
        V2-A-05||registration is refused with 400|the flow stops and reports it; it never loops: only the viewer's own request or the next launch sends the same again. A return to the foreground repeats a request for credentials or a token only if its failure can pass: no answer, an unreadable one, 429, 5xx, the action `retry`
        V2-A-06|V2-A-03,V2-A-08|there are credentials and no valid token|`POST /o/client/token` with client id, client secret and grant type
        V2-A-07||a token arrived|it is kept until it expires and sent with every call; never one token per request
        V2-A-08||the token has expired or is about to expire; at launch, by the device's clock|a new one is requested with the kept credentials; no new registration
        V2-A-09||a token request is refused with 400|`invalid_client`: register again, then request a token; any other error stops the flow
        V2-A-11||the token will expire within the margin|the next one is requested before that, so that no call gets a 401
        V2-A-12|V2-A-08,V2-X-08|several calls need a token at once|one token request serves them all
        V2-A-13|V2-X-13|a request for credentials or a token has failed in all its attempts, and something needs a token again|it is sent again with one attempt, until one succeeds or the viewer acts, and never within half a second of the failure: the two or three attempts count for the failing request, not for each call that waits for it
        V2-B-01||the phase starts|the partner framework is asked for permission and, if it is granted, for provider and expiry
        V2-B-04||permission is denied, restricted or not determined|the profiles are requested without a partner status, also if an earlier check had one; the flow does not go straight to basic authentication
        V2-B-05||permission is granted, with a provider, and the expiry is in the future or missing|the partner status is valid
        V2-B-06||permission is granted, with a provider, and the expiry has passed|the status is neither sent nor remembered. Until Adobe's clock is known, the device's decides; if Adobe's answer shows that only a wrong device clock took the status for expired, Adobe is asked once more, with the status (V2-B-05)
        V2-B-07||permission is granted, without a provider|no viewer is signed in at the platform: the profiles are requested without a status
        V2-B-08|V2-B-05|the status is valid|it is sent with the profiles request; only then can Adobe answer with an `appleSSO` profile
        V2-B-09||there are profiles|one is chosen, by policy or by the viewer, and decisions can be requested. Temporary profiles belong to no viewer and are left out. If the viewer is to choose, a silent check takes the sign-in that this device remembers; without one it chooses nobody and rests, playing and metadata are refused as not signed in, and the next request that may ask shows the choice
        V2-B-10||there is no profile|phase C follows
        V2-B-11|V2-B-13|profiles are requested|by `GET profiles` or `GET profiles/{mvpd}`; never by `POST profiles/sso`, which belongs to C.3
        V2-B-13||a provider is remembered|`GET profiles/{mvpd}`; otherwise `GET profiles`; for a pending code, `GET profiles/code/{code}`: one request each
        V2-B-14||the profiles call fails|that does not mean "no profile": it is handled as a failure, and phase C does not start unless the error's action is `authentication`; a silent check puts the reason into `flow.status`
        V2-B-16||a profile has expired|Adobe no longer returns it: B runs again, also before a request under it, and the kept profile is forgotten if Adobe does not return it
        V2-B-18|V2-B-10|the viewer asks to sign in, the last check of this foreground period found no profile, and nothing has been shown since|the flow continues with phase C without asking again. After a failed check, a code, a picker or any other screen B runs, because the viewer may have finished elsewhere
        V2-B-17|V2-B-13|there is no valid status but a remembered provider|`GET profiles/{mvpd}` without the header can still find regular, degraded and temporary profiles
        V2-C-01|V2-B-10|phase C starts|`GET configuration`
        V2-C-02||the configuration arrived|its list of MVPDs is used in the following steps; next the partner framework is asked, without a timeout for the viewer's choice
        V2-C-04a||a fresh configuration is available|the call is skipped; a configuration is requested only if the viewer must choose a provider
        V2-C-07|V2-C-02,V2-C-04a|the viewer is choosing or signing in|the flow waits: a viewer's action has no timeout
        V2-C-08||permission is denied, restricted or not determined|basic authentication, with the app's own picker
        V2-C-09||permission is granted, with a provider that maps to an MVPD, and the expiry is in the future or missing|`POST sessions/sso`. A silent attempt sends it without a configuration: the cookbook's C.1 and C.3 want one first and an interruption "allowed", for a viewer who chooses; the overview says "silently authenticated", and the checklist wants a configuration only for a choice. `enablePlatformServices` is then Adobe's to apply: it answers with a fallback
        V2-C-10||permission is granted, with a provider, and the expiry has passed|the status is not valid: basic authentication, with its MVPD preselected
        V2-C-11||permission is granted, with a provider that no MVPD maps to|the status is treated as invalid: basic authentication, with the app's own picker
        V2-C-12||error 1, naming an unsupported provider that maps to an MVPD|basic authentication with that MVPD preselected; the viewer is not asked twice
        V2-C-13||error 1 without such a provider ("other providers")|basic authentication, with the app's own picker
        V2-C-14||another error, or neither provider nor error (the picker was closed)|basic authentication, with the app's own picker
        V2-C-15|V2-C-09|the status is valid|`POST sessions/sso/{partner}` with `domainName`, `redirectUrl` and the status; always with both parameters, so that a fallback can be used unchanged
        V2-C-16||Adobe refuses that call, or sends an answer that this build does not know|no session is available for a fallback: basic authentication creates its own
        V2-C-17||the answer is `authorize`|a profile exists: decisions can be requested without a sign-in. The answer may leave out `mvpd`: the provider is then the framework's, by the configuration's mapping or by the last sign-in; if neither knows it, basic authentication follows, and a silent attempt rests
        V2-C-18||the answer is `authenticate`|Adobe declined partner single sign-on: basic authentication with the link and code of this answer
        V2-C-19||the answer is `resume`|a parameter is missing: basic authentication resumes the session with this code
        V2-C-20||the answer is `partner_profile` with a SAML request|C.3 follows
        V2-C-24||permission is no longer granted|basic authentication
        V2-C-25||a SAML response arrived, but the status with it has no provider or a past expiry|it is not sent: basic authentication
        V2-C-26||there is no SAML response, an empty one, an error, or a second change of the provider|basic authentication; if it keeps happening, provider and Apple must investigate
        V2-C-27||the SAML response is from another provider than the session's|it is discarded and C.2 starts again, once
        V2-C-28||permission is granted, with the requested provider, no past expiry, and a SAML response that is not empty|`POST profiles/sso/{partner}` with the SAML response and the current status
        V2-C-30||an `appleSSO` profile arrived|it is kept, and decisions can be requested
        V2-C-31||a `degraded` profile arrived|decisions can be requested; a partner status is no longer needed
        V2-C-32||other profiles arrived, or none|Adobe did not accept the partner's response: a profile is used unless it is temporary (V2-T-02); without one, basic authentication follows
        V2-C-33||Adobe refuses that call|basic authentication; with the same provider, unless the error is about the provider or the status
        V2-C-34|V2-B-13|the profile must be checked again|through the profiles endpoints, never through `profiles/sso`
        V2-F-01|V2-F-02,V2-F-04,V2-F-06,V2-F-07|basic authentication starts|a device with user agent and picker signs in on its own screen; one with only a picker shows a code for the chosen provider; one with neither shows a code, and the second screen chooses; so does one with only a user agent, because V2-F-07 requires the code
        V2-F-02||there is no session yet|`POST sessions`, with provider, domain and redirect URL together if the provider is known
        V2-F-03||the answer is `authorize`|decisions can be requested; the viewer is not interrupted. If the answer leaves out `mvpd`, the provider is the one that was chosen or used last; if there is none, the viewer picks one, or sees a problem where the app has no picker
        V2-F-04||the answer is `authenticate`, and the device has a user agent|the link is opened in it
        V2-F-05||the user agent reached the redirect URL|only now is the profile requested. Polling continues for 15 s (a policy); then the attempt ends as V2-F-22 does, because a page redirects after a failed sign-in, too, and any program can open the URL
        V2-F-06||the answer is `authenticate`, and the sign-in happens on a second screen|the code is shown and polling starts immediately
        V2-F-07||the answer is `resume`|the code is shown, and the second screen supplies the missing parameters
        V2-F-09||the answer is `resume` and the missing parameters are known here|`POST sessions/{code}` with them
        V2-F-11|V2-F-13|resuming on the second screen answers `authorize`|the second screen reports it, and this device finds the profile by polling
        V2-F-12||the poll timer fired|`GET profiles/code/{code}`; 3 to 5 s after the last answer, or later, never sooner
        V2-F-13||a poll finds a profile that is not temporary (V2-T-02)|polling stops, the profile is kept, decisions can be requested
        V2-F-14||a poll finds no profile|the next poll is due one interval later
        V2-F-15||the code has expired, by its `notAfter` or, if Adobe gave none, by the policy `sessionLifetime`; or Adobe no longer knows the session|polling stops immediately, also on waking and for a poll that waits for a token; if one check of the profiles finds no new one (V2-F-24), the viewer may request a new code
        V2-F-16||the viewer requests a new code|polling for the old code stops immediately, and a new session is created
        V2-F-17|V2-F-13|the profile was found|MVPD, attributes and expiry are kept
        V2-F-18|V2-C-12|the provider is preselected (V2-C-12)|the session is created for it and no picker is shown
        V2-F-19|V2-C-18,V2-C-19|`sessions/sso` answered with a code|that session is used, and no second one is created
        V2-F-20||the app's own picker is needed|it is shown without temporary providers; id, name and logo of the choice are kept
        V2-F-21||a provider is remembered, its profile has expired, and nothing has been shown to the viewer yet|the viewer is asked to confirm it instead of choosing again; that needs no configuration
        V2-F-22||the user agent was closed before it reached the redirect URL|the profile is checked once, since the sign-in may have succeeded; then the flow rests
        V2-F-24||the code has expired, and the profiles are requested once|a new profile is a sign-in that no poll reported: decisions can be requested. The request has no partner status: phase B has already asked with it, and only the sign-in with the code is looked for. A profile of the kept provider is not new, even if it expires later than before: Adobe may extend a profile without a sign-in
        V2-F-25|V2-X-10,V2-X-13|several polls in a row are answered with 429 or 5xx|each answer doubles the wait before the next poll, up to the policy's maximum, minus a random part so that devices do not poll at the same time; from the second on, the screen shows that the service is slow, until it recovers
        V2-D-01|V2-D-02,V2-D-06,V2-D-10|the profile is of type `appleSSO`|a valid partner status is obtained before each decision and sent with it; other types skip both steps
        V2-D-02||a status is needed|the partner framework is asked silently, or a status that is still valid is reused
        V2-D-03||the status arrived|it is valid if it is granted, names the profile's own provider and has an expiry in the future. For a status without an expiry the texts differ: in phase D the newest says "the expiration date is valid", the German and Chinese ones say "(if available)". A policy decides; by default Adobe is asked with it, and only its refusal leads to another sign-in
        V2-D-04||the status is no longer valid, names another provider, or has no expiry and Adobe refused that or the policy forbids it|no decision is sent with it; B runs again, once; then phase C asks the viewer, and if that brings no expiry either, basic authentication follows; a preview asks no viewer and is refused without `retry`
        V2-D-05||Adobe refuses the status (`invalid_header_pfs_*`)|it is forgotten and requested again; if the new one is valid and has an expiry, the decision is sent once more, otherwise B runs
        V2-D-06||the app asks in advance what could be played|`POST decisions/preauthorize/{mvpd}` with the resources
        V2-D-07||resources are named|one for an authorization. For a preauthorization the FAQ says "usually up to 5", and the number is agreed with each provider: all are sent in one request, and if Adobe reports too many, five at a time, then half as many; later previews with that provider begin with the number that Adobe accepted. Every part counts toward the allowance (V2-X-18)
        V2-D-08||a preauthorization arrived|it only informs: permits have no media token, denials have a reason
        V2-D-09||permits of a preauthorization are available|another preview is answered from them; they stay in memory and never justify a playback
        V2-D-10||a resource is to be played|`POST decisions/authorize/{mvpd}`, whatever a preauthorization said
        V2-D-11||Adobe permits the playback with a media token that has not expired by Adobe's clock, and no other decision in the answer denies the resource|the media token is delivered to the app, which has it verified and starts the stream
        V2-D-13||Adobe denies the resource (action `none`, status 403), as the whole answer or in the decision|the app shows the reason; no retry and no sign-out
        V2-D-14||Adobe requires a sign-in (action `authentication`)|B, then C or F
        V2-D-15||Adobe allows a retry (action `retry`)|two or three attempts in all, and only for the affected resources
        V2-D-18||the app requests the viewer's metadata, which an authorization may have changed|the profiles are requested again; with the partner status only if the profile came from the partner framework and the status names its provider, because Adobe refuses any other. Equal requests share one call. If Adobe finds none, B checks the access, unless it is degraded access, which needs none
        V2-E-02||the viewer signs out|`GET logout/{mvpd}` with the redirect URL, also for a sign-in that Adobe was asked for and whose answer was lost or is awaited, since it may have happened; the sign-out is answered when Adobe has answered each of them, or as owed
        V2-E-03|V2-E-04,V2-E-05,V2-E-06|Adobe names several removed profiles|the action of each is performed
        V2-E-04||the action is `logout`|its link is opened in the user agent, before any visit to Settings, and the redirect URL ends it. Nothing else depends on how the page ends: reached, closed or ended by a forged callback; a device without a user agent is already done
        V2-E-05||the action is `partner_logout`|the viewer is asked, once for all providers, to sign out in the system's settings, which no app can do; the sign-out is answered without waiting for that visit. The visit is over when the viewer says so, and when the partner framework reports that there is no account or that the permission was revoked, but not when it reports an error
        V2-E-06||the action is `complete` or `invalid`|the sign-out of that provider is complete
        V2-E-07||that call fails|the viewer is signed out here nevertheless, and the logout is sent again as soon as possible: when a viewer wants to sign in, when the viewer signs out again, when another account is on the device, and at the next launch; Adobe's answer settles it, and so does an error that Adobe would repeat (V2-X-14), but not a lost connection or a 5xx
        V2-E-08|V2-E-05|the profile came from the platform|the platform's sign-in remains until the viewer ends it or revokes the app's permission
        V2-E-09||the viewer signed out|profile, decisions and partner status are forgotten, credentials and device identifier remain; neither B nor C starts by itself, because the platform would sign the same viewer in again, until the viewer asks or the partner framework names another account than the one at the sign-out. Only its word that there is no account makes the next one another account: an error and a missing permission say nothing. If the account was not known at the sign-out, the first that is named is that account. If the viewer has changed the account in Settings meanwhile, the new account may be used: a prompt to sign out there would be pointless
        V2-E-11||a viewer wants to sign in, or to play except under temporary access, while a logout is owed to Adobe|the logout is sent first, because Adobe would still report the viewer who left; if it fails, the wish is refused with the reason and may be retried
        V2-E-12||a logout is owed for the whole device from the legacy API, and REST API V2 is now used|it is settled: REST API V2 signs out one provider, and has no profile of a sign-in by the legacy API
        V2-E-13|V2-A-01,V2-A-02,V2-A-08|a launch finds an owed logout, a profile of that provider and no mark of the sign-out: a viewer has signed in since|the new sign-in settles it; otherwise the new viewer would be signed out
        V2-E-14||Adobe answers an owed logout while no viewer waits, and asks for a page or for a visit to Settings|nothing interrupts; the visit is remembered across launches, the page while the app runs, and both are shown when a viewer next wants to sign in or to play, or signs out again, unless the partner framework has reported meanwhile that there is no account
        V2-G-01|V2-C-17,V2-F-03|every viewer is admitted (AuthNAll) and there is no profile|`sessions` and `sessions/sso` answer `authorize` with reason `degraded`; nothing else is needed
        V2-G-02|V2-B-09,V2-F-13|every viewer is admitted|the profiles of one MVPD or one code are of type `degraded`, issued by Adobe; requesting them is optional
        V2-G-03|V2-D-11|every resource is permitted (AuthNAll, AuthZAll)|decisions permit, with source `degradation` and a media token
        V2-G-04|V2-D-13|no resource is permitted (AuthZNone)|decisions deny with `authorization_denied_by_degradation_rule`, and a retry does not help
        V2-G-06|V2-E-06|a viewer with a degraded profile signs out|the answer is `complete`
        V2-T-01||a resource is to be played under temporary access|no sign-in: it is authorized under the temporary MVPD immediately
        V2-T-02|V2-T-01|the profile of temporary access could be requested|the flow does not request it: it belongs to no viewer, and nothing in it is needed. One that Adobe returns all the same signs nobody in
        V2-T-04||time or titles are used up|denied: the app advises the viewer to sign in
        V2-T-05|V2-T-04|temporary access is misconfigured|`invalid_configuration_temporary_access`, for the whole call or for one resource
        V2-T-09||a viewer switches between temporary access and a provider|no sign-out is needed: each authorization names its MVPD; a silent check in progress continues, and the playback follows it
        V2-X-08||Adobe answers 401|a new token is requested with the kept credentials, then the same request is sent once more; the same for a secret that is missing, which does not count as a 401
        V2-X-09||Adobe answers 401 again with a fresh token, or an error's action is `application-registration`|the app registers again, once per launch unless the viewer retries, and the viewer signs in again; then it stops
        V2-X-10||Adobe answers 429|nothing is sent for at least a second, or for as long as `Retry-After` asks, up to a minute; the body is a web page
        V2-X-11||the error's action is `retry`|two or three attempts in all, each later than the one before, and only for the affected part
        V2-X-12|V2-X-11,FM-13|an error has status 500|its code and action decide, not its status; `none` and `configuration` are not retried
        V2-X-13||Adobe answers 5xx without a readable error, or there is no connection or a timeout|a few attempts, each later than the one before; a poll continues with the next one
        V2-X-14|FM-13|Adobe answers 400 or 405, or any other status below 500 without an error of its own|the same request is never sent again unchanged; the app gets the reason `service` with the status
        V2-X-15|V2-B-05,V2-D-02|a partner status is remembered|only a valid one, and only while it is valid
        V2-X-16||the app comes to the foreground|the partner status is requested again, silently; if a sign-in depends on it and provider or permission differ, or its expiry has passed, the profiles are requested from Adobe. An error of the partner framework is no difference (FM-22)
        V2-X-18|V2-X-10|many requests are sent|each flow sends at most ten at once and one per second over time; a launch starts with all ten, since Adobe's allowance is per address, and unknown here
        V2-X-20||Adobe refuses a partner status (`invalid_header_pfs_*`) on any call|it is forgotten and requested again; in phase C, which starts again with the current provider, once
        V1-01||step 1: the viewer made a request, or the app starts|`GET checkauthn`; 200: decisions can be requested, under an access without provider and expiry; 403, or an error that requires a sign-in: step 2
        V1-02||step 2: no viewer is signed in at Adobe|the partner framework is asked for permission, provider and expiry, without a picker; the permission dialog may appear if the viewer's request causes it (V2-B-03)
        V1-03||permission is granted, with a signed-in provider whose expiry is in the future or missing|step 6 follows with that provider
        V1-04||permission is granted, and no provider is signed in|step 3 follows
        V1-04a||permission is not granted|step 10 follows directly: unlike in V2, nothing else is requested first
        V1-05||step 3: a provider must be chosen|`GET config`, unless a fresh configuration is available
        V1-06a||step 2 named a provider|the configuration is still needed: for the provider's id at Adobe and the attributes that it requires
        V1-08||the framework does not support the chosen provider, and an MVPD maps to it|step 10 with that MVPD; the viewer is not asked twice
        V1-09||the framework fails in another way, or permission is withdrawn|step 10 with the app's own picker
        V1-10||step 5: a provider is signed in, and its expiry is in the future or missing|step 6 follows
        V1-11||step 5: the sign-in has expired, or no MVPD maps to the provider|step 10, with the provider's MVPD if there is one
        V1-12||step 6: the provider is known|`GET profile-requests/{mvpd}`; its answer is opaque and goes to the partner framework
        V1-13||Adobe refuses the profile request, with an error or with any status but a server error|step 10 with the same provider; with the app's own picker if Adobe does not accept the provider
        V1-14||step 7: the partner framework must answer the request|as in step 2, with the attributes of the configuration and the request as verification token, and never with an interruption: unlike in V2, text and code agree on `false`; permission withdrawn: step 10
        V1-15||a SAML response arrived|runs of blanks become one, then Base64, then percent-encoding, once
        V1-16||no SAML response arrived|step 10 with the same provider
        V1-17||steps 8 and 9|`POST tokens/authn`; 204, or another success without a body: decisions can be requested
        V1-18||Adobe refuses the response, with an error or with any status but a server error|as V1-13; the response is not sent again
        V1-20||step 10, the regular workflow|`POST regcode`, for the chosen provider if one was chosen; the code has the expiry that Adobe gives
        V1-23||the device has no user agent (tvOS)|the code is shown and polled immediately
        V1-24||the device has a user agent (iOS, iPadOS)|the code is not shown; polling starts once the user agent has reached its redirect or is closed. The page needs a provider: without one, as in an app without a picker, no code is requested, and the viewer reads that there is no provider to choose, unless a policy allows the code on such a device
        V1-25||the flow polls|`GET tokens/authn`, by device and not by code, at V2's pace: polling continues after 404 and after an error that asks for a sign-in or for patience; it ends with 200, with 410, with the code's expiry and, if Adobe gave none, with the policy `sessionLifetime` (a poll that is due on waking is still sent, since it asks about the device); then the viewer may request a new code. Adobe's page says 410 of a token that has expired, which may be this device's former token: if 410 ended one code before its expiry, the next code is polled until it expires
        V1-26||step 11: a resource is to be played|`GET authorize`; 403 denies, with Adobe's text; a lost sign-in goes back to step 1, once
        V1-27||the playback is authorized|`GET tokens/media`; the playback needs this token, and Adobe may refuse it separately. An error that requires an authorization repeats the authorization, once
        V1-28||the app asks in advance what could be played|`GET preauthorize`, with the resources separated by commas. A resource missing from the answer is denied, and so is a resource with a comma, which cannot be sent
        V1-29||a resource is to be played under temporary access|`POST authenticate/freepreview`, then the ordinary authorization; the identity of a promotional access is sent with both, as `generic_data`
        V1-30||the viewer signs out|first `GET tokens/usermetadata`: `tokenSource` tells whether the sign-in came from the platform; 404 and 412 mean no. The cookbook does not say what follows if Adobe does not answer: then the partner framework is asked silently whether there is an account on the device; its error does not mean that there is none. An owed logout asks the same first; if Adobe does not answer and no viewer waits, the account at the time of the sign-out decides
        V1-31||`tokenSource` is `Apple`; or Adobe did not say, and the device has an account or the framework does not answer in time, or answers with an error|the viewer is also asked to sign out in Settings. Two sentences of the cookbook: the app *must* ask if `tokenSource` is `Apple`, and *only* in that case; both presume that it is known. If it is not, a prompt too many costs a screen, and a missing one lets the account sign the viewer in again, so the viewer is asked. In no other case
        V1-32||the sign-out is sent to Adobe|`DELETE logout`, a request of the app itself
        V1-33||the device has a user agent, as iOS and iPadOS in the cookbook, unless a policy leaves the page out|the link is opened there first, for the provider's own session. By Adobe's reference a user agent can send neither the method nor the token, so V1-32 follows wherever the page ended
        V1-34|V2-X-10|Adobe answers 429|nothing is sent for at least a second
        V1-37|V1-32,V2-E-11|Adobe could not be reached for a sign-out|as V2-E-07 and V2-E-11; one request signs out every viewer of the device, so it settles every owed logout. The sign-in is bound to the device and not to the credentials, so a logout stays owed when they are refused or lost, and is sent with the new ones
        V1-38||the app offers temporary access, which also creates a token|when step 1 finds a token, `GET tokens/authn` names its provider; a token of temporary access is never a sign-in, and its permit is never a viewer's
        V1-39||Adobe denies without a code, as it also does when the sign-in is gone|`GET checkauthn`, once per wish: if no viewer is signed in, step 2; otherwise the denial is the answer
        V1-50||an endpoint answers as none does while the legacy API works: 403, 404, 410 or a redirect that its page does not list, a web page, or no connection|the answer is doubted, once per endpoint and foreground period: a new token is requested, because registration is on another host and stays, and then another endpoint is asked (the configuration; for the configuration, one that does not list that status). Without both answers, or if the other endpoint works, the failure means what it says. 5xx, 429, time-outs and errors with a code are never doubted
        V1-51||the other endpoint answers so, too, although registration works; or that was found before, and no endpoint has worked since|the legacy API has been shut down: every wish and problem says `apiEnded` and offers nothing to repeat, no further code is requested, a sign-out stays owed, and everything that the vault keeps stays for an update of the app
        V1-41|V1-24|the user agent has reached its redirect or is closed|polling continues for 15 s (a policy) before the attempt is treated as canceled; if the page was closed early, a sign-in request during that time shows it again
        FM-01||an event arrives before `launched` or after `shutDown`|it is ignored, even a wish: a runtime launches before it feeds any other event, and feeds none after a shutdown
        FM-02||a reply arrives for a request that is not outstanding|it is ignored, and its secrets are forgotten
        FM-03||a timer fires that is not armed|it is ignored
        FM-04||the viewer makes a choice in a presentation that is no longer shown, or one that it does not offer|it is ignored
        FM-05||an event has no meaning in this state|it is ignored
        FM-06||a wish exceeds the limit, or its number is taken|it is refused, or ignored if it is the same wish again
        FM-07||the app cancels a wish|it is answered as dropped; an attempt that no other wish needs is canceled, but a check in progress continues
        FM-08||the viewer cancels|the attempt ends: an earlier sign-in is checked silently, otherwise the flow rests in `registered`
        FM-09||a silent attempt reaches a point where it would need the viewer|it ends and the flow rests in `registered`
        FM-10||the app comes to the foreground and there is nothing to do|it is noted
        FM-11||the app goes to the background|it is noted
        FM-12||the app is launched with a code that has not expired|it is shown and polled again; if it was for a user agent, one check finds out whether the viewer signed in before. A code that has expired only by the device's clock is shown after the check, if it is valid by Adobe's clock. A code belongs to the software statement that it was created with
        FM-13||a failure occurred that no other rule handles|it is presented to the viewer, with the options. If the app is set up wrongly (its redirect URL, domain or service provider is not registered), that is a reason of its own, `setup`, and nothing is offered but to cancel: the app would send the same again
        FM-14||the viewer wants to try again, or makes a request that may ask the viewer while the problem is shown|the failed step starts again, for all waiting requests; a new request while an expired code is shown requests a new code (V2-F-16, V1-20)
        FM-15||the viewer wants another provider|the app's own picker is shown, since the partner framework would return the same account
        FM-16||a wish arrives during an attempt that will serve it|it waits for the attempt with the other wishes. If the wish is one that may ask the viewer, a silent attempt may ask the viewer from now on
        FM-17||a preview, metadata, or a playback only for a signed-in viewer is requested while no viewer is signed in, or while the screen reports that an attempt has ended|it is refused as not signed in; the viewer is not asked
        FM-18||the timeout timer fires and no answer is late|it is armed again for the next deadline, if any. An answer of Adobe's that arrives after its request's time limit, because the device slept, is a timeout: it signs nobody in, its date is no clock, and what it brought is requested again; after a sign-out, a profile in it is still signed out
        FM-19||another flow on this host was throttled|all requests are held as after a 429 of this flow, for a minute at most
        FM-20||a secret, or the vault, is lost|work that depended on it is abandoned and, if possible, requested again: a lost code is neither shown nor polled, and a request that would contain the secret fails at once. A request that is on its way already contains it; its answer counts, and it is not sent again
        FM-21||a silent check failed because there was no answer (no connection, timeout, 5xx, 429), or found no profile while the partner framework failed to give the status that the kept profile needs, and the kept access is still valid|decisions continue under it, and the next foreground checks again; until an answer of this launch reports Adobe's clock, the kept access is valid whatever the device's clock shows, since every decision asks Adobe
        FM-22||the partner framework does not answer a silent question in time, or answers with an error|the flow continues without a status, and what it knows of the account stays as it is: no viewer is signed out, no sign-out ends, and the next foreground asks again; if the question is put to a viewer, it waits
        FM-23||another provider is requested on a device that is signed in under the legacy API|that viewer is signed out at Adobe first, since every check of the device would find them. The cookbook reads `tokenSource` and sends viewers to Settings when they sign out; these viewers do not: an account in Settings stays, as in V2 (FM-15), and may sign them in again if they cancel, or when the new sign-in has ended
        FM-24||a timer fires for an expiry that has not passed by Adobe's clock, or while Adobe is being asked about the expiring code|the timer is armed again for that expiry; while Adobe is being asked, its answer decides, and no other poll follows. A code that has expired by the device's clock is shown and polled again if the answer to the check of the profiles shows that it is still valid
        FM-25|V2-A-08,V2-B-05,V2-B-06,V2-B-16,V2-F-15,V1-25,FM-12,FM-21,FM-24|an instant that Adobe or Apple gave is compared|Adobe's clock decides, from the launch's first answer that reports it; before that nothing is forgotten as expired, only a token is replaced by the device's clock, and a partner status that has expired by it is not sent until Adobe's clock is known. Every answer of Adobe's reports its clock, an error with Adobe's own fields too, whatever its status; a page does not. Timers run by the device's clock
        FM-26||the viewer's metadata cannot be fetched because there is no answer, and the metadata of the sign-in is available|the app gets the metadata of the sign-in
        FM-30||the app shuts the flow down|every open wish is answered as dropped, every request and timer is canceled and the presentation is taken down; what the vault keeps stays, so that the next launch continues from it, and no effect follows
        """#
}
