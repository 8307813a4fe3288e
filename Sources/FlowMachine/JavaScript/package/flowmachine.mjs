// FlowMachine for browsers and node. flowmachine.d.ts documents it.

/** The names of the status codes of flowmachine.h. */
const kinds = ['ok', 'noMachine', 'badArgument', 'notBegun', 'unreadable', 'damaged', 'differs', 'otherRevision'];

export class FlowMachineError extends Error {
    constructor(kind, text, line = 0, column = 0) {
        super(text);
        this.name = 'FlowMachineError';
        this.kind = kind;
        this.line = line;
        this.column = column;
    }
}

/** What follows the effects in a line that was decided here. */
const afterEffects = ',"digest":"0123456789abcdef","crc":"01234567"}\n'.length;

export class FlowRecord {
    #content;
    #effects;

    /** Only a line that was decided here certainly has this library's form. */
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
    /** Reads only this part of the line if possible: it is what a caller usually needs, and takes a third of the time. */
    get effects() {
        if (this.#effects === null) return this.#fields.effects;
        return (this.#effects ??= JSON.parse(this.line.slice(this.line.indexOf(',"effects":[') + 11, -afterEffects)));
    }
    get digest() { return this.#fields.digest; }
    toJSON() { return this.#fields; }
}

/** The wasm's functions, and the memory through which bytes pass. */
class Core {
    #room = 0;
    #capacity = 0;
    #view = new Uint8Array();
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();
    /** Why the wasm stopped; nothing in it can be used after that. */
    #stopped;

    constructor(instance) {
        this.functions = instance.exports;
        this.freed = new FinalizationRegistry((pointer) => this.#stopped || this.functions.flow_free(pointer));
    }

    /** The memory as it is now: when it grows, earlier views of it are empty. */
    get #bytes() {
        if (this.#view.buffer !== this.functions.memory.buffer) this.#view = new Uint8Array(this.functions.memory.buffer);
        return this.#view;
    }

    /** Runs a function of the wasm. It stops only without memory, and then its memory cannot be trusted. */
    run(name, ...values) {
        if (this.#stopped) throw this.#stopped;
        try {
            return this.functions[name](...values);
        } catch (cause) {
            this.#stopped = new FlowMachineError('stopped', `${name}: the wasm stopped, probably without memory: load FlowMachine again`);
            this.#stopped.cause = cause;
            throw this.#stopped;
        }
    }

    #reserve(size) {
        if (size <= this.#capacity) return;
        this.run('free', this.#room);
        this.#capacity = Math.max(size, this.#capacity * 2, 4096);
        this.#room = this.run('allocate', this.#capacity);
        if (this.#room === 0) {
            this.#capacity = 0;
            throw new FlowMachineError('badArgument', `there is no memory for ${size} bytes`);
        }
    }

    /** Puts text or bytes where the wasm reads them: their address and length. */
    put(input, what) {
        if (typeof input === 'string') {
            if (input.length > 0x0fffffff) throw new FlowMachineError('badArgument', `${what} is longer than 268,435,455 characters`);
            this.#reserve(input.length * 3);
            const { written } = this.#encoder.encodeInto(input, this.#bytes.subarray(this.#room, this.#room + this.#capacity));
            return [this.#room, written];
        }
        if (!(input instanceof Uint8Array)) throw new FlowMachineError('badArgument', `${what} is neither a string nor a Uint8Array`);
        this.#reserve(input.length);
        this.#bytes.set(input, this.#room);
        return [this.#room, input.length];
    }

    text(pointer, length) {
        return this.#decoder.decode(this.#bytes.subarray(pointer, pointer + length));
    }

    /** The text at a pointer, which ends with a NUL. */
    textTo0(pointer) {
        return this.text(pointer, this.#bytes.indexOf(0, pointer) - pointer);
    }

    /** Calls a function that returns a status, and returns its result. */
    call(name, machine, ...values) {
        const status = this.run(name, machine, ...values);
        if (status !== 0) {
            const { flow_error, flow_error_line, flow_error_column } = this.functions;
            throw new FlowMachineError(
                kinds[status] ?? `status${status}`, this.textTo0(flow_error(machine)), flow_error_line(machine), flow_error_column(machine));
        }
        return this.text(this.functions.flow_result(machine), this.functions.flow_result_length(machine));
    }
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

    /** Use `flow.machine` or `flow.resume`. */
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

async function bytesAt(url) {
    if (url.protocol !== 'file:') return fetch(url);
    // Only node can read files; the name is a variable, so that no bundler for browsers looks for the module.
    const files = 'node:fs/promises';
    return (await import(files)).readFile(url);
}

async function compiled(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === 'string' || source instanceof URL) source = await bytesAt(new URL(source, import.meta.url));
    if (typeof Response === 'undefined' || !(source instanceof Response)) return WebAssembly.compile(source);
    if (!source.ok) throw new FlowMachineError('unreadable', `${source.url} was answered with the status ${source.status}`);
    // Some servers do not know the type of wasm, which streaming needs.
    const isTyped = source.headers.get('Content-Type') === 'application/wasm';
    return isTyped ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

export class FlowMachine {
    #core;

    /** Use `FlowMachine.load`. */
    constructor(instance) {
        this.#core = new Core(instance);
        this.version = this.#core.textTo0(this.#core.run('flow_version'));
        this.format = this.#core.run('flow_format');
        this.modelRevision = this.#core.run('flow_model_revision');
    }

    static async load(source = new URL('flowmachine.wasm', import.meta.url)) {
        return new FlowMachine(await WebAssembly.instantiate(await compiled(await source)));
    }

    /** Runs `body` with a new machine, which is freed if that fails. */
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
