// FlowMachine in a browser: a flow whose log and secrets survive a reload, a killed tab and a killed browser, and which is one flow in
// all tabs of an app.

import type { AdobeDecisionSource, LogRecord, PersistedState, ProblemOption, ProblemReason, RefusalReason } from "../log.js";
import type { LaunchSettings } from "../flowmachine.js";

/** A provider as a viewer knows it. */
export interface ShownProvider {
    mvpd: string;
    /** Its name, or its id if Adobe's configuration does not name it. */
    displayName: string;
    logoURL?: string;
}

/** Adobe's own words about an error, where it sent them. */
export interface ErrorWords {
    /** Adobe's error code. */
    code?: string;
    /** Adobe's trace id, to quote to its support. */
    trace?: string;
    /** For developers. */
    message?: string;
    /** For the viewer, in the provider's words: show it unchanged. */
    details?: string;
}

/** The screen that the app shows now. `id` changes with each screen. What the viewer does there goes to `choose`. */
export type Screen = { id: number } & (
    /** Choices: `{ kind: "provider", mvpd }`, `cancel`. */
    | { kind: "providerPicker"; providers: Array<ShownProvider> }
    /** The provider that was used last. Choices: `{ kind: "provider", mvpd }`, `otherProvider`, `cancel`. */
    | { kind: "providerConfirmation"; provider: ShownProvider }
    /** Choices: `{ kind: "profile", mvpd }`, `cancel`. */
    | { kind: "profilePicker"; profiles: Array<ShownProvider & { notAfter: number }> }
    /**
     * A code to type on another device. `link` is the activation page with the code, for a QR code; `notAfter` is in milliseconds since 1970
     * by Adobe's clock; `isSlow`: Adobe answers late at the moment. Choices: `newCode`, `otherProvider`, `cancel`.
     */
    | { kind: "code"; code: string; activationURL?: string; link?: string; notAfter?: number; isSlow: boolean }
    /** Choices: `newCode`, `otherProvider`, `cancel`. */
    | { kind: "codeExpired" }
    /** A page to open in a window. Choices: `redirectReached`, `userAgentClosed`, `cancel`. */
    | { kind: "userAgent" | "signOutUserAgent"; link: string }
    /** Only where the device has its own provider account. Choices: `done`, `cancel`. */
    | { kind: "signOutInSettings" }
    /** Something went wrong. Choices: those in `options`; another would lead back here. */
    | ({ kind: "problem"; reason: ProblemReason; options: Array<ProblemOption> } & ErrorWords)
);

/** What the viewer did on a screen. */
export type ViewerChoice =
    | { kind: "provider" | "profile"; mvpd: string }
    | { kind: "otherProvider" | "retry" | "newCode" | "done" | "redirectReached" | "userAgentClosed" | "cancel" };

/** Who is signed in. `unavailable`: Adobe refused the app's registration, so nobody knows. */
export type FlowStatus =
    | { kind: "starting" | "signedOut" | "signingIn" | "signingOut" | "temporaryAccess" | "unavailable" }
    | ({ kind: "signedIn"; notAfter?: number } & Partial<ShownProvider>);

/** What the app shows. It is the same in every tab. */
export interface FlowView {
    /** Whether this tab carries out the flow. The others show the same and hand on what the viewer does. */
    readonly isLeading: boolean;
    readonly status: FlowStatus;
    /** The screen of the sign-in or the sign-out, if there is one. */
    readonly screen?: Screen;
    /** Identifies the launch's log, for the viewer to read out to support; undefined before the launch. */
    readonly supportID?: string;
    /** The flow has ended because nothing can be written: a `StoreError`, or a `FlowMachineError`. `restart` begins it again. */
    readonly failure?: Error;
}

export interface FlowOptions {
    /** The app's name and version, for the log: "WebTV/1.0". */
    app: string;
    /** The operating system or the browser, for the log. */
    system?: string;
    /** `partner` must be `none`, and `hasUserAgent` false unless the app opens the screen `userAgent` in a window. */
    settings: LaunchSettings["settings"];
    /** Issued by Adobe for this app. Anyone who opens the page can read it. */
    softwareStatement: string;
    /** What Adobe is told about the device, as in the contexts of Specs/interpreter. */
    device: Record<string, string | number>;
    /** The device's identifier at Adobe so far, for an app that had one; by default a random one that is kept. */
    deviceIdentifier?: string;
    /**
     * The name of the database and of the lock; by default one for each service provider and host. Two apps of one origin with the same name
     * are one flow.
     */
    name?: string;
    /** Where flowmachine.wasm is; beside flowmachine.mjs by default. */
    wasm?: string | URL | BufferSource | WebAssembly.Module;
    /** The content of interpreter/contract.json; by default it is fetched from the package. */
    contract?: object;
    limits?: StoreLimits;
    election?: ElectionOptions;
}

/** Permission to play one resource once. */
export interface Permit {
    /** The media token, for the server that verifies it before it sends the stream. It is handed out once and never kept. */
    token: string;
    /** When the token expires, in milliseconds since 1970. */
    notAfter: number;
    source: AdobeDecisionSource;
}

/** Why something that the app asked for was not granted. */
export class FlowRefusal extends Error implements ErrorWords {
    readonly reason: RefusalReason | "denied" | "shutDown";
    /** What the app can offer: `retry` is the same call again, `otherProvider` is `signIn({ otherProvider: true })`. */
    readonly options: Array<ProblemOption>;
    readonly code?: string;
    readonly trace?: string;
    readonly details?: string;
    /** The viewer or the app gave it up: there is nothing to show. */
    readonly isCancellation: boolean;
}

/**
 * The flow of an app. Emits `change` when `view` has changed.
 *
 * A call is sent to the tab that leads, and its answer returns here. If another tab takes the lead meanwhile, the call is sent again to that
 * tab. The app gets one answer.
 */
