// FlowMachine in a browser. The flow's log and secrets survive a reload, a killed tab and a killed browser. All tabs of an app share one
// flow.

import type { AdobeDecisionSource, LogRecord, PersistedState, ProblemOption, ProblemReason, RefusalReason } from "../log.js";
import type { LaunchSettings } from "../flowmachine.js";

/** A provider to show to the viewer. */
export interface ShownProvider {
    mvpd: string;
    /** The provider's name, or its id if Adobe's configuration has no name for it. */
    displayName: string;
    logoURL?: string;
}

/** The description of an error in Adobe's response. A field is undefined if the response did not contain it. */
export interface ErrorWords {
    /** Adobe's error code. */
    code?: string;
    /** Adobe's trace id, to quote to Adobe's support. */
    trace?: string;
    /** The description for developers. */
    message?: string;
    /** The provider's message to the viewer. Show it unchanged. */
    details?: string;
}

/** The screen that the app shows now. `id` changes with each screen. Pass the viewer's choices to `BrowserFlow.choose`. */
export type Screen = { id: number } & (
    /** Choices: `{ kind: "provider", mvpd }`, `cancel`. */
    | { kind: "providerPicker"; providers: Array<ShownProvider> }
    /** Offers the provider that the viewer used last. Choices: `{ kind: "provider", mvpd }`, `otherProvider`, `cancel`. */
    | { kind: "providerConfirmation"; provider: ShownProvider }
    /** Choices: `{ kind: "profile", mvpd }`, `cancel`. */
    | { kind: "profilePicker"; profiles: Array<ShownProvider & { notAfter: number }> }
    /**
     * Shows a code to type on another device. `link` is the activation page with the code, for a QR code. `notAfter` is in milliseconds since
     * 1970, by Adobe's clock. `isSlow` is true while Adobe answers late. Choices: `newCode`, `otherProvider`, `cancel`.
     */
    | { kind: "code"; code: string; activationURL?: string; link?: string; notAfter?: number; isSlow: boolean }
    /** Choices: `newCode`, `otherProvider`, `cancel`. */
    | { kind: "codeExpired" }
    /** Opens a page in a window. Choices: `redirectReached`, `userAgentClosed`, `cancel`. */
    | { kind: "userAgent" | "signOutUserAgent"; link: string }
    /** Only on devices whose system has a provider account. Choices: `done`, `cancel`. */
    | { kind: "signOutInSettings" }
    /** Reports a problem. Choices: those in `options`; any other choice would show the same problem again. */
    | ({ kind: "problem"; reason: ProblemReason; options: Array<ProblemOption> } & ErrorWords)
);

/** A choice of the viewer on a screen. */
export type ViewerChoice =
    | { kind: "provider" | "profile"; mvpd: string }
    | { kind: "otherProvider" | "retry" | "newCode" | "done" | "redirectReached" | "userAgentClosed" | "cancel" };

/** The state of the sign-in. It is `unavailable` if Adobe refused the app's registration: then the flow cannot ask who is signed in. */
export type FlowStatus =
    | { kind: "starting" | "signedOut" | "signingIn" | "signingOut" | "temporaryAccess" | "unavailable" }
    | ({ kind: "signedIn"; notAfter?: number } & Partial<ShownProvider>);

/** The state that the app shows. Except for `isLeading`, it is the same in every tab. */
export interface FlowView {
    /** Whether this tab executes the flow. The other tabs show the same state and send the viewer's choices to this tab. */
    readonly isLeading: boolean;
    readonly status: FlowStatus;
    /** The screen of the sign-in or the sign-out, if there is one. */
    readonly screen?: Screen;
    /** The identifier of the launch's log, which the viewer can tell the app's support; undefined before the launch. */
    readonly supportID?: string;
    /** The error that ended the flow: a `StoreError` or a `FlowMachineError`. `restart` begins the flow again. */
    readonly failure?: Error;
}

