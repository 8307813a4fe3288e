// Carries out what a machine decides: calls by `fetch`, timers, secrets. The app shows what is presented and writes the log.

import type { LaunchSettings, LogRecord, Machine } from "../flowmachine.js";
import type {
    AppEvent, Choice, ForgetTarget, PersistedState, PersistedValue, Presentation, PresentationID, SecretRef, WishAnswer,
} from "../log.js";

/** What requests to Adobe say about the app and the device. */
export interface InterpretedApp {
    /** The settings with which the machine has begun its launch. */
    settings: LaunchSettings["settings"];
    /** The software statement of the app, from Adobe's dashboard. */
    softwareStatement: string;
    /** The result of `deviceIdentifier`. */
    deviceIdentifier: string;
    /** The members of X-Device-Info: `model`, `version` and `osName` are required. */
    device: Record<string, string | number>;
}

/** What the app does for the interpreter. */
export interface InterpreterPort {
    /**
     * Writes a line of the log. The effects of `record` are carried out after it, and if it returns a promise, after that is fulfilled. The first
     * line, the log's header, has no record.
     */
    line(text: string, record?: LogRecord): void | PromiseLike<unknown>;
    /** Shows a presentation. `choose` reports what the viewer does there; a choice that the presentation does not offer is ignored. */
    present(what: Presentation, choose: (choice: Choice) => void, presentation: PresentationID): void;
    /** Keeps a fact for the next launch. */
    keep?(fact: PersistedValue): void;
    /** Forgets a fact or a secret that was kept. */
    forget?(what: ForgetTarget): void;
    /** The interpreter has stopped: a line could not be written, or an effect not be carried out. Without it, a promise is rejected. */
    failed?(error: unknown): void;
}

/** What each reference in the log stands for. An undefined value: a reference whose number must not be used again. */
export type Secrets = Record<string, string | undefined>;

export class Interpreter {
    /**
     * @param machine a machine that has begun a launch with `app.settings`
     * @param contract the content of `flowmachine/interpreter/contract.json`
     * @param secrets what the references of earlier launches stand for
     */
    constructor(machine: Machine, contract: object, app: InterpretedApp, on: InterpreterPort, secrets?: Secrets);
    /** Begins the launch. `kept`: what earlier launches kept. */
    launch(kept?: PersistedState): void;
    /** Reports what the app knows, for example `{ kind: 'foregrounded' }`. */
    report(app: AppEvent): void;
    /** Signs the viewer in; resolves at once if a viewer is signed in. */
    signIn(): Promise<WishAnswer>;
    /** Signs the viewer in with a provider that is chosen anew. */
    signInWithOtherProvider(): Promise<WishAnswer>;
    /**
     * Asks to play a resource. `take` returns the media token of the answer.
     * @param under `signedIn` signs the viewer in if need be; `ifSignedIn` asks the viewer nothing; `temporary` is access without a sign-in
     */
    play(name: string, under?: "signedIn" | "ifSignedIn" | "temporary"): Promise<WishAnswer>;
    /** Asks which of these resources could be played; never asks the viewer. */
    preview(names: Array<string>): Promise<WishAnswer>;
    /** Fetches the viewer's metadata again. */
    userMetadata(): Promise<WishAnswer>;
    /** Signs the viewer out. */
    signOut(): Promise<WishAnswer>;
    /** The value of a reference, for example of the code that is shown. */
    secret(reference: SecretRef): string | undefined;
    /** Removes a secret that is handed out only once, and returns it. */
    take(reference: SecretRef): string | undefined;
    /** Stops every call and timer. Requests that are open are answered with `dropped`. */
    stop(): void;
}

/** The device identifier as Adobe receives it: a SHA-256, in hexadecimal, of a text that no other device has. */
export function deviceIdentifier(text: string): Promise<string>;
