// FlowReading for browsers and Node.js explains the logs of FlowMachine.

export { FlowMachineError } from "./flowmachine.js";

/** A log file. `name` is its path, which also identifies the file in the results. The files of one device are in one folder. */
export interface LogFile {
    name: string;
    log: string | Uint8Array;
}

/** The cause of a failed request, or a finding about a launch. */
export interface Cause {
    /** An identifier such as `code-expired`, which no later version renames (Specs/causes.md). */
    id: string;
    /** The values that distinguish causes with the same id, and the numbers in the text. */
    parameters: Record<string, string>;
    /** A text that is equal for the same cause in all launches. */
    kind: string;
    cause: string;
    owner: "viewer" | "provider" | "adobe" | "app" | "device" | "network" | "library";
    advice: string;
    quotes: string[];
    evidence: Array<{ event: number; time: number | null; text: string }>;
}

/** A request of the app. A request that was not fulfilled also has the members of a cause. */
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

/** The report about a launch, as in `flow-trace triage --json`. Times are in milliseconds since 1970, by the device's clock. */
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

/** A finding that only several launches together show, for example that a cause occurs only with one version of the app. */
export interface Pattern {
    /** An identifier such as `correlated-cause`, which no later version renames (Specs/causes.md). */
    id: string;
    text: string;
    owner: Cause["owner"];
    advice: string;
    /** The numbers and names in the text. Times and durations are in milliseconds. */
    parameters: Record<string, string | number | string[]>;
    /** The cause that the pattern is about; null if it is about no cause. */
    cause: Pick<Cause, "id" | "kind" | "parameters"> | null;
    /** The properties with which the cause is more frequent than chance explains. */
    correlation: {
        properties: Property[];
        /** The other properties that exactly the same launches have. */
        inseparable: Property[];
        with: { affected: number; all: number };
        others: { affected: number; all: number };
        probability: number;
    } | null;
    /** The launches that show the pattern. `good` and `bad` are two launches to compare. */
    evidence: Array<{ role: "first" | "last" | "good" | "bad"; file: string; event: number | null; time: number | null }>;
}

/** A property that some launches have and others do not. */
export interface Property {
    name: string;
    value: string;
}

/** The findings about several launches together, as in the last line of `flow-trace triage --json`. */
export interface Total {
    files: [];
    requests: [];
    findings: [];
    changes: [];
    /** The number of launches. */
    launches: number;
    /** The patterns, the most important first. */
    patterns: Pattern[];
}

/** Reads logs. Every function throws a `FlowMachineError` if the first line of a log is unreadable. Damaged lines are skipped and reported. */
export class FlowReading {
    private constructor();
    /** Loads the wasm from the module, URL, response or bytes; by default from the file beside this module. */
    static load(
        source?: WebAssembly.Module | BufferSource | string | URL | Response | Promise<Response>): Promise<FlowReading>;
    /** The library's version. */
    readonly version: string;
    /** Reports the failures of each launch, their causes, and who can act on them. List the files of one launch one after the other. */
    summarize(logs: LogFile[]): LaunchReport[];
    /** Returns the findings about all launches together; null if there is only one launch. */
    total(logs: LogFile[]): Total | null;
    /** Returns the results of `summarize` and `total` as text. */
    summary(logs: LogFile[]): string;
    /**
     * Explains the decision about an event, and what would have changed it, as `flow-trace explain --json`. By default, explains the event that
     * best shows why a request was not fulfilled.
     */
    explain(log: LogFile, event?: number): unknown;
    /** Returns the result of `explain` as text. */
    explanation(log: LogFile, event?: number): string;
    /** Returns the differences in meaning between two logs, as `flow-trace diff --json` prints them. */
    compare(left: LogFile, right: LogFile): unknown[];
    /** Returns the result of `compare` as text. */
    comparison(left: LogFile, right: LogFile): string;
    /** Returns a diagram of a log; as text by default. */
    draw(log: LogFile, options?: { as?: "sequence" | "states" | "timeline"; format?: "text" | "mermaid" | "svg" }): string;
    /** Reads logs once for many calls, for example for an interactive page. */
    open(logs: LogFile[]): OpenLogs;
}

/** A change to the recorded events, settings or clock of a log. */
export type LogEdit =
    | { kind: "without"; event: number }
    | { kind: "move"; event: number; by: number }
    | { kind: "change"; event: number; to: unknown }
    | { kind: "insert"; event: number; by: number; to: unknown }
    /** `values` contains the changed values as JSON, for example `{"attempts":1}`. */
    | { kind: "policy"; values: string }
    | { kind: "rightClock" };

/** The end of a request. */
export interface RequestEnd {
    outcome: string;
    event: number | null;
    simulated: boolean;
    /** The outcome as text. */
    text: string;
}

/** The comparison of a recorded run with its edited run, as `flow-trace what-if --json` prints it. */
export interface WhatIfReport {
    file: string;
    edits: string[];
    requests: Array<{ name: string; recorded: RequestEnd | null; edited: RequestEnd | null }>;
    left: number[];
    simulated: number[];
    /** The events of the edited run with polls that stay unanswered, because the log does not show Adobe's answer. */
    untold: number[];
    bounded: boolean;
}

/**
 * Logs that stay open for many calls. Except for `findings` and `comparison`, the results are about the first launch: the first log and the
 * logs that continue it.
 */
export class OpenLogs {
    private constructor();
    /** Returns the findings as HTML without scripts, styles or URLs. */
    findings(): string;
    /** Returns rows of the sequence diagram as JSON, for a page that draws its own lanes. */
    rows(first?: number, count?: number): string;
    /** Returns all details of an event as JSON. */
    step(event: number): string;
    /** Reports as JSON whether this build decides about each event as recorded. */
    verify(): string;
    /** Applies the edits to the log, decides about its events again, and returns the comparison and the log of the edited run. */
    whatIf(edits: LogEdit[]): { report: WhatIfReport; log: string };
    /** Returns a diagram of the log, or of the events `from` to `to`. */
    draw(options?: { as?: "sequence" | "states" | "timeline"; format?: "text" | "mermaid" | "svg"; from?: number; to?: number }): string;
    /** Explains the decision about an event as text. */
    explanation(event?: number): string;
    /** Returns the differences in meaning between the first two logs, as text. */
    comparison(): string;
    /** Returns a test in Swift that expects the log's decisions. */
    test(): string;
    /** Returns a copy of the log for a public bug report. The copy makes the same decisions and identifies nobody. */
    share(): string;
    /** Frees the logs. */
    close(): void;
}
