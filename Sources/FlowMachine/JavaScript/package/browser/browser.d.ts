// FlowMachine in a browser. The flow's log and secrets survive a reload, a killed tab and a killed browser, and all tabs of an app share one
// flow.

import type { AdobeDecisionSource, LogRecord, PersistedState, ProblemOption, ProblemReason, RefusalReason } from "../log.js";
import type { LaunchSettings } from "../flowmachine.js";

/** A provider with its name and logo, as an app shows it. */
export interface ShownProvider {
    mvpd: string;
    /** The provider's name, or its id if Adobe's configuration does not name the provider. */
    displayName: string;
    logoURL?: string;
}

/** Adobe's texts about an error. Each is absent if Adobe did not send it. */
export interface ErrorWords {
    /** Adobe's error code. */
    code?: string;
    /** Adobe's trace id, by which Adobe's support finds the request. */
    trace?: string;
    /** A text for developers. */
    message?: string;
    /** The provider's text for the viewer. Show it unchanged. */
    details?: string;
}

/** The screen that the app shows now. `id` changes with each screen. Report the viewer's choice with `choose`. */
export type Screen = { id: number } & (
    /** A list of providers to choose from. Choices: `{ kind: "provider", mvpd }`, `cancel`. */
    | { kind: "providerPicker"; providers: Array<ShownProvider> }
    /** The question whether to sign in with the provider that was used last. Choices: `{ kind: "provider", mvpd }`, `otherProvider`, `cancel`. */
    | { kind: "providerConfirmation"; provider: ShownProvider }
    /** The question which of several profiles to use. Choices: `{ kind: "profile", mvpd }`, `cancel`. */
    | { kind: "profilePicker"; profiles: Array<ShownProvider & { notAfter: number }> }
    /**
     * A code to type on another device. `link` is the activation page with the code, for a QR code. `notAfter` is the code's expiry, in
     * milliseconds since 1970 by Adobe's clock. `isSlow` means that Adobe currently answers late. Choices: `newCode`, `otherProvider`, `cancel`.
     */
    | { kind: "code"; code: string; activationURL?: string; link?: string; notAfter?: number; isSlow: boolean }
    /** The code expired before the viewer signed in. Choices: `newCode`, `otherProvider`, `cancel`. */
    | { kind: "codeExpired" }
    /** A page to open in a window. Choices: `redirectReached`, `userAgentClosed`, `cancel`. */
    | { kind: "userAgent" | "signOutUserAgent"; link: string }
    /** A request to sign out in the system's settings, on a device with its own provider account. Choices: `done`, `cancel`. */
    | { kind: "signOutInSettings" }
    /** A problem. Choices: the members of `options`. */
    | ({ kind: "problem"; reason: ProblemReason; options: Array<ProblemOption> } & ErrorWords)
);

/** The viewer's choice on a screen. */
export type ViewerChoice =
    | { kind: "provider" | "profile"; mvpd: string }
    | { kind: "otherProvider" | "retry" | "newCode" | "done" | "redirectReached" | "userAgentClosed" | "cancel" };

/** Whether a viewer is signed in, and with which provider. `unavailable` means that Adobe refused the app's registration. */
export type FlowStatus =
    | { kind: "starting" | "signedOut" | "signingIn" | "signingOut" | "temporaryAccess" | "unavailable" }
    | ({ kind: "signedIn"; notAfter?: number } & Partial<ShownProvider>);

/** The values that the app shows. They are the same in every tab, except `isLeading` and `failure`. */
export interface FlowView {
    /** Whether this tab runs the flow. The other tabs show the same screens and pass the viewer's choices to this tab. */
    readonly isLeading: boolean;
    readonly status: FlowStatus;
    /** The screen of the sign-in or the sign-out, if there is one. */
    readonly screen?: Screen;
    /** The id of the launch's log, which the viewer can read out to the app's support; undefined before the launch. */
    readonly supportID?: string;
    /** The error that ended the flow: a `StoreError` if the log cannot be written, or a `FlowMachineError`. `restart` starts the flow again. */
    readonly failure?: Error;
}

