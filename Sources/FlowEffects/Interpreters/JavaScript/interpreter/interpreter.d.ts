// Executes the effects of a machine: it sends the calls with `fetch`, runs the timers and keeps the secrets. The app shows the presentations
// and writes the log.

import type { LaunchSettings, LogRecord, Machine } from "../flowmachine.js";
import type {
    AppEvent, Choice, ForgetTarget, PersistedState, PersistedValue, Presentation, PresentationID, SecretRef, WishAnswer,
} from "../log.js";

/** The properties of the app and of the device that the requests to Adobe contain. */
export interface InterpretedApp {
    /** The settings with which the machine began its launch. */
    settings: LaunchSettings["settings"];
    /** The software statement of the app, from Adobe's dashboard. */
    softwareStatement: string;
    /** The result of `deviceIdentifier`. */
    deviceIdentifier: string;
    /** The members of X-Device-Info: `model`, `version` and `osName` are required. */
    device: Record<string, string | number>;
}

/** The functions of the app that the interpreter calls. */
export interface InterpreterPort {
    /**
     * Writes a line of the log. The interpreter executes the effects of `record` after this call. If the call returns a promise, the interpreter
     * waits until the promise is fulfilled. The first line, the log's header, has no record.
     */
    line(text: string, record?: LogRecord): void | PromiseLike<unknown>;
    /** Shows a presentation. The app calls `choose` with the viewer's choice; a choice that the presentation does not offer is ignored. */
    present(what: Presentation, choose: (choice: Choice) => void, presentation: PresentationID): void;
    /** Stores a fact for the next launch. */
    keep?(fact: PersistedValue): void;
    /** Deletes a stored fact or secret. */
    forget?(what: ForgetTarget): void;
    /**
     * Reports that the interpreter has stopped, because a line could not be written or an effect could not be executed. Without this function,
     * the error becomes an unhandled rejection.
     */
    failed?(error: unknown): void;
}

/** The values of the references in the log. A reference with the value undefined has no secret, but its number must not be used again. */
export type Secrets = Record<string, string | undefined>;

export class Interpreter {
    /**
     * @param machine a machine that has begun a launch with `app.settings`
     * @param contract the content of `flowmachine/interpreter/contract.json`
     * @param secrets the values of the references of earlier launches
     */
    constructor(machine: Machine, contract: object, app: InterpretedApp, on: InterpreterPort, secrets?: Secrets);
    /** Begins the launch. `kept` contains the facts that earlier launches stored. */
    launch(kept?: PersistedState): void;
    /** Reports an event of the app to the machine, for example `{ kind: 'foregrounded' }`. */
    report(app: AppEvent): void;
    /** Signs the viewer in. Resolves at once if a viewer is signed in already. */
    signIn(): Promise<WishAnswer>;
    /** Signs the viewer in after the viewer has chosen a provider again. */
    signInWithOtherProvider(): Promise<WishAnswer>;
    /**
     * Requests the playback of a resource. `take` returns the media token to which the answer refers.
     * @param under `signedIn` signs the viewer in if necessary; `ifSignedIn` asks the viewer nothing; `temporary` needs no sign-in
     */
    play(name: string, under?: "signedIn" | "ifSignedIn" | "temporary"): Promise<WishAnswer>;
    /** Asks Adobe which of these resources the viewer could play. Never asks the viewer anything. */
    preview(names: Array<string>): Promise<WishAnswer>;
    /** Fetches the viewer's metadata again. */
    userMetadata(): Promise<WishAnswer>;
    /** Signs the viewer out. */
    signOut(): Promise<WishAnswer>;
    /** Returns the secret of a reference, for example the code that a screen shows; undefined if there is none. */
    secret(reference: SecretRef): string | undefined;
    /** Removes a secret that may be used only once, for example a media token, and returns it. */
    take(reference: SecretRef): string | undefined;
    /** Stops every call and timer. Open requests are answered with `dropped`. */
    stop(): void;
}

/** Returns the device identifier that Adobe receives: the SHA-256, in hexadecimal, of a text that no other device has. */
export function deviceIdentifier(text: string): Promise<string>;
