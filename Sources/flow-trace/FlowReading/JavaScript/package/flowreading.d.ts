// FlowReading for browsers and node: what a FlowMachine log means.

export { FlowMachineError } from "./flowmachine.js";

/** A log file. Its path names it in results; files of one device have one folder. */
export interface LogFile {
    name: string;
    log: string | Uint8Array;
}

/** What a log shows about a request or a launch. */
export interface Cause {
    /** A word such as `code-expired`, which no later version renames (flow-trace help causes). */
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
    /** A word such as `correlated-cause`, which no later version renames (flow-trace help causes). */
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
    /** Opens logs for many questions about them, for example by a page. */
    open(logs: LogFile[]): OpenLogs;
}

/** A change of a recorded course of events. */
export type LogEdit =
    | { kind: "without"; event: number }
    | { kind: "move"; event: number; by: number }
    | { kind: "change"; event: number; to: unknown }
    | { kind: "insert"; event: number; by: number; to: unknown }
    /** `values`: the changed values as JSON, for example `{"attempts":1}`. */
    | { kind: "policy"; values: string }
    | { kind: "rightClock" };

/** How a request ends. */
export interface RequestEnd {
    outcome: string;
    event: number | null;
    simulated: boolean;
    /** How it ends, in words. */
    text: string;
}

/** A recording and what becomes of it with edits, as `flow-trace what-if --json` prints it. */
export interface WhatIfReport {
    file: string;
    edits: string[];
    requests: Array<{ name: string; recorded: RequestEnd | null; edited: RequestEnd | null }>;
    left: number[];
    simulated: number[];
    /** Events of the edited run whose polls nothing answers, because the log cannot tell. */
    untold: number[];
    bounded: boolean;
}

/** Logs that stay open. Except for `findings` and `comparison`, results are about the first launch: the first log, and those that continue it. */
export class OpenLogs {
    private constructor();
    /** The findings as HTML, without script, style or address. */
    findings(): string;
    /** Lines of the sequence as JSON, for a page with lanes of its own. */
    rows(first?: number, count?: number): string;
    /** One event with all that is known around it, as JSON. */
    step(event: number): string;
    /** Whether this build decides the log as recorded, as JSON. */
    verify(): string;
    /** What this build decides when the log is changed, and the log of the edited run. */
    whatIf(edits: LogEdit[]): { report: WhatIfReport; log: string };
    /** Draws the log, or the events `from` to `to`. */
    draw(options?: { as?: "sequence" | "states" | "timeline"; format?: "text" | "mermaid" | "svg"; from?: number; to?: number }): string;
    /** Why an event was decided as it was, for people. */
    explanation(event?: number): string;
    /** How two logs differ in meaning, for people. */
    comparison(): string;
    /** The log as a test in Swift. */
    test(): string;
    /** A copy of the log that names nobody. */
    share(): string;
    /** Frees the logs. */
    close(): void;
}
