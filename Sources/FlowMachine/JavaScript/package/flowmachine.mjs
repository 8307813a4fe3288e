// FlowMachine for browsers and node. flowmachine.d.ts documents it.

import { FlowMachineError, Wasm, instance } from './wasm.mjs';

export { FlowMachineError };

/** The length of the text after the effects, in a line that was decided here. */
const afterEffects = ',"digest":"0123456789abcdef","crc":"01234567"}\n'.length;

export class FlowRecord {
    #content;
    #effects;

    /** `isDecidedHere`: whether this library wrote the line. Only then is the form of the line certain. */
    constructor(line, isDecidedHere = false) {
        this.line = line;
        this.#effects = isDecidedHere ? undefined : null;
    }

    get #fields() {
        return (this.#content ??= JSON.parse(this.line));
    }

    get number() { return this.#fields.number; }
    get by() { return this.#fields.by; }
    get event() { return this.#fields.event; }
    get rule() { return this.#fields.rule; }
    get state() { return this.#fields.state; }
    get step() { return this.#fields.step; }
    /** The effects. If possible, only this part of the line is parsed: callers usually need no other, and it takes a third of the time. */
    get effects() {
        if (this.#effects === null) return this.#fields.effects;
        return (this.#effects ??= JSON.parse(this.line.slice(this.line.indexOf(',"effects":[') + 11, -afterEffects)));
    }
    get digest() { return this.#fields.digest; }
    toJSON() { return this.#fields; }
}

function asJSON(value, what) {
    if (typeof value === 'string') return value;
    const text = JSON.stringify(value);
    if (text === undefined) throw new FlowMachineError('badArgument', `${what} is ${typeof value}: pass an object, or its JSON`);
    return text;
}

export class Machine {
    #core;
    #pointer;

    /** Do not call this: use `flow.machine` or `flow.resume`. */
    constructor(core) {
        this.#core = core;
        this.#pointer = core.run('flow_new');
        this.headerLine = '';
        core.freed.register(this, this.#pointer, this);
    }

    get #live() {
        if (this.#pointer === 0) throw new FlowMachineError('noMachine', 'the machine was freed: make another');
        return this.#pointer;
    }

    #call(name, input, what, ...more) {
        const machine = this.#live;
        const place = this.#core.put(input, what);
        return this.#core.call(name, machine, ...place, ...more);
    }

    begin(settings) {
        this.headerLine = this.#call('flow_begin', asJSON(settings, 'the settings'), 'the settings');
        return this.headerLine;
    }

    decide(event, by = 0) {
        if (!Number.isSafeInteger(by)) throw new FlowMachineError('badArgument', `by is ${by}: pass the number of a record, or nothing`);
        return new FlowRecord(this.#call('flow_decide', asJSON(event, 'the event'), 'the event', BigInt(by)), true);
    }

    rotate() {
        return this.#core.call('flow_rotate', this.#live);
    }

    resume(log) {
        this.#call('flow_resume', log, 'the log');
        return this.number;
    }

    verify(log) {
        this.#call('flow_verify', log, 'the log');
        return this.verified;
    }

    share(log) {
        return this.#call('flow_share', log, 'the log');
    }

    get number() {
        return Number(this.#core.run('flow_number', this.#live));
    }

    get verified() {
        return Number(this.#core.run('flow_verified', this.#live));
    }

    free() {
        if (this.#pointer === 0) return;
        this.#core.freed.unregister(this);
        this.#core.run('flow_free', this.#pointer);
        this.#pointer = 0;
    }
}

// Not every browser and node has `using` yet.
if (Symbol.dispose) Machine.prototype[Symbol.dispose] = Machine.prototype.free;

export class FlowMachine {
    #core;

    /** Do not call this: use `FlowMachine.load`. */
    constructor(wasm) {
        this.#core = new Wasm(wasm, 'flow');
        this.version = this.#core.textTo0(this.#core.run('flow_version'));
        this.format = this.#core.run('flow_format');
        this.modelRevision = this.#core.run('flow_model_revision');
    }

    static async load(source = new URL('flowmachine.wasm', import.meta.url)) {
        return new FlowMachine(await instance(source));
    }

    /** Runs `body` with a new machine, and returns the machine. Frees it if `body` throws. */
    #new(body) {
        const machine = new Machine(this.#core);
        try {
            body(machine);
            return machine;
        } catch (error) {
            machine.free();
            throw error;
        }
    }

    machine(settings) {
        return this.#new((machine) => machine.begin(settings));
    }

    resume(log) {
        return this.#new((machine) => machine.resume(log));
    }

    verify(log) {
        const machine = new Machine(this.#core);
        try {
            return machine.verify(log);
        } catch (error) {
            error.verified = machine.verified;
            throw error;
        } finally {
            machine.free();
        }
    }

    share(logs) {
        const machine = new Machine(this.#core);
        try {
            return logs.map((log) => machine.share(log));
        } finally {
            machine.free();
        }
    }

    *records(log) {
        const text = typeof log === 'string' ? log : new TextDecoder().decode(log);
        for (let start = 0; start < text.length; ) {
            const newline = text.indexOf('\n', start);
            const end = newline < 0 ? text.length : newline + 1;
            const line = text.slice(start, end);
            if (start > 0 && !line.startsWith('{"snapshot":')) yield new FlowRecord(line);
            start = end;
        }
    }
}