export interface FlowOptions {
    /** The app's name and version, for the log, for example "WebTV/1.0". */
    app: string;
    /** The operating system or the browser, for the log. */
    system?: string;
    /** `partner` must be `none`, and `hasUserAgent` false unless the app opens the screen `userAgent` in a window. */
    settings: LaunchSettings["settings"];
    /** The software statement that Adobe issued for this app. Anyone who opens the page can read it. */
    softwareStatement: string;
    /** The properties of the device that the requests to Adobe contain, as in the contexts of Specs/interpreter. */
    device: Record<string, string | number>;
    /** The device identifier that the app has sent to Adobe so far. By default, the flow creates a random identifier and stores it. */
    deviceIdentifier?: string;
    /**
     * The name of the database and of the lock. By default, it consists of the service provider and the host. Two apps of one origin that use
     * the same name share one flow.
     */
    name?: string;
    /** The wasm or its URL; by default `flowmachine.wasm` beside flowmachine.mjs. */
    wasm?: string | URL | BufferSource | WebAssembly.Module;
    /** The content of interpreter/contract.json; by default it is fetched from the package. */
    contract?: object;
    limits?: StoreLimits;
    election?: ElectionOptions;
}

/** Permission to play one resource once. */
export interface Permit {
    /** The media token. The server of the stream verifies it before it sends the stream. The flow never stores the token. */
    token: string;
    /** When the token expires, in milliseconds since 1970. */
    notAfter: number;
    source: AdobeDecisionSource;
}

/** The error of a request of the app that was not fulfilled. */
export class FlowRefusal extends Error implements ErrorWords {
    readonly reason: RefusalReason | "denied" | "shutDown";
    /** The options that the app can offer. `retry` means the same call again, `otherProvider` means `signIn({ otherProvider: true })`. */
    readonly options: Array<ProblemOption>;
    readonly code?: string;
    readonly trace?: string;
    readonly details?: string;
    /** Whether the viewer or the app canceled the request. Then there is no error to show. */
    readonly isCancellation: boolean;
}

/**
 * The flow of an app. Emits `change` when `view` has changed.
 *
 * Every call is sent to the leading tab, whose answer returns to this tab. If another tab becomes the leader meanwhile, the call is sent again
 * to that tab. The app receives one answer.
 */
export class BrowserFlow extends EventTarget {
    private constructor();
    /** Opens the database. No request is sent before `start`. Throws a `StoreError` if the browser cannot store anything. */
    static open(options: FlowOptions): Promise<BrowserFlow>;
    readonly view: FlowView;
    /** Begins the flow. This tab leads it, or follows the leading tab. */
    start(): void;
    /** Ends the flow in this tab. Another open tab continues the flow. If there is none, the flow continues after the next `open`. */
    stop(): Promise<void>;
    /** Begins the flow again after `view.failure`. */
    restart(): void;
    /**
     * Requests the playback of a resource.
     * @param under `signedIn` asks the viewer to sign in if necessary; `ifSignedIn` asks the viewer nothing; `temporary` needs no sign-in.
     * @throws FlowRefusal
     */
    play(resource: string, under?: "signedIn" | "ifSignedIn" | "temporary"): Promise<Permit>;
    /**
     * Asks Adobe which resources the viewer could play. `isPermitted` is undefined if Adobe gave no answer. Asks the viewer nothing.
     * @throws FlowRefusal
     */
    preview(resources: Array<string>): Promise<Array<{ name: string; isPermitted?: boolean }>>;
    /** Signs the viewer in. @throws FlowRefusal */
    signIn(options?: { otherProvider?: boolean }): Promise<Partial<ShownProvider> & { notAfter?: number }>;
    /**
     * Signs the viewer out. The result is `owed` if only the device has signed the viewer out: Adobe has not received the logout yet, and the
     * flow sends it again later.
     * @throws FlowRefusal
     */
    signOut(): Promise<"complete" | "accountRemains" | "owed">;
    /** Returns the viewer's metadata from Adobe, each value as JSON. @throws FlowRefusal */
    userMetadata(): Promise<Array<{ name: string; json: string; isEncrypted: boolean }>>;
    /** Reports the viewer's choice on a screen. Does nothing if the app no longer shows that screen. */
    choose(screen: Pick<Screen, "id">, choice: ViewerChoice): void;
    /** Returns the log files of the stored launches for `flow-trace`. They contain neither a secret nor the installation's id. */
    log(): Promise<Array<{ name: string; text: string }>>;
}

