// FlowReading for browsers and node: what a FlowMachine log means.

export { FlowMachineError } from "./flowmachine.js";

/** A log file. Its path names it in results; files of one device have one folder. */
export interface LogFile {
    name: string;
    log: string | Uint8Array;
}

/** What a log shows about a request or a launch. */
export interface Cause {
    /** A word such as `code-expired`, which no later version renames (Specs/causes.md). */
    id: string;
    /** What tells two causes with one id apart, and the numbers in the text. */
    parameters: Record<string, string>;
    /** The same text for the same cause in all launches. */
    kind: string;
    cause: string;
    owner: "viewer" | "provider" | "adobe" | "app" | "device" | "network" | "library";
    advice: string;
    quotes: string[];
    evidence: Array<{ event: number; time: number | null; text: string }>;
}

/** A request of the app. It has the members of a cause if something went wrong. */
export interface TriagedRequest extends Partial<Cause> {
    name: string;
    event: number | null;
    time: number;
    outcome: string;
    answerEvent: number | null;
    answerTime: number | null;
    reason: string | null;
    code: string | null;
}

/** A launch, as `flow-trace triage --json` prints it. Times are in milliseconds since 1970, by the device's clock. */
export interface LaunchReport {
    files: string[];
    app: string;
    library: string;
    system: string | null;
    support: string;
    start: number | null;
    end: number | null;
    events: number;
    clockAhead: number | null;
    provider: string | null;
    requests: TriagedRequest[];
    leftOut: number;
    findings: Cause[];
    changes: Cause[];
}

/** What several launches show together, and none of them alone: a cause that comes with one version, a provider that is gone since a time. */
export interface Pattern {
    /** A word such as `correlated-cause`, which no later version renames (Specs/causes.md). */
    id: string;
    text: string;
    owner: Cause["owner"];
    advice: string;
    /** The numbers and names of the text; times and durations are milliseconds. */
    parameters: Record<string, string | number | string[]>;
    /** The cause that it is about. */
    cause: Pick<Cause, "id" | "kind" | "parameters"> | null;
    /** The properties with which the cause is more frequent than chance explains. */
    correlation: {
        properties: Property[];
        /** Further properties that exactly the same launches have. */
        inseparable: Property[];
        with: { affected: number; all: number };
        others: { affected: number; all: number };
        probability: number;
    } | null;
    /** `good` and `bad` are a pair to compare. */
    evidence: Array<{ role: "first" | "last" | "good" | "bad"; file: string; event: number | null; time: number | null }>;
}

/** Something that some launches have and others do not. */
export interface Property {
    name: string;
    value: string;
}

/** What several launches show together, as the last line of `flow-trace triage --json`. */
export interface Total {
    files: [];
    requests: [];
    findings: [];
    changes: [];
    /** How many launches. */
    launches: number;
    /** The most important first. */
    patterns: Pattern[];
}

/** Reads logs. Every function throws a `FlowMachineError` if the first line of a log cannot be read; damaged lines are skipped, and told. */
export class FlowReading {
    private constructor();
    /** Loads the wasm: from beside this module, or from a module, a URL, a response or bytes. */
    static load(
        source?: WebAssembly.Module | BufferSource | string | URL | Response | Promise<Response>): Promise<FlowReading>;
    /** The library's version. */
    readonly version: string;
    /** What went wrong in each launch, why, and who can act on it. The files of one launch stand one after the other. */
    summarize(logs: LogFile[]): LaunchReport[];
    /** What several launches show together; `null` for one launch. */
    total(logs: LogFile[]): Total | null;
    /** The same for people; of several launches also what they have in common. */
    summary(logs: LogFile[]): string;
    /** Why an event was decided as it was, and what would have changed it, as `flow-trace explain --json` prints it; by default the event that best shows why a request was not fulfilled. */
    explain(log: LogFile, event?: number): unknown;
    /** The same for people. */
    explanation(log: LogFile, event?: number): string;
    /** How two logs differ in meaning, as `flow-trace diff --json` prints it. */
    compare(left: LogFile, right: LogFile): unknown[];
    /** The same for people. */
    comparison(left: LogFile, right: LogFile): string;
    /** Draws a log. */
    draw(log: LogFile, options?: { as?: "sequence" | "states" | "timeline"; format?: "text" | "mermaid" | "svg" }): string;
}
