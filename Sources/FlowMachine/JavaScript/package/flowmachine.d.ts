// FlowMachine for browsers and node: decides the steps of a TV app's sign-in and playback authorization with Adobe Pass.

import type { Effect, FlowEvent, FlowSettings, LogRecord, ResourceName } from "./log.js";
import type { Policies } from "./policies.js";

export * from "./log.js";
export * from "./policies.js";

/** What goes wrong; `stopped` if the wasm stopped, probably without memory. */
export type FlowMachineErrorKind =
    | "noMachine" | "badArgument" | "notBegun" | "unreadable" | "damaged" | "differs" | "otherRevision" | "stopped";

/** A call that failed. `message` says what is wrong, where, and what to do. The machine is as it was before the call. */
export class FlowMachineError extends Error {
    readonly kind: FlowMachineErrorKind;
    /** The line of the input, from 1; 0 if the problem is not in the input. */
    readonly line: number;
    /** The byte in that line, from 1; 0 if the problem is not in the input. */
    readonly column: number;
    /** Of `FlowMachine.verify`: how many events before the problem are decided in the same way. */
    readonly verified?: number;
}

/** One event and what was decided about it. The fields are read from `line` at their first use. */
export class FlowRecord implements LogRecord {
    private constructor();
    /** The line of the log, with its newline. Write it to the log before carrying out its effects. */
    readonly line: string;
    /** The number of the event, from 1 in each launch. */
    readonly number: number;
    /** The number of the event whose effect caused it, if one did. */
    readonly by?: number;
    readonly event: FlowEvent;
    /** The id of the rule that decided. */
    readonly rule: string;
    readonly state: string;
    readonly step: string;
    /** What to carry out, in order. */
    readonly effects: Array<Effect>;
    /** A 64-bit digest of the complete state, as 16 hexadecimal digits. */
    readonly digest: string;
    toJSON(): LogRecord;
}

/** What a launch begins with: a log's first line, without what has a default. */
export interface LaunchSettings {
    /** The app's name, version and build, for example "DemoTV/1.0 (4711)". */
    app: string;
    /** An identifier by which the app's support finds this log. */
    support: string;
    /** The operating system and its version. */
    system?: string;
    /** The `support` of the launch before. */
    previousSupport?: string;
    /** A random id of the app's installation, 32 lowercase hexadecimal digits, derived from nothing. `share` removes it. */
    installation?: string;
    /** How far the device's local time is ahead of UTC, in minutes. */
    utcOffsetMinutes?: number;
    settings: Partial<Omit<FlowSettings, "policy">> &
        Pick<FlowSettings, "serviceProvider" | "domainName" | "redirectURL" | "platform" | "hasUserAgent"> & { policy?: Policies };
    /** The names of resources, in a development log only. */
    names?: Array<ResourceName>;
}

/** A machine: settings, the current state, and the position in the log. It is freed when it is no longer used, or earlier by `free`. */
export class Machine {
    private constructor();
    /** The log's first line, with its newline; empty after `resume`. */
    readonly headerLine: string;
    /** The number of the last record; 0 before the first. */
    readonly number: number;
    /** How many events the last `verify` or `resume` found to be decided in the same way. */
    readonly verified: number;
    /** Begins a launch, and forgets the one before. Text is JSON; the first line of an existing log is accepted too. */
    begin(settings: LaunchSettings | string): string;
    /**
     * Decides about the next event: an object, or its JSON.
     * @param by the number of the record whose effect caused it, for example the one with the request that a reply answers.
     */
    decide(event: FlowEvent | string, by?: number): FlowRecord;
    /** Begins another log file: its first two lines, a header and a snapshot of the complete state. */
    rotate(): string;
    /** Verifies a log file and continues it: the number of its last record. */
    resume(log: string | Uint8Array): number;
    /** Verifies a log file: the number of its events. Changes neither the state nor the settings. */
    verify(log: string | Uint8Array): number;
    /** A log file without what must not leave the app; `FlowMachine.share` does this for several. */
    share(log: string | Uint8Array): string;
    /** Frees the machine's memory. Other methods then throw; `using` does this at the end of the block. */
    free(): void;
}

/** The core. Machines of one `FlowMachine` share its memory, and are used by one thread. */
export class FlowMachine {
    private constructor();
    /**
     * Loads the core.
     * @param source its URL, answer, bytes or module; `flowmachine.wasm` beside this module by default.
     */
    static load(source?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<FlowMachine>;
    /** The library's version. */
    readonly version: string;
    /** The version of the log's format that it writes. */
    readonly format: number;
    /** Libraries with the same revision decide the same, byte for byte. */
    readonly modelRevision: number;
    /** A machine that begins a launch. */
    machine(settings: LaunchSettings | string): Machine;
    /** A machine that continues a log file after its last record. */
    resume(log: string | Uint8Array): Machine;
    /** Verifies a log file: every checksum, and every decision again. The number of its events. */
    verify(log: string | Uint8Array): number;
    /**
     * The log files as they may be sent to somebody: without the field `installation` of their headers. In order; their checksums change.
     */
    share(logs: Array<string | Uint8Array>): Array<string>;
    /** The records of a log file, without verifying it. */
    records(log: string | Uint8Array): Generator<FlowRecord, void, undefined>;
}