export interface FlowOptions {
    /** The app's name and version, for the log: "WebTV/1.0". */
    app: string;
    /** The operating system or the browser, for the log. */
    system?: string;
    /** The flow's settings. `partner` must be `none`. `hasUserAgent` must be false unless the app opens the screen `userAgent` in a window. */
    settings: LaunchSettings["settings"];
    /** The software statement that Adobe issued for this app. Anyone who opens the page can read it. */
    softwareStatement: string;
    /** The facts about the device that Adobe receives, as in the contexts of Specs/interpreter. */
    device: Record<string, string | number>;
    /** The identifier by which Adobe already knows the device, if there is one; by default a random identifier, which is kept. */
    deviceIdentifier?: string;
    /**
     * The name of the database and of the lock; by default a name for each service provider and host. Two apps of one origin with the same
     * name share one flow.
     */
    name?: string;
    /** The location or the content of flowmachine.wasm; by default, the file next to flowmachine.mjs. */
    wasm?: string | URL | BufferSource | WebAssembly.Module;
    /** The content of interpreter/contract.json; by default it is fetched from the package. */
    contract?: object;
    limits?: StoreLimits;
    election?: ElectionOptions;
}

/** Permission to play one resource once. */
export interface Permit {
    /** The media token, which the streaming server verifies before it sends the stream. The flow returns it once and never keeps it. */
    token: string;
    /** The expiry of the token, in milliseconds since 1970. */
    notAfter: number;
    source: AdobeDecisionSource;
}

/** The error of a call that was not granted. */
export class FlowRefusal extends Error implements ErrorWords {
    readonly reason: RefusalReason | "denied" | "shutDown";
    /** The options that the app can offer: `retry` means the same call again, `otherProvider` means `signIn({ otherProvider: true })`. */
    readonly options: Array<ProblemOption>;
    readonly code?: string;
    readonly trace?: string;
    readonly details?: string;
    /** Whether the viewer or the app canceled the request, so that the app need not show an error. */
    readonly isCancellation: boolean;
}

/**
 * The flow of an app. Emits `change` when `view` has changed.
 *
 * One tab of the app leads: it runs the flow. A call in any tab is sent to the leading tab, which returns the answer. If another tab takes the
 * lead meanwhile, the call is sent again to that tab. The app receives exactly one answer.
 */
export class BrowserFlow extends EventTarget {
    private constructor();
    /** Opens the database. Nothing is sent before `start`. Throws a `StoreError` if the browser cannot open a database. */
    static open(options: FlowOptions): Promise<BrowserFlow>;
    readonly view: FlowView;
    /** Starts the flow in this tab. The tab leads, or it follows the leading tab. */
    start(): void;
    /** Ends the flow in this tab. Another open tab continues the flow; if there is none, the next `open` and `start` do. */
    stop(): Promise<void>;
    /** Starts the flow again after `view.failure`. */
    restart(): void;
    /**
     * Asks to play a resource.
     * @param under `signedIn` asks the viewer to sign in if needed; `ifSignedIn` does not ask; `temporary` plays under temporary access.
     * @throws FlowRefusal
     */
    play(resource: string, under?: "signedIn" | "ifSignedIn" | "temporary"): Promise<Permit>;
    /** Asks which resources could be played; `isPermitted` is undefined if Adobe gave no answer. Does not ask the viewer. @throws FlowRefusal */
    preview(resources: Array<string>): Promise<Array<{ name: string; isPermitted?: boolean }>>;
    /** Signs the viewer in. @throws FlowRefusal */
    signIn(options?: { otherProvider?: boolean }): Promise<Partial<ShownProvider> & { notAfter?: number }>;
    /**
     * Signs the viewer out. `owed` means that the viewer is signed out here, but Adobe has not received the logout yet; the flow sends it again.
     * `accountRemains` means that the viewer must also sign out in the system's settings.
     * @throws FlowRefusal
     */
    signOut(): Promise<"complete" | "accountRemains" | "owed">;
    /** Returns Adobe's metadata about the viewer, each value as JSON. @throws FlowRefusal */
    userMetadata(): Promise<Array<{ name: string; json: string; isEncrypted: boolean }>>;
    /** Reports the viewer's choice on a screen. Does nothing if that screen is no longer shown. */
    choose(screen: Pick<Screen, "id">, choice: ViewerChoice): void;
    /** Returns the files of the log, of all launches that are still kept, without the installation's id. `flow-trace` reads these files. */
    log(): Promise<Array<{ name: string; text: string }>>;
}

