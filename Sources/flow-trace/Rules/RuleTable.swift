extension RuleWords {
    /// One rule a line: its id, the rules it holds with, when, and then. Written by the tests with `SPECS_RECORD=1`.
    static let text = #"""
        V2-P-07|V2-X-16|the app comes to the foreground|permission may be looked at or asked for then, or at any time before a sign-in needs it
        V2-A-01||credentials and an unexpired token are kept|registration is skipped
        V2-A-02||there are no credentials|`POST /o/client/register` with the software statement
        V2-A-03||registration succeeded|client id, client secret and grant types are kept for good
        V2-A-05||registration is refused with 400|it stops and says so; never a loop
        V2-A-06|V2-A-03,V2-A-08|there are credentials and no valid token|`POST /o/client/token` with client id, client secret and grant type
        V2-A-07||a token came|it is kept until its end and goes with every call; never one token per request
        V2-A-08||the token has expired or is about to; at a launch, by the device's clock|a new one is requested with the kept credentials; no new registration
        V2-A-09||a token is refused with 400|`invalid_client`: register again, then a token; anything else stops
        V2-A-11||the token will end within the margin|the next one is fetched before that, so that no call meets a 401
        V2-A-12|V2-A-08,V2-X-08|several calls need a token at once|one token request serves them all
        V2-B-01||the phase begins|the partner framework is asked for permission and, if it is granted, for provider and expiry
        V2-B-04||permission is denied, restricted or not determined|on to the profiles, without a partner status; not straight to basic authentication
        V2-B-05||granted, with a provider, and the expiry lies ahead or is not told|the partner status is valid
        V2-B-06||granted, with a provider, and the expiry has passed|the status is neither sent nor remembered
        V2-B-07||granted, without a provider|nobody is signed in at the platform: on to the profiles, without a status
        V2-B-08|V2-B-05|the status is valid|it goes with the profiles request; only then can Adobe answer with an `appleSSO` profile
        V2-B-09||there are profiles|one is chosen, by policy or by the viewer, and decisions can be asked
        V2-B-10||there is no profile|on to phase C
        V2-B-11|V2-B-13|profiles are asked for|by `GET profiles` or `GET profiles/{mvpd}`; never by `POST profiles/sso`, which belongs to C.3
        V2-B-13||a provider is remembered|`GET profiles/{mvpd}`; otherwise `GET profiles`; for a code that is out, `GET profiles/code/{code}`: one request each
        V2-B-14||the profiles call fails|that is not "no profile": it is handled as the failure it is, and phase C does not begin unless the error's action is `authentication`; a silent check puts the reason into `flow.status`
        V2-B-16||a profile has expired|Adobe no longer returns it: B is asked again, and the kept profile is forgotten when Adobe does not return it
        V2-B-17|V2-B-13|there is no valid status but a remembered provider|`GET profiles/{mvpd}` without the header can still find regular, degraded and temporary profiles
        V2-C-01|V2-B-10|phase C begins|`GET configuration`
        V2-C-02||the configuration came|its list of MVPDs is used in the steps that follow; next the partner framework is asked, and may take as long as the viewer does
        V2-C-04a||a configuration is held that is still fresh|the call is skipped; a configuration is fetched only where the viewer must choose a provider
        V2-C-07|V2-C-02,V2-C-04a|the viewer is choosing or signing in|it waits: no time-out runs for a person
        V2-C-08||permission is denied, restricted or not determined|basic authentication, with the app's own picker
        V2-C-09||granted, with a provider that maps to an MVPD, and the expiry lies ahead or is not told|`POST sessions/sso`
        V2-C-10||granted, with a provider, and the expiry has passed|the status is not valid: basic authentication, with its MVPD preselected
        V2-C-11||granted, with a provider that no MVPD maps to|treated as invalid: basic authentication, with the app's own picker
        V2-C-12||error 1, naming an unsupported provider that maps to an MVPD|basic authentication with that MVPD preselected; the viewer is not asked twice
        V2-C-13||error 1 without such a provider ("other providers")|basic authentication, with the app's own picker
        V2-C-14||another error, or neither provider nor error (the picker was closed)|basic authentication, with the app's own picker
        V2-C-15|V2-C-09|the status is valid|`POST sessions/sso/{partner}` with `domainName`, `redirectUrl` and the status; both parameters always, so that a fallback can be used as it comes
        V2-C-16||Adobe refuses that call, or answers what this build does not understand|there is no session to fall back on: basic authentication makes its own
        V2-C-17||the answer is `authorize`|a profile exists: decisions can be asked, no sign-in
        V2-C-18||the answer is `authenticate`|Adobe declined partner single sign-on: basic authentication with the link and code of this answer
        V2-C-19||the answer is `resume`|something is missing: basic authentication resumes the session with this code
        V2-C-20||the answer is `partner_profile` with a SAML request|on to C.3
        V2-C-24||permission is no longer granted|basic authentication
        V2-C-25||a SAML response came, but the status with it has no provider or an expiry that has passed|it is not sent: basic authentication
        V2-C-26||there is no SAML response, an empty one, an error, or a second change of the provider|basic authentication; if it keeps happening, provider and Apple must look at it
        V2-C-27||the SAML response is another provider's than the session's|it is thrown away and C.2 begins again, once
        V2-C-28||granted, with the provider asked for, an expiry that does not lie behind, and a SAML response that is not empty|`POST profiles/sso/{partner}` with the SAML response and the status of now
        V2-C-30||an `appleSSO` profile came|it is kept and decisions can be asked
        V2-C-31||a `degraded` profile came|decisions can be asked; no partner status is needed any more
        V2-C-32||other profiles came, or none|Adobe did not accept the partner's word: a profile is used, none means basic authentication
        V2-C-33||Adobe refuses that call|basic authentication; with the same provider, unless the error is about the provider or the status
        V2-C-34|V2-B-13|the profile is to be looked at again|through the profiles endpoints, never through `profiles/sso`
        V2-F-01|V2-F-02,V2-F-04,V2-F-06,V2-F-07|the way is chosen|a device with user agent and picker signs in on its own screen; one with a picker alone shows a code for the chosen provider; one with neither shows a code, and the second screen chooses
        V2-F-02||there is no session yet|`POST sessions`, with provider, domain and redirect URL together where the provider is known
        V2-F-03||the answer is `authorize`|decisions can be asked; the viewer is not bothered
        V2-F-04||the answer is `authenticate`, and the device has a user agent|the link is opened in it
        V2-F-05||the user agent reached the redirect URL|only now is the profile asked for
        V2-F-06||the answer is `authenticate`, and the sign-in happens on a second screen|the code is shown and polling begins at once
        V2-F-07||the answer is `resume`|the code is shown, and the second screen supplies what is missing
        V2-F-09||the answer is `resume` and what is missing is known here|`POST sessions/{code}` with it
        V2-F-11|V2-F-13|resuming on the second screen answers `authorize`|the second screen says so, and this device finds the profile by polling
        V2-F-12||the poll timer ran out|`GET profiles/code/{code}`; 3 to 5 s after the last answer, or later, never sooner
        V2-F-13||a poll finds a profile|polling stops, the profile is kept, decisions can be asked
        V2-F-14||a poll finds none|the next one is due an interval later
        V2-F-15||the code has expired, by its `notAfter` or, where Adobe gave none, by the policy `sessionLifetime`; or Adobe no longer knows the session|polling stops at once; where one look at the profiles finds nobody (V2-F-24), the viewer may ask for a new code
        V2-F-16||the viewer wants a new code|polling for the old one stops at once, and a new session is made
        V2-F-17|V2-F-13|the profile was found|MVPD, attributes and end are kept
        V2-F-18|V2-C-12|the provider is preselected (V2-C-12)|the session is made for it and no picker is shown
        V2-F-19|V2-C-18,V2-C-19|`sessions/sso` answered with a code|that session is used, and no second one is made
        V2-F-20||the app's own picker is needed|it is shown without temporary providers; the choice's id, name and logo are kept
        V2-F-21||a provider is remembered, its profile has ended, and nothing was put before the viewer yet|the viewer is asked to confirm it instead of choosing again; that needs no configuration
        V2-F-22||the user agent was closed before it reached the redirect URL|one look at the profile, since the sign-in may have happened all the same; then rest
        V2-F-24||the code has ended, and the profiles are asked for once|a profile that was not there before is a sign-in that no poll was answered about: decisions can be asked
        V2-F-25|V2-X-10,V2-X-13|polls are answered by 429 or 5xx, one after the other|each answer doubles the wait before the next poll, up to the policy's longest, less a random part so that devices do not come back together; from the second on the viewer is told that the service is slow, and told again when it is no longer
        V2-D-01|V2-D-02,V2-D-06,V2-D-10|the profile is of type `appleSSO`|a valid partner status is obtained before each decision and sent with it; other types skip both steps
        V2-D-02||a status is needed|the partner framework is asked silently, or a status that is still valid is used again
        V2-D-03||the status came|valid here means granted, with a provider, and with an expiry that lies ahead: unlike in B and C, one without expiry does not do
        V2-D-04||the status is not valid any more, or never says when it expires|no decision is sent with it; B is asked again, once; then phase C asks the person, and where that brings no expiry either, basic authentication follows; a preview asks nobody and is refused without `retry`
        V2-D-05||Adobe refuses the status (`invalid_header_pfs_*`)|it is forgotten and asked for again; if it is valid then, the decision is sent once more, otherwise B
        V2-D-06||the app wants to know beforehand what could be played|`POST decisions/preauthorize/{mvpd}` with the resources
        V2-D-07||resources are named|one for an authorization, usually up to five for a preauthorization, as agreed with the provider; what Adobe calls too many is asked in halves
        V2-D-08||a preauthorization came|it informs: permits carry no media token, denials a reason
        V2-D-09||permits of a preauthorization are at hand|another preview is answered from them; they stay in memory only and are never a reason to play
        V2-D-10||something is to be played|`POST decisions/authorize/{mvpd}`, whatever a preauthorization said
        V2-D-11||permitted|the media token is handed to the app, which has it verified and starts the stream
        V2-D-12|V2-D-11|a media token is held|for one playback, minutes long, never kept
        V2-D-13||denied, with nothing to do about it|the app shows the reason; no repetition and no sign-out
        V2-D-14||Adobe says the viewer must sign in (action `authentication`)|B, then C or F
        V2-D-15||Adobe says it can be tried again (action `retry`)|two or three times in all, and only what was affected
        V2-D-18||the app wants the viewer's metadata, which an authorization may have changed|profiles are asked for again
        V2-E-02||the viewer signs out|`GET logout/{mvpd}` with the redirect URL
        V2-E-03|V2-E-04,V2-E-05,V2-E-06|Adobe names several removed profiles|what each asks for is done
        V2-E-04||the action is `logout`|its link is opened in the user agent, and the redirect URL says that it is done; a device without one is done now
        V2-E-05||the action is `partner_logout`|the viewer is asked to sign out in the system's settings, which no app can do
        V2-E-06||the action is `complete` or `invalid`|done
        V2-E-07||that call fails|the viewer is signed out here all the same, and Adobe is told once it can be: when somebody wants to sign in, when the viewer signs out again, when another account is on the device, and at the next launch; its answer settles that, an error that it would give again too (V2-X-14), a lost connection or a 5xx does not
        V2-E-08|V2-E-05|the profile came through the platform|the platform's sign-in stays until the viewer ends it or takes the app's permission away
        V2-E-09||the viewer signed out|profile, decisions and partner status are forgotten, credentials and device identifier stay; neither B nor C begins by itself, because the platform would sign the same viewer in again
        V2-E-11||somebody wants to sign in or to play while a sign-out is owed to Adobe|Adobe is told first, or it would still report the viewer who left; where that fails, the wish is refused with the reason and may be tried again
        V2-E-12||the legacy API left a sign-out of whoever was signed in on the device, and REST API V2 is spoken now|it is settled: REST API V2 signs out one provider, and has no profile of a sign-in by the legacy API
        V2-E-13|V2-A-01,V2-A-02,V2-A-08|a launch finds a sign-out owed beside a profile of that provider and no mark of the sign-out: somebody has signed in since|the new sign-in settles it; otherwise the new viewer would be signed out
        V2-G-01|V2-C-17,V2-F-03|everybody is let in (AuthNAll) and there is no profile|`sessions` and `sessions/sso` answer `authorize` with reason `degraded`; nothing else is needed
        V2-G-02|V2-B-09,V2-F-13|everybody is let in|the profiles of one MVPD or one code are of type `degraded`, issued by Adobe; asking for them is optional
        V2-G-03|V2-D-11|everything is permitted (AuthNAll, AuthZAll)|decisions permit, with source `degradation` and a media token
        V2-G-04|V2-D-13|nothing is permitted (AuthZNone)|decisions deny with `authorization_denied_by_degradation_rule`, and trying again is of no use
        V2-G-06|V2-E-06|a viewer with a degraded profile signs out|the answer is `complete`
        V2-T-01||something is to be played under temporary access|no sign-in: it is authorized under the temporary MVPD at once
        V2-T-02|V2-T-01|its profile is of interest|it could be asked for; it is nobody's, and the flow needs nothing of it
        V2-T-04||time or titles are used up|denied: the app advises the viewer to sign in
        V2-T-05|V2-T-04|temporary access is set up wrongly|`invalid_configuration_temporary_access`, for the whole call or for one resource
        V2-T-09||a viewer goes to and fro between it and a provider|no sign-out lies between: each authorization names its MVPD; a silent look for who is signed in already goes on, and the playback follows it
        V2-X-08||401|a new token with the kept credentials, then the same request once more
        V2-X-09||401 again with a fresh token, or an error whose action is `application-registration`|the app registers anew, once per launch unless the person asks again, and the viewer signs in again; then it stops
        V2-X-10||429|nothing is sent for at least a second, or for as long as `Retry-After` asks, up to a minute; the body is a web page
        V2-X-11||the error's action is `retry`|two or three attempts in all, each later than the one before, and only what was affected
        V2-X-12|V2-X-11,FM-13|an error comes with status 500|its code and action say what to do, not its status; `none` and `configuration` are not tried again
        V2-X-13||a 5xx without an error that can be read, no connection, or no answer in time|a few attempts, each later than the one before; a poll goes on with the next one
        V2-X-14|FM-13|400 or 405, or any other status below 500 without an error of Adobe's|the same request is never sent again unchanged; the app is told `service` with the status
        V2-X-15|V2-B-05,V2-D-02|a partner status is remembered|only a valid one, and only while it is valid
        V2-X-16||the app comes to the foreground|the partner status is asked for again, silently; where a sign-in rests on it and provider or permission differ, or its expiry has passed, Adobe is asked for the profiles
        V2-X-18|V2-X-10|many requests are sent|at most ten at once and one a second over time, by each flow; a launch begins with all ten, since Adobe's allowance is of the address, and unknown here
        V2-X-20||Adobe refuses a partner status (`invalid_header_pfs_*`), wherever|it is forgotten and asked for again; in phase C, which begins anew with the provider of now, once
        V1-01||step 1: the viewer wants something, or the app begins|`GET checkauthn`; 200: decisions can be asked, under an access without provider and end; 403, or an error that asks for a sign-in: step 2
        V1-02||step 2: nobody is signed in at Adobe|the partner framework is asked silently for permission, provider and end
        V1-03||permission is granted, and a provider signed in whose end lies ahead or is not told|on to step 6 with it
        V1-04||permission is granted, and no provider is signed in|on to step 3
        V1-04a||permission is not granted|straight to step 10: unlike in V2, nothing else is asked first
        V1-05||step 3: a provider must be chosen|`GET config`, unless a fresh one is held
        V1-06a||step 2 named a provider|the configuration is needed all the same: for the provider's id at Adobe and the attributes it wants
        V1-08||the framework does not support the chosen provider, and an MVPD maps to it|step 10 with that MVPD; the viewer is not asked twice
        V1-09||the framework fails otherwise, or permission is withdrawn|step 10 with the app's own picker
        V1-10||step 5: a provider is signed in, and its end lies ahead or is not told|on to step 6
        V1-11||step 5: the sign-in has ended, or no MVPD maps to the provider|step 10, with the provider's MVPD where there is one
        V1-12||step 6: the provider is known|`GET profile-requests/{mvpd}`; what comes is opaque and goes to the partner framework
        V1-13||Adobe refuses that|step 10 with the same provider; with the app's own picker if Adobe does not accept the provider
        V1-14||step 7: the partner framework is to answer the request|as in step 2, with the attributes of the configuration and the request as verification token; permission withdrawn: step 10
        V1-15||a SAML response came|blanks are collapsed, then Base64, then percent-encoding, once
        V1-16||no SAML response came|step 10 with the same provider
        V1-17||steps 8 and 9|`POST tokens/authn`; 204, or another success without a body: decisions can be asked
        V1-18||Adobe refuses the response, or reports an error of its own|as V1-13; the response is not sent again
        V1-20||step 10, the regular workflow|`POST regcode`, for the chosen provider if one was chosen; Adobe's own end holds for the code
        V1-23||the device has no user agent (tvOS)|the code is shown, and polled for at once
        V1-24||the device has one (iOS, iPadOS)|the code is not shown; polling begins once the user agent has reached its end or is closed. Closed before its end, it is polled for 15 s (a policy) before the viewer counts as having given up; whoever asks to sign in again meanwhile gets the same page again
        V1-25||it is polled|`GET tokens/authn`, by device and not by code, at V2's pace: 404 goes on, and so does an error that asks for a sign-in or for patience; 200 ends it, and so do 410, the code's expiry and, where Adobe gave none, the policy `sessionLifetime`; then the viewer may ask for a new code
        V1-26||step 11: something is to be played|`GET authorize`; 403 denies, with Adobe's text; a lost sign-in goes back to step 1, once
        V1-27||it is authorized|`GET tokens/media`; only with that it is played, and it may be refused by itself. An error that asks for an authorization has the playback authorized again, once
        V1-28||the app wants to know beforehand what could be played|`GET preauthorize`, the resources separated by commas. What Adobe says nothing about is denied, and so is a resource with a comma, which cannot be asked about
        V1-29||something is to be played under temporary access|`POST authenticate/freepreview`, then it is authorized like anything else; the identity of a promotional access goes with both, as `generic_data`
        V1-30||the viewer signs out|first `GET tokens/usermetadata`: did the sign-in come from the platform? 404 and 412 mean no. If Adobe does not answer, the partner framework is asked silently whether there is an account on the device
        V1-31||it came from the platform|the viewer is asked to sign out in Settings too, and only then
        V1-32||Adobe is told|`DELETE logout`, a request of the app's own
        V1-33||the policy wants it in the user agent, as the cookbook has it on iOS and iPadOS|the link is opened there first, for the provider's own session. By Adobe's reference a user agent can send neither the method nor the token, so V1-32 follows wherever the page ended
        V1-34|V2-X-10|Adobe answers 429|nothing is sent for a second or more
        V1-37|V1-32,V2-E-11|Adobe could not be told of a sign-out|as V2-E-07 and V2-E-11; one request signs out everybody on the device, so it settles all that is owed
        V1-38||the app offers temporary access, which creates a token too|when step 1 finds a token, `GET tokens/authn` names its provider; a token of temporary access never counts as a sign-in, and its permit never as a viewer's
        V1-39||Adobe denies without a code, as it also does when the sign-in is gone|`GET checkauthn`, once per wish: if nobody is signed in, step 2; otherwise the denial is the answer
        FM-01||an event comes before `launched`|it is ignored, a wish too: a runtime launches before it feeds anything else
        FM-02||a reply comes to a request that is not outstanding|ignored, and the secrets it carried are forgotten
        FM-03||a timer runs out that is not armed|ignored
        FM-04||the person chooses in something no longer shown, or what it does not offer|ignored
        FM-05||an event means nothing in this state|ignored
        FM-06||a wish is one too many, or its number is taken|refused, or ignored when it is the same wish again
        FM-07||the app gives a wish up|it is answered as dropped; an attempt that nobody else waits for ends, but a look who is signed in goes on
        FM-08||the person cancels|the attempt ends: whoever was signed in before is looked for silently, else the flow rests in `registered`
        FM-09||a silent attempt comes to where it would need the person|it ends and the flow rests in `registered`
        FM-10||the app comes to the foreground and there is nothing to do|noted
        FM-11||the app goes to the background|noted
        FM-12||the app is launched with a code that has not expired|it is shown and polled again; where it was for a user agent, one look tells whether the viewer signed in before. One that has expired by the device's clock alone comes after the check, if Adobe's clock says otherwise
        FM-13||something failed and no rule knows better|it is put before the person, with the ways on
        FM-14||the person wants another try|what failed is begun again
        FM-15||the person wants another provider|the app's own picker, since the partner framework would return the same account
        FM-16||a wish comes while an attempt is under way that will serve it|it waits with the others, and makes a silent attempt one that may ask the person
        FM-17||a preview, metadata, or a playback only for whoever is signed in, is wished while nobody is|answered so; the person is not asked
        FM-18||the watch for late answers runs out and none is late|it is set for the next one that is due, if any; a late one is decided as a failure of the way there
        FM-19||another flow on this host was throttled|everything is held as after a 429 of our own
        FM-20||a secret, or the vault, is lost|what rested on it is given up and, where that can be, asked for again
        FM-21||a silent check failed for want of an answer (no connection, no answer in time, 5xx, 429), while the kept access is still valid|decisions continue under it, and the next foreground checks again; as long as no answer of the launch told Adobe's clock, the kept access is valid whatever the device's clock shows, since every decision asks Adobe
        FM-22||the partner framework does not answer in time a question that asks nobody|the flow goes on as if it knew of nobody; where a person is asked, it waits
        FM-23||another provider is wanted on a device that is signed in under the legacy API|that viewer is signed out at Adobe first, since every look at the device would find them
        FM-24||a timer fires for an expiry that Adobe's clock does not show, or while Adobe is being asked about the code that expires|the timer is armed again for that expiry; where Adobe is being asked, its answer decides, and no other poll follows
        FM-25|V2-A-08,V2-B-05,V2-B-06,V2-B-16,V2-F-15,V1-25,FM-12,FM-21,FM-24|an instant that Adobe or Apple gave is compared|Adobe's clock decides, from the first answer of the launch that told it; before that nothing is forgotten as expired, and only a token is replaced by the device's clock. Timers run by the device's clock
        FM-26||the viewer's metadata cannot be fetched for want of an answer, and what came with the sign-in is at hand|that is what the app gets
        """#
}
