// The policies, with the comments of Policy in FlowSettings.swift: SPECS_RECORD=1 swift test --filter Specs writes this file.

/**
 * The choices that Adobe's cookbook leaves to the app, and how long the flow waits. Each has a default. Times are milliseconds.
 * For a value outside its bounds, the nearest bound is used. An id such as V2-F-12 is a rule, which `flow-trace help rules` prints.
 */
export interface Policies {
    /**
     * The way to choose one of several profiles; `ask` by default.
     * - `ask`: The viewer chooses. A check that may not ask the viewer uses the profile of a provider that the vault remembers. If there is none, the check chooses no profile, and the next request that may ask the viewer shows the choice.
     * - `first`: The flow chooses the profile whose MVPD id is alphabetically first, because Adobe's map of profiles has no order.
     * - `longest`: The flow chooses the profile that expires last.
     * @default "ask"
     */
    profileChoice?: "ask" | "first" | "longest";
    /**
     * Whether the partner framework's permission dialog may appear while the flow checks who is signed in (phase B of Adobe's cookbook). The dialog appears only if the viewer asked to sign in (V2-B-03). `true` by default.
     * @default true
     */
    promptsInCheck?: boolean;
    /**
     * Whether the partner framework may ask the viewer to sign in when the flow requests a SAML response from the framework (phase C.3 of Adobe's cookbook, V2-C-22). `true` by default.
     * @default true
     */
    interruptsInExchange?: boolean;
    /**
     * The use of a partner status without an expiry in a request for decisions (V2-D-03). `untilRefused` by default: Adobe decides, and a viewer whom both Apple and Adobe recognize needs no code.
     * - `never`: The flow never sends a status without an expiry. The viewer signs in with a code or in the user agent instead, as the newest version of Adobe's cookbook requires.
     * - `untilRefused`: The flow sends a status without an expiry until Adobe refuses it. Then the viewer signs in again, and the flow does not send the status again for the same request of the app.
     * - `always`: The flow always sends a status without an expiry, even after Adobe has refused it.
     * @default "untilRefused"
     */
    statusWithoutExpiry?: "never" | "untilRefused" | "always";
    /**
     * Whether the app's own picker opens after the viewer has closed the partner framework's picker, as Adobe's cookbook requires (V2-C-14). If not, closing the framework's picker cancels the attempt. `true` by default.
     * @default true
     */
    opensOwnPickerAfterCancel?: boolean;
    /**
     * The time between a poll's answer and the next poll: at least 3 s; 5 s by default (V2-F-12).
     * @default 5000
     */
    pollInterval?: number;
    /**
     * The maximum wait between polls; 60 s by default (V2-F-25). The wait begins at `pollInterval`, and each consecutive throttling (429) or server error (5xx) doubles it, up to this value.
     * @default 60000
     */
    longestPollInterval?: number;
    /**
     * The time for which the flow polls Adobe after the user agent has reached the redirect URL (V2-F-05). With the legacy API, also the time after the viewer has closed the user agent early (V1-24). If no poll finds a sign-in within this time, the attempt is canceled. With 0, the flow sends only one poll. 15 s by default.
     * @default 15000
     */
    userAgentGrace?: number;
    /**
     * The time for which the flow shows a code and polls, if Adobe did not report the code's expiry or Adobe's clock is not known (V2-F-15, V1-25). From 10 s to one day; 30 minutes by default, as in Adobe's samples.
     * @default 1800000
     */
    sessionLifetime?: number;
    /**
     * The time before the expiry of an access token at which the flow replaces the token; 300 s by default (V2-A-11).
     * @default 300000
     */
    tokenMargin?: number;
    /**
     * The time for which the flow uses a configuration before it fetches the configuration again; 150 s by default (V2-C-04a).
     * @default 150000
     */
    configurationAge?: number;
    /**
     * The maximum duration of a request to Adobe, and of a question to the partner framework that does not interrupt the viewer. 30 s by default.
     * @default 30000
     */
    requestTimeout?: number;
    /**
     * The maximum number of times that the flow sends a call, including the first time (V2-X-11). The flow repeats a call if Adobe's error demands `retry` or the connection fails. From 1 to 3; 3 by default.
     * @default 3
     */
    attempts?: number;
    /**
     * The pause before the second attempt: at least 1 ms; 1 s by default. The pause before the third attempt is twice as long.
     * @default 1000
     */
    retryDelay?: number;
    /**
     * The time for which the flow sends nothing after a 429 (V2-X-10). At least 1 s, and longer if Adobe demands it; 1 s by default.
     * @default 1000
     */
    throttleHold?: number;
    /**
     * The number of calls that the flow may send at once (V2-X-18). After that, the flow may send one more call per `allowanceInterval`. At most 1,000; 0 means no limit; 10 by default. Adobe's own limit per address is unknown. This value only prevents one flow from using all of Adobe's limit.
     * @default 10
     */
    allowanceBurst?: number;
    /**
     * The interval after which the flow may send one more call (see `allowanceBurst`). From 1 ms to one day; 1 s by default.
     * @default 1000
     */
    allowanceInterval?: number;
    /**
     * The number of consecutive failures to reach Adobe after which the flow sends nothing for `breakerPause` (V2-X-13). 0 means that the flow never pauses; 5 by default.
     * @default 5
     */
    breakerThreshold?: number;
    /**
     * The time for which the flow sends nothing after `breakerThreshold` consecutive failures; 10 s by default.
     * @default 10000
     */
    breakerPause?: number;
    /**
     * Whether the flow, when the viewer must choose a provider (phase C.2 of Adobe's cookbook), may use the partner status that the check (phase B) received, if this status was valid. Then the partner framework does not ask the viewer again. The cookbook, in contrast, requires a second request to the partner framework. `false` by default.
     * @default false
     */
    reusesStatusInChoice?: boolean;
    /**
     * Whether a sign-out signs the viewer out of every provider that Adobe named. If not, the viewer is signed out of the chosen provider only. `true` by default.
     * @default true
     */
    signsOutEverywhere?: boolean;
    /**
     * Whether, with the legacy API, a sign-out opens a page in the user agent before the app's own request, as Adobe's cookbook requires on iOS (V1-33). The page ends the session at the provider. Without the page, the next viewer who signs in with that provider needs no password. `true` by default.
     * @default true
     */
    signsOutInUserAgent?: boolean;
    /**
     * Whether, with the legacy API, a device with a user agent may show a code for a second screen. The flow shows the code if it does not know which provider's page to open in the user agent. Adobe's cookbook forbids this (V1-24). `false` by default.
     * @default false
     */
    showsCodeWithUserAgent?: boolean;
    /**
     * Whether, with the legacy API, the flow detects that Adobe has shut the API down, and asks the viewer to update the app (V1-50). `true` by default.
     * @default true
     */
    recognizesEndOfLife?: boolean;
}
