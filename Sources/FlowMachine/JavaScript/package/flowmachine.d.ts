// FlowMachine for browsers and node: decides the steps of a TV app's sign-in and playback authorization with Adobe Pass.

import type { Effect, FlowEvent, FlowSettings, LogRecord, ResourceName } from "./log.js";
import type { Policies } from "./policies.js";

export * from "./log.js";
export * from "./policies.js";

/** What goes wrong; `stopped` if the wasm stopped, probably without memory. */
export type FlowMachineErrorKind =
    | "noMachine" | "badArgument" | "notBegun" | "unreadable" | "damaged" | "differs" | "otherRevision" | "stopped";

/** The error of a failed call. `message` contains the problem, its place, and the fix. The machine is as it was before the call. */
export class FlowMachineError extends Error {
    readonly kind: FlowMachineErrorKind;
    /** The line of the problem in the input, starting at 1; 0 if the problem is not in the input. */
    readonly line: number;
    /** The byte of the problem in its line, starting at 1; 0 if the problem is not in the input. */
    readonly column: number;
    /** The number of events before the problem that are decided in the same way. Only `FlowMachine.verify` sets it. */
    readonly verified?: number;
}

/** One event and the decision about it. The fields are read from `line` when they are first used. */
export class FlowRecord implements LogRecord {
    private constructor();
    /** The line of the log, with its newline. Write it to the log before carrying out its effects. */
    readonly line: string;
    /** The number of the event, starting at 1 in each launch. */
    readonly number: number;
    /** The number of the event whose effect caused this event; undefined if no effect did. */
    readonly by?: number;
    readonly event: FlowEvent;
    /** The id of the rule that decided. */
    readonly rule: string;
    readonly state: string;
    readonly step: string;
    /** The effects to carry out, in order. */
    readonly effects: Array<Effect>;
    /** A 64-bit digest of the complete state, as 16 hexadecimal digits. */
    readonly digest: string;
    toJSON(): LogRecord;
}

/** The settings with which a launch begins. They have the form of a log's first line; fields with a default may be absent. */
export interface LaunchSettings {
    /** The app's name, version and build, for example "DemoTV/1.0 (4711)". */
    app: string;
    /** An identifier by which the app's support finds this log. */
    support: string;
    /** The operating system and its version. */
    system?: string;
    /** The `support` of the launch before. */
    previousSupport?: string;
    /**
     * A random id of the app's installation, 32 lowercase hexadecimal digits. Derive it neither from the viewer nor from the device. `share`
     * removes it.
     */
    installation?: string;
    /** The lead of the device's local time over UTC, in minutes. */
    utcOffsetMinutes?: number;
    settings: Partial<Omit<FlowSettings, "policy">> &
        Pick<FlowSettings, "serviceProvider" | "domainName" | "redirectURL" | "platform" | "hasUserAgent"> & { policy?: Policies };
    /** The names of resources, in a development log only. */
    names?: Array<ResourceName>;
}

/** A machine: the settings, the current state, and the position in the log. It is freed when it is no longer used, or earlier by `free`. */
export class Machine {
    private constructor();
    /** The log's first line, with its newline; empty after `resume`. */
    readonly headerLine: string;
    /** The number of the last record; 0 before the first. */
    readonly number: number;
    /** The number of events that the last `verify` or `resume` found to be decided in the same way. */
    readonly verified: number;
    /** Begins a launch and forgets the launch before. A text must be JSON; it may be the first line of an existing log. Returns `headerLine`. */
    begin(settings: LaunchSettings | string): string;
    /**
     * Decides about the next event.
     * @param event the event as an object, or as JSON.
     * @param by the number of the record whose effect caused the event. For a reply, it is the record that contains the request.
     */
    decide(event: FlowEvent | string, by?: number): FlowRecord;
    /** Begins another log file. Returns the file's first two lines: a header, and a snapshot of the complete state. */
    rotate(): string;
    /** Verifies a log file and continues it. Returns the number of its last record. */
    resume(log: string | Uint8Array): number;
    /** Verifies a log file. Returns the number of its events. Changes neither the state nor the settings of this machine. */
    verify(log: string | Uint8Array): number;
    /** Returns a log file without the field `installation` of its header. `FlowMachine.share` does this for several files. */
    share(log: string | Uint8Array): string;
    /** Frees the machine's memory. Afterward, the other methods throw. A `using` declaration calls it at the end of the block. */
    free(): void;
}

/** The core, which creates machines. All machines of one `FlowMachine` share its memory, so only one thread may use them. */
export class FlowMachine {
    private constructor();
    /**
     * Loads the core.
     * @param source the URL, the response, the bytes or the compiled module of the wasm; by default, `flowmachine.wasm` next to this module.
     */
    static load(source?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<FlowMachine>;
    /** The library's version. */
    readonly version: string;
    /** The version of the log's format that the library writes. */
    readonly format: number;
    /** The revision of the model. Libraries with the same revision write the same decisions, byte for byte. */
    readonly modelRevision: number;
    /** Creates a machine that begins a launch. */
    machine(settings: LaunchSettings | string): Machine;
    /** Creates a machine that continues a log file after its last record. */
    resume(log: string | Uint8Array): Machine;
    /** Verifies a log file: checks every checksum and decides about every event again. Returns the number of events. */
    verify(log: string | Uint8Array): number;
    /**
     * Returns log files without the field `installation` of their headers. Call it before you send logs to anybody.
     * @param logs the files of one log, in order. Their checksums change.
     */
    share(logs: Array<string | Uint8Array>): Array<string>;
    /** Returns the records of a log file, without verifying the file. */
    records(log: string | Uint8Array): Generator<FlowRecord, void, undefined>;
}