/** The database cannot be used. */
export class StoreError extends Error {
    readonly kind: "unsupported" | "opening" | "writing" | "closed";
}

/** The error of a tab that writes to the log after another tab has taken the lead. This tab must stop. */
export class FencedError extends Error {}

export interface StoreLimits {
    /** The approximate number of lines in a segment of the log; 4,000 by default. */
    segment?: number;
    /** The approximate maximum number of lines in the log; 20,000 by default. Older segments are removed, but the last two segments stay. */
    most?: number;
}

/** The values from the store with which a launch begins. */
export interface StoredState {
    /** The content of the event `launched`. */
    kept: PersistedState;
    /** The secrets by their references. A reference whose secret is gone has the value undefined; its number must not be used again. */
    secrets: Record<string, unknown>;
    /** The number of the log's last line. */
    position: number;
    /** The support id of the launch before. */
    support?: string;
    installation?: string;
    deviceIdentifier?: string;
}

/**
 * The log and the vault in one database. The store writes both in the same transactions, with `durability: "strict"`, so they are also lost
 * together. Each line is added under its number, so if two tabs write, one of them receives a `FencedError`.
 */
export class FlowStore {
    private constructor();
    static open(name: string, limits?: StoreLimits): Promise<FlowStore>;
    /**
     * Reads the values with which a launch begins.
     * @param statement identifies the software statement. Credentials that were issued for another statement are not used.
     */
    read(statement?: string): Promise<StoredState>;
    /** Begins a launch. The header is written when the promise resolves. */
    begin(read: StoredState, header: string, ids: { support: string; installation?: string; deviceIdentifier?: string }): Promise<LaunchWriter>;
    /** Continues the last segment, without a new launch. */
    resume(read: StoredState): LaunchWriter;
    /** Returns the log's files, oldest first. They contain the installation's id. */
    segments(): Promise<Array<{ name: string; text: string }>>;
    /** Whether the database is closed. The browser may close it, too, for example when the viewer clears the site's data. */
    readonly isClosed: boolean;
    close(): void;
}

export interface LaunchWriter {
    /**
     * Writes a record, and the changes of its effects `keep` and `forget` to the vault, in one transaction. Carry out the record's effects when
     * the promise has resolved. Records are written in order; records that arrive during a transaction share the next transaction. After an
     * error, nothing more is written.
     * @param valueOf returns the secret of a reference
     * @param shownOf returns the provider to show for an MVPD id
     */
    write(record: LogRecord & { line: string }, valueOf: (reference: string) => unknown, shownOf?: (mvpd: string) => unknown): Promise<void>;
    /** Whether the segment has reached its limit, so that the next call should be `beginSegment` with the lines that `Machine.rotate` returns. */
    readonly wantsSegment: boolean;
    beginSegment(lines: string): Promise<void>;
}

export interface ElectionOptions {
    /** The time within which a leader must answer, in milliseconds; 3,000 by default. Then another tab steals the leader's lock. */
    patience?: number;
    /** The object that provides `visibilityState` and its event; the page's document by default. */
    document?: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
}

/**
 * Elects one of an app's tabs as the leader, by a Web Lock. A visible tab leads if there is one: a hidden leader gives the lead to it, and a
 * frozen leader loses its lock. A frozen leader notices the loss only after it thaws, so the storage must reject its writes, as `FlowStore`
 * does. Emits `change` when this tab begins or stops to lead, and when it thaws.
 */
export class Election extends EventTarget {
    /**
     * @param lead called when this tab begins to lead. When `signal` is aborted, the function must end its work and then resolve. If
     * `isStolen()` is true at that time, another tab leads already, and this tab must not even open a transaction.
     */
    constructor(name: string, lead: (signal: AbortSignal, isStolen: () => boolean) => Promise<void>, options?: ElectionOptions);
    readonly isLeading: boolean;
    /** Whether the browser has frozen this tab. A frozen tab must not write: its transaction would block the other tabs until the tab thaws. */
    readonly isFrozen: boolean;
    start(): void;
    stop(): Promise<void>;
}