export class BrowserFlow extends EventTarget {
    private constructor();
    /** Opens the database. Nothing is sent before `start`. Throws a `StoreError` if the browser cannot keep anything. */
    static open(options: FlowOptions): Promise<BrowserFlow>;
    readonly view: FlowView;
    /** Begins. This tab leads the flow, or follows the tab that leads. */
    start(): void;
    /** Ends the flow in this tab. Another open tab continues it, or else the next `open`. */
    stop(): Promise<void>;
    /** Begins again after `view.failure`. */
    restart(): void;
    /**
     * Asks to play a resource.
     * @param under `signedIn` asks the viewer to sign in if need be; `ifSignedIn` asks nothing; `temporary` plays under temporary access.
     * @throws FlowRefusal
     */
    play(resource: string, under?: "signedIn" | "ifSignedIn" | "temporary"): Promise<Permit>;
    /** Which resources could be played; undefined where Adobe gave no answer. Asks the viewer nothing. @throws FlowRefusal */
    preview(resources: Array<string>): Promise<Array<{ name: string; isPermitted?: boolean }>>;
    /** Signs the viewer in. @throws FlowRefusal */
    signIn(options?: { otherProvider?: boolean }): Promise<Partial<ShownProvider> & { notAfter?: number }>;
    /** Signs the viewer out. `owed`: here, but Adobe has not received it yet; it is sent again. @throws FlowRefusal */
    signOut(): Promise<"complete" | "accountRemains" | "owed">;
    /** What Adobe knows about the viewer, each value as JSON. @throws FlowRefusal */
    userMetadata(): Promise<Array<{ name: string; json: string; isEncrypted: boolean }>>;
    /** Reports what the viewer did on a screen. Does nothing if that screen is no longer shown. */
    choose(screen: Pick<Screen, "id">, choice: ViewerChoice): void;
    /** The log of all launches that are kept, without a secret and without the installation's id: `flow-trace` reads these files. */
    log(): Promise<Array<{ name: string; text: string }>>;
}

/** The database cannot be used. */
export class StoreError extends Error {
    readonly kind: "unsupported" | "opening" | "writing" | "closed";
}

/** Another tab has written to this log since: it leads, and this one must stop. */
export class FencedError extends Error {}

export interface StoreLimits {
    /** A segment of the log gets about this many lines; 4,000 by default. */
    segment?: number;
    /** Older segments are removed so that the log has about this many lines; 20,000 by default. The last two segments stay. */
    most?: number;
}

/** What a launch begins with. */
export interface StoredState {
    /** For the event `launched`. */
    kept: PersistedState;
    /** What its references stand for; with undefined, a reference whose number was given out. */
    secrets: Record<string, unknown>;
    /** The number of the log's last line. */
    position: number;
    /** The support id of the launch before. */
    support?: string;
    installation?: string;
    deviceIdentifier?: string;
}

/**
 * Log and vault in one database: they are written in the same transactions, with `durability: "strict"`, and are lost together.
 * A line is added under its number, so of two tabs that write, one gets a `FencedError`.
 */
export class FlowStore {
    private constructor();
    static open(name: string, limits?: StoreLimits): Promise<FlowStore>;
    /** @param statement identifies the software statement: credentials of another one are not used. */
    read(statement?: string): Promise<StoredState>;
    /** Begins a launch: its header is written when this resolves. */
    begin(read: StoredState, header: string, ids: { support: string; installation?: string; deviceIdentifier?: string }): Promise<LaunchWriter>;
    /** Continues the last segment. */
    resume(read: StoredState): LaunchWriter;
    /** The log's files, oldest first, with the installation's id. */
    segments(): Promise<Array<{ name: string; text: string }>>;
    /** The browser closes it, too: for example when the viewer clears the site's data. */
    readonly isClosed: boolean;
    close(): void;
}

export interface LaunchWriter {
    /**
     * Writes a record, and what its effects `keep` and `forget` change in the vault, in one transaction. Carry out its effects when this has
     * resolved. Records are written in order; those that arrive during a transaction share the next one. After an error nothing is written.
     * @param valueOf the secret of a reference
     * @param shownOf the provider to show for an id
     */
    write(record: LogRecord & { line: string }, valueOf: (reference: string) => unknown, shownOf?: (mvpd: string) => unknown): Promise<void>;
    /** Whether the next call should be `beginSegment`, with what `Machine.rotate` returns. */
    readonly wantsSegment: boolean;
    beginSegment(lines: string): Promise<void>;
}

export interface ElectionOptions {
    /** How long a leader may take to answer before its lock is stolen, in milliseconds; 3,000 by default. */
    patience?: number;
    /** Where `visibilityState` and its event come from; the page's document by default. */
    document?: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
}

/**
 * Elects one of an app's tabs by a Web Lock. A visible tab leads if there is one: a hidden leader gives way to it, and a frozen one loses the
 * lock. A leader that was frozen learns that later, so what it writes must be fenced, as `FlowStore` does. Emits
 * `change` when this tab begins or stops to lead, and when it thaws.
 */
export class Election extends EventTarget {
    /**
     * @param lead called when this tab leads; it ends what it does when `signal` is aborted, and then resolves. If `isStolen()` is true then,
     * another tab leads already, and this one must not even open a transaction.
     */
    constructor(name: string, lead: (signal: AbortSignal, isStolen: () => boolean) => Promise<void>, options?: ElectionOptions);
    readonly isLeading: boolean;
    /** The browser has frozen this tab: it must write nothing, or a transaction stays open and blocks the other tabs until it thaws. */
    readonly isFrozen: boolean;
    start(): void;
    stop(): Promise<void>;
}
