// FlowReading for browsers and node: it explains the logs of FlowMachine.

export { FlowMachineError } from "./flowmachine.js";

/** A log file. Results name it by its path. Logs in one folder are treated as those of one device. */
export interface LogFile {
    name: string;
    log: string | Uint8Array;
}

/** The cause of an unfulfilled request, or of another problem, as the log shows it. */
export interface Cause {
    /** A word such as `code-expired`, which no later version renames (flow-trace help causes). */
    id: string;
    /** The values that distinguish causes with the same id, and the numbers in the text. */
    parameters: Record<string, string>;
    /** The cause in a few words, which are the same in all launches with this cause. */
    kind: string;
    cause: string;
    owner: "viewer" | "provider" | "adobe" | "app" | "device" | "network" | "library";
    advice: string;
    quotes: string[];
    evidence: Array<{ event: number; time: number | null; text: string }>;
}

/** A request of the app. If something went wrong, it also has the members of a cause. */
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

/** A finding that several launches show only together, such as a cause that comes with one version, or a provider that disappeared. */
export interface Pattern {
    /** A word such as `correlated-cause`, which no later version renames (flow-trace help causes). */
    id: string;
    text: string;
    owner: Cause["owner"];
    advice: string;
    /** Whether to read the pattern last: it is usual, or it is rare and no property explains it. */
    isBackground: boolean;
    /** The numbers and names in the text. Times are milliseconds since 1970, durations are milliseconds. */
    parameters: Record<string, string | number | string[]>;
    /** The cause that the pattern is about; `null` if it is about none. */
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
    /** Logs that show the pattern. Those with the roles `good` and `bad` are a pair to compare. */
    evidence: Array<{ role: "first" | "last" | "good" | "bad"; file: string; event: number | null; time: number | null }>;
}

/** A property that some launches have and others do not. */
export interface Property {
    name: string;
    value: string;
}

/** The patterns of several launches, as in the last line of `flow-trace triage --json`. */
export interface Total {
    files: [];
    requests: [];
    findings: [];
    changes: [];
    /** The number of launches. */
    launches: number;
    /** The number of logs that are copies of others. Copies count once. */
    copies: number;
    /** The number of logs that have the launch of another log, but other content. */
    conflicts: number;
    /** Says that no property of the launches explains any cause, and what else did not change; `null` otherwise. */
    conclusion: string | null;
    /** The patterns, most important first. */
    patterns: Pattern[];
}

/**
 * Reads logs. Functions throw a `FlowMachineError` if the first line of a log cannot be read. Damaged lines are skipped, and the results report
 * them.
 */
export class FlowReading {
    private constructor();
    /** Loads the wasm, by default from the folder of this module; otherwise from a module, a URL, a response or bytes. */
    static load(
        source?: WebAssembly.Module | BufferSource | string | URL | Response | Promise<Response>): Promise<FlowReading>;
    /** The library's version. */
    readonly version: string;
    /** Reports what went wrong in each launch, why, and who can act on it. The files of one launch must be next to each other. */
    summarize(logs: LogFile[]): LaunchReport[];
    /** Returns the patterns of several launches; `null` for one launch. */
    total(logs: LogFile[]): Total | null;
    /** Returns the reports as text, after several launches together with their patterns. */
    summary(logs: LogFile[]): string;
    /**
     * Explains why an event was decided as it was and what would have changed the decision, as `flow-trace explain --json` prints it. The default
     * is the event that best shows why a request was not fulfilled.
     */
    explain(log: LogFile, event?: number): unknown;
    /** Returns the explanation of an event as text. */
    explanation(log: LogFile, event?: number): string;
    /** Returns the differences in meaning between two logs, as `flow-trace diff --json` prints them. */
    compare(left: LogFile, right: LogFile): unknown[];
    /** Returns the differences in meaning between two logs as text. */
    comparison(left: LogFile, right: LogFile): string;
    /** Draws a log as text, Mermaid or SVG. */
    draw(log: LogFile, options?: { as?: "sequence" | "states" | "timeline"; format?: "text" | "mermaid" | "svg" }): string;
    /** Opens logs for many questions, for example for a page. Call `close` at the end. */
    open(logs: LogFile[]): OpenLogs;
}

/** A change of a recorded course of events. */
export type LogEdit =
    | { kind: "without"; event: number }
    | { kind: "move"; event: number; by: number }
    | { kind: "change"; event: number; to: unknown }
    | { kind: "insert"; event: number; by: number; to: unknown }
    /** `values` contains the changed values as JSON, for example `{"attempts":1}`. */
    | { kind: "policy"; values: string }
    | { kind: "rightClock" };

/** The outcome of a request. */
export interface RequestEnd {
    outcome: string;
    event: number | null;
    simulated: boolean;
    /** The outcome in words. */
    text: string;
}

/** The comparison of a recording with an edited run, as `flow-trace what-if --json` prints it. */
export interface WhatIfReport {
    file: string;
    edits: string[];
    requests: Array<{ name: string; recorded: RequestEnd | null; edited: RequestEnd | null }>;
    left: number[];
    simulated: number[];
    /** The events of the edited run that sent a poll without an answer, because the log does not show what Adobe would have answered. */
    untold: number[];
    /** The events of the edited run that sent a request whose answer the log does not show, because the recorded flow stopped waiting for it earlier. */
    waitsLonger: number[];
    bounded: boolean;
}

/**
 * Logs that stay open. `findings`, `compare` and `comparison` use all logs. The other functions use the first launch: the first log, and the logs that continue
 * it.
 */
export class OpenLogs {
    private constructor();
    /** Returns the findings as HTML, without script, style or address. */
    findings(): string;
    /** Returns lines of the sequence as JSON, for a page that draws the lanes itself. */
    rows(first?: number, count?: number): string;
    /** Returns one event with everything that is known about it, as JSON. */
    step(event: number): string;
    /** Checks whether this build decides the log as recorded. Returns JSON. */
    verify(): string;
    /** Runs the log with edits. Returns the report, and the log of the edited run. */
    whatIf(edits: LogEdit[]): { report: WhatIfReport; log: string };
    /** Draws the log, or the events `from` to `to`. */
    draw(options?: { as?: "sequence" | "states" | "timeline"; format?: "text" | "mermaid" | "svg"; from?: number; to?: number }): string;
    /** Explains as text why an event was decided as it was. */
    explanation(event?: number): string;
    /** Returns the differences in meaning between two launches, each with all its files, as `flow-trace diff --json` prints them. */
    compare(): unknown[];
    /** Returns the differences in meaning between two launches as text. */
    comparison(): string;
    /** Returns the log as a test in Swift. */
    test(): string;
    /** Returns a copy of the log that identifies nobody. */
    share(): string;
    /** Frees the logs. They cannot be used any longer. */
    close(): void;
}