/** The error of a database that cannot be used. */
export class StoreError extends Error {
    readonly kind: "unsupported" | "opening" | "writing" | "closed";
}

/** The error of a tab that is no longer the leader: another tab has written to the log, and this tab must stop. */
export class FencedError extends Error {}

export interface StoreLimits {
    /** The approximate number of lines in a segment of the log; 4,000 by default. */
    segment?: number;
    /** The approximate number of lines in the log; 20,000 by default. Older segments are removed, except for the last two segments. */
    most?: number;
}

/** The stored values with which a launch begins. */
export interface StoredState {
    /** The stored facts, for the event `launched`. */
    kept: PersistedState;
    /** The values of the references in `kept`. A reference with the value undefined has no secret, but its number was used before. */
    secrets: Record<string, unknown>;
    /** The number of the log's last line. */
    position: number;
    /** The support id of the previous launch. */
    support?: string;
    installation?: string;
    deviceIdentifier?: string;
}

/**
 * The database with the log and the vault. The same transactions, with `durability: "strict"`, write both, so both are lost only together.
 * The key of a line is its number. So if two tabs write, one of them receives a `FencedError`.
 */
export class FlowStore {
    private constructor();
    static open(name: string, limits?: StoreLimits): Promise<FlowStore>;
    /** @param statement an id of the software statement. Credentials that belong to another software statement are not used. */
    read(statement?: string): Promise<StoredState>;
    /** Begins a launch. Resolves when the header is written. */
    begin(read: StoredState, header: string, ids: { support: string; installation?: string; deviceIdentifier?: string }): Promise<LaunchWriter>;
    /** Returns a writer that continues the last segment. */
    resume(read: StoredState): LaunchWriter;
    /** Returns the log's files, the oldest first. They contain the installation's id. */
    segments(): Promise<Array<{ name: string; text: string }>>;
    /** Whether the database is closed. The browser also closes it, for example when the viewer clears the site's data. */
    readonly isClosed: boolean;
    close(): void;
}

export interface LaunchWriter {
    /**
     * Writes a record, and the changes of its effects `keep` and `forget` to the vault, in one transaction. Execute the effects after the
     * promise has resolved. Records are written in order; the records that arrive during a transaction share the next transaction. After an
     * error, no record is written.
     * @param valueOf returns the secret of a reference
     * @param shownOf returns the provider to show for an id
     */
    write(record: LogRecord & { line: string }, valueOf: (reference: string) => unknown, shownOf?: (mvpd: string) => unknown): Promise<void>;
    /** Whether the segment is full: then call `beginSegment` next, with the result of `Machine.rotate`. */
    readonly wantsSegment: boolean;
    beginSegment(lines: string): Promise<void>;
}

export interface ElectionOptions {
    /** The time that a leader has to answer before another tab steals its lock, in milliseconds; 3,000 by default. */
    patience?: number;
    /** The document whose `visibilityState` is used; the page's document by default. */
    document?: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
}

/**
 * Elects one of an app's tabs as the leader, with a Web Lock. If a tab is visible, a hidden leader releases the lock to it, and a frozen leader
 * loses the lock. A frozen tab notices the loss only when it thaws, so its late writes must be rejected, as by `FlowStore`. Emits `change`
 * when this tab begins or ceases to lead, and when it thaws.
 */
export class Election extends EventTarget {
    /**
     * @param lead is called when this tab becomes the leader. When `signal` is aborted, `lead` must end its work and resolve. If `isStolen()` is
     * true at that time, another tab leads already, and `lead` must not even open a transaction.
     */
    constructor(name: string, lead: (signal: AbortSignal, isStolen: () => boolean) => Promise<void>, options?: ElectionOptions);
    readonly isLeading: boolean;
    /** Whether the browser freezes this tab. A frozen tab must not write, or its open transaction blocks the other tabs until it thaws. */
    readonly isFrozen: boolean;
    start(): void;
    stop(): Promise<void>;
}
