// FlowMachine for browsers and Node.js decides the steps of a TV app's sign-in and playback authorization with Adobe Pass.

import type { Effect, FlowEvent, FlowSettings, LogRecord, Policy, ResourceName } from "./log.js";

export * from "./log.js";

/** The kind of an error: a status code of flowmachine.h, or `stopped` if the wasm stopped, probably for lack of memory. */
export type FlowMachineErrorKind =
    | "noMachine" | "badArgument" | "notBegun" | "unreadable" | "damaged" | "differs" | "otherRevision" | "stopped";

/** The error of a failed call. `message` says what is wrong, where, and what to do. A failed call does not change the machine. */
export class FlowMachineError extends Error {
    readonly kind: FlowMachineErrorKind;
    /** The line of the input with the problem, from 1; 0 if the problem is not in the input. */
    readonly line: number;
    /** The byte in that line, from 1; 0 if the problem is not in the input. */
    readonly column: number;
    /** The number of events before the problem whose decisions are as recorded. Only `FlowMachine.verify` sets this field. */
    readonly verified?: number;
}

/** An event and the machine's decision about the event. The fields are read from `line` at their first use. */
export class FlowRecord implements LogRecord {
    private constructor();
    /** The line of the log, with its newline. Write the line to the log before you execute its effects. */
    readonly line: string;
    /** The number of the event, from 1 in each launch. */
    readonly number: number;
    /** The number of the event whose effect caused this event; undefined if no effect caused it. */
    readonly by?: number;
    readonly event: FlowEvent;
    /** The id of the rule that decided about the event. */
    readonly rule: string;
    readonly state: string;
    readonly step: string;
    /** The effects to execute, in order. */
    readonly effects: Array<Effect>;
    /** A 64-bit digest of the complete state, as 16 hexadecimal digits. */
    readonly digest: string;
    toJSON(): LogRecord;
}

/** The settings of a launch. The first line of a log contains them, together with the defaults of the missing ones. */
export interface LaunchSettings {
    /** The app's name, version and build, for example "DemoTV/1.0 (4711)". */
    app: string;
    /** The identifier by which the app's support finds this log. */
    support: string;
    /** The operating system and its version. */
    system?: string;
    /** The `support` of the previous launch. */
    previousSupport?: string;
    /** The random id of the app's installation: 32 lowercase hexadecimal digits, derived from no other id. `share` removes this field. */
    installation?: string;
    /** How far the device's local time is ahead of UTC, in minutes. */
    utcOffsetMinutes?: number;
    settings: Partial<Omit<FlowSettings, "policy">> &
        Pick<FlowSettings, "serviceProvider" | "domainName" | "redirectURL" | "platform" | "hasUserAgent"> & { policy?: Partial<Policy> };
    /** The names of the resources. Only a log for development contains them. */
    names?: Array<ResourceName>;
}

/** A machine: the settings, the current state and the position in the log. Unused machines are freed automatically; `free` does so earlier. */
export class Machine {
    private constructor();
    /** The log's first line, with its newline; empty after `resume`. */
    readonly headerLine: string;
    /** The number of the last record; 0 before the first. */
    readonly number: number;
    /** The number of events that the last `verify` or `resume` decided as recorded. */
    readonly verified: number;
    /** Begins a launch, discards the previous launch, and returns the header line. A string is JSON, for example an existing log's first line. */
    begin(settings: LaunchSettings | string): string;
    /**
     * Decides about the next event. A string is the event's JSON.
     * @param by the number of the record whose effect caused the event; for a reply, the record with the request.
     */
    decide(event: FlowEvent | string, by?: number): FlowRecord;
    /** Begins another log file, and returns its first two lines: a header and a snapshot of the complete state. */
    rotate(): string;
    /** Verifies a log file to continue it after its last record, and returns that record's number. */
    resume(log: string | Uint8Array): number;
    /** Verifies a log file, and returns the number of its events. Changes neither the state nor the settings. */
    verify(log: string | Uint8Array): number;
    /** Returns the log file without the installation's id, which must not leave the app. `FlowMachine.share` does this for several files. */
    share(log: string | Uint8Array): string;
    /** Frees the machine's memory. All other methods then throw. A `using` declaration calls `free` at the end of its block. */
    free(): void;
}

/** The loaded wasm. All machines of one `FlowMachine` share its memory, so only one thread may use them. */
export class FlowMachine {
    private constructor();
    /**
     * Loads the wasm.
     * @param source the URL, response, bytes or module of the wasm; by default `flowmachine.wasm` beside this module.
     */
    static load(source?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<FlowMachine>;
    /** The library's version. */
    readonly version: string;
    /** The version of the log format that the library writes. */
    readonly format: number;
    /** The revision of the model. Libraries with the same revision write the same decisions, byte for byte. */
    readonly modelRevision: number;
    /** Returns a new machine that has begun a launch. */
    machine(settings: LaunchSettings | string): Machine;
    /** Returns a new machine that continues a log file after its last record. */
    resume(log: string | Uint8Array): Machine;
    /** Verifies a log file, and returns the number of its events. Checks each checksum and decides about each event again. */
    verify(log: string | Uint8Array): number;
    /** Returns the log files, in order, without the field `installation` of their headers, so that they may be sent. Their checksums change. */
    share(logs: Array<string | Uint8Array>): Array<string>;
    /** Yields the records of a log file, without verifying the file. */
    records(log: string | Uint8Array): Generator<FlowRecord, void, undefined>;
}
