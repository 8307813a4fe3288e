// The policies, with the comments of Policy in FlowSettings.swift: SPECS_RECORD=1 swift test --filter Specs writes this file.

/**
 * The choices that Adobe's cookbook leaves to the app, and how long the flow waits. Each has a default. Times are milliseconds.
 * For a value outside its bounds, the nearest bound is used. An id such as V2-F-12 is a rule, which `flow-trace help rules` prints.
 */
export interface Policies {
    /**
     * How one of several profiles is chosen; `ask` by default.
     * - `ask`: The viewer chooses. A check that may not ask uses the sign-in that this device remembers; if there is none, it chooses nobody, and the next request that may ask shows the choice.
     * - `first`: The first by MVPD id: Adobe's map has no order of its own.
     * - `longest`: The profile that expires last.
     * @default "ask"
     */
    profileChoice?: "ask" | "first" | "longest";
    /**
     * Whether the permission dialog may appear in phase B when the viewer asked to sign in (V2-B-03); `true` by default.
     * @default true
     */
    promptsInCheck?: boolean;
    /**
     * Whether the partner framework may ask the viewer in phase C.3 (V2-C-22); `true` by default.
     * @default true
     */
    interruptsInExchange?: boolean;
    /**
     * Whether a decision may carry a partner status without an expiry (V2-D-03); `untilRefused` by default, so that Adobe decides and a viewer whom Apple and Adobe both know needs no code.
     * - `never`: It is never sent. The viewer signs in with a code or in the user agent instead, as the newest text requires.
     * - `untilRefused`: It is sent, and only Adobe's refusal leads to another sign-in; then it is not sent again for the same request of the app.
     * - `always`: It is always sent, even after Adobe refused it.
     * @default "untilRefused"
     */
    statusWithoutExpiry?: "never" | "untilRefused" | "always";
    /**
     * Whether closing the partner framework's picker opens the app's own picker, as the cookbook requires (V2-C-14); otherwise the viewer has given up. `true` by default.
     * @default true
     */
    opensOwnPickerAfterCancel?: boolean;
    /**
     * The time between a poll's answer and the next poll: at least 3 s; 5 s by default (V2-F-12).
     * @default 5000
     */
    pollInterval?: number;
    /**
     * The longest wait between polls. Each throttling (429) or server error (5xx) in a row doubles the wait, up to this value; a pause of `pollInterval` is the shortest. 60 s by default (V2-F-25).
     * @default 60000
     */
    longestPollInterval?: number;
    /**
     * How long the flow polls Adobe after the user agent has reached the redirect URL, and with the legacy API also after the viewer closed it early, before it treats the attempt as canceled (V2-F-05, V1-24). 0: one poll decides. 15 s by default.
     * @default 15000
     */
    userAgentGrace?: number;
    /**
     * How long a code is shown and polled when Adobe did not say when it expires, or when Adobe's clock is not known: 10 s to a day (V2-F-15, V1-25). 30 minutes by default, as in Adobe's samples.
     * @default 1800000
     */
    sessionLifetime?: number;
    /**
     * How long before its expiry a token is replaced; 300 s by default (V2-A-11).
     * @default 300000
     */
    tokenMargin?: number;
    /**
     * How long a configuration is used before it is fetched again; 150 s by default (V2-C-04a).
     * @default 150000
     */
    configurationAge?: number;
    /**
     * How long a request to Adobe may take, or a question to the partner framework that interrupts nobody; 30 s by default.
     * @default 30000
     */
    requestTimeout?: number;
    /**
     * How many times in all a call is sent if Adobe's error says `retry` or the connection fails: 1 to 3; 3 by default (V2-X-11).
     * @default 3
     */
    attempts?: number;
    /**
     * The pause before the second attempt, doubled before the third: at least 1 ms; 1 s by default.
     * @default 1000
     */
    retryDelay?: number;
    /**
     * How long nothing is sent after a 429: at least 1 s, and longer if Adobe asks for it; 1 s by default (V2-X-10).
     * @default 1000
     */
    throttleHold?: number;
    /**
     * How many calls may be sent at once; after that one more per `allowanceInterval` (V2-X-18). 0: no limit; at most 1,000; 10 by default. The real allowance is per address and unknown: this only prevents one flow from using all of it.
     * @default 10
     */
    allowanceBurst?: number;
    /**
     * The time after which one more call may be sent, see `allowanceBurst`: 1 ms to a day; 1 s by default.
     * @default 1000
     */
    allowanceInterval?: number;
    /**
     * The number of consecutive failures to reach Adobe after which nothing is sent for `breakerPause` (V2-X-13). 0: never; 5 by default.
     * @default 5
     */
    breakerThreshold?: number;
    /**
     * How long nothing is sent after `breakerThreshold` failures; 10 s by default.
     * @default 10000
     */
    breakerPause?: number;
    /**
     * Whether phase C.2 may use a partner status that was valid in phase B, so that the viewer is not asked again; the cookbook asks again. `false` by default.
     * @default false
     */
    reusesStatusInChoice?: boolean;
    /**
     * Whether a sign-out signs out of every provider that Adobe named for this viewer, or of the chosen one; `true` by default.
     * @default true
     */
    signsOutEverywhere?: boolean;
    /**
     * Whether the legacy API's sign-out opens a page in the user agent before the app's own request, as its cookbook requires on iOS for the provider's own session (V1-33); `true` by default. Without the page, the next viewer of this browser is signed in with the provider again, without a password.
     * @default true
     */
    signsOutInUserAgent?: boolean;
    /**
     * With the legacy API, whether a device with a user agent may show a code to be typed elsewhere if no provider is known for the user agent's page: Adobe's cookbook forbids it (V1-24). `false` by default.
     * @default false
     */
    showsCodeWithUserAgent?: boolean;
    /**
     * With the legacy API, whether the flow finds out that Adobe has shut it down, and tells the viewer to update the app (V1-50). `true` by default.
     * @default true
     */
    recognizesEndOfLife?: boolean;
}
