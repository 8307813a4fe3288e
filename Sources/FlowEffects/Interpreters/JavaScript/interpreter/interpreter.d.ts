// Performs the effects that a machine decides: calls by `fetch`, timers, and secrets. The app shows the presentations and writes the log.

import type { LaunchSettings, LogRecord, Machine } from "../flowmachine.js";
import type {
    AppEvent, Choice, ForgetTarget, PersistedState, PersistedValue, Presentation, PresentationID, SecretRef, WishAnswer,
} from "../log.js";

/** The values about the app and the device that requests to Adobe contain. */
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

/** The functions of the app that the interpreter calls. */
export interface InterpreterPort {
    /**
     * Writes a line of the log. The effects of `record` are performed when this function has returned or, if it returns a promise, when the
     * promise is fulfilled. The first line, the log's header, has no record.
     */
    line(text: string, record?: LogRecord): void | PromiseLike<unknown>;
    /** Shows a presentation. `choose` reports the viewer's choice; a choice that the presentation does not offer is ignored. */
    present(what: Presentation, choose: (choice: Choice) => void, presentation: PresentationID): void;
    /** Saves a fact for the next launch. */
    keep?(fact: PersistedValue): void;
    /** Removes a fact or a secret that was saved. */
    forget?(what: ForgetTarget): void;
    /**
     * Reports that the interpreter has stopped, because a line could not be written or an effect failed. Without this function, the error is
     * an unhandled rejection.
     */
    failed?(error: unknown): void;
}

/** The providers of a configuration, as the viewer sees them: the value of a reference such as `configuration#1`. */
export interface ConfigurationSecret {
    entries: Array<{ mvpd: string; displayName: string; logoURL?: string; isTemporary: boolean; requiredMetadataFields: Array<string> }>;
    /** The platform mapping ids of the providers that Apple's picker can offer. */
    supported: Array<string>;
    /** The platform mapping ids among them that Apple's picker shows first. */
    featured: Array<string>;
    isLimited: boolean;
}

/** The provider's texts about an error: the value of a reference such as `text#1`. */
export interface TextSecret {
    message: string;
    details?: string;
}

/** The registered client's credentials: the value of a reference such as `client#1`. */
export interface ClientSecret {
    id: string;
    secret: string;
    grantTypes: Array<string>;
}

/** The viewer's attributes: the value of a reference such as `attributes#1`. `json` is an attribute's value as JSON. */
export interface AttributesSecret {
    attributes: Array<{ name: string; json: string; isEncrypted: boolean }>;
}

/** The value of a reference. The kind of the reference, for example `configuration` in `configuration#1`, tells its type; all others are texts. */
export type Secret = string | ConfigurationSecret | TextSecret | ClientSecret | AttributesSecret;

/** The values of the references in the log. A reference with an undefined value has a number that must not be used again. */
export type Secrets = Record<string, Secret | undefined>;

export class Interpreter {
    /**
     * @param machine a machine that has begun a launch with `app.settings`
     * @param contract the content of `flowmachine/interpreter/contract.json`
     * @param secrets the values of the references of earlier launches
     */
    constructor(machine: Machine, contract: object, app: InterpretedApp, on: InterpreterPort, secrets?: Secrets);
    /** Begins the launch. `kept` is the state that earlier launches saved. */
    launch(kept?: PersistedState): void;
    /** Reports an event of the app, for example `{ kind: 'foregrounded' }`. */
    report(app: AppEvent): void;
    /** Signs the viewer in; resolves at once if a viewer is signed in. */
    signIn(): Promise<WishAnswer>;
    /** Starts a new sign-in, for which the viewer chooses a provider again. */
    signInWithOtherProvider(): Promise<WishAnswer>;
    /**
     * Requests permission to play a resource. `take` returns the media token of the answer.
     * @param under the access to use: `signedIn` signs the viewer in if needed, `ifSignedIn` shows the viewer no screen, and `temporary` is
     *        access without a sign-in
     */
    play(name: string, under?: "signedIn" | "ifSignedIn" | "temporary"): Promise<WishAnswer>;
    /** Asks Adobe which of these resources could be played. Shows the viewer no screen. */
    preview(names: Array<string>): Promise<WishAnswer>;
    /** Fetches the viewer's metadata again. */
    userMetadata(): Promise<WishAnswer>;
    /** Signs the viewer out. */
    signOut(): Promise<WishAnswer>;
    /** Returns the value of a reference, for example of the code that is shown. For a configuration, call `secret<ConfigurationSecret>(…)`. */
    secret(reference: SecretRef): string | undefined;
    secret<Value extends Secret>(reference: SecretRef): Value | undefined;
    /** Removes a secret and returns it, for secrets that the app may receive only once. */
    take(reference: SecretRef): string | undefined;
    take<Value extends Secret>(reference: SecretRef): Value | undefined;
    /** Stops all calls and timers. Answers open requests of the app with `dropped`. */
    stop(): void;
}

/** Returns the device identifier for Adobe: the SHA-256 hash, in hexadecimal, of a text that no other device has. */
export function deviceIdentifier(text: string): Promise<string>;
