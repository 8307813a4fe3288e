// The wasm behind flowmachine.mjs and flowreading.mjs: its functions, its memory and its errors.

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

/** The wasm's functions, and the memory through which bytes pass. */
export class Wasm {
    #room = 0;
    #capacity = 0;
    #view = new Uint8Array();
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();
    /** The error with which the wasm stopped. Nothing in the wasm can be used after that. */
    #stopped;

    /** `family` is the beginning of the functions' names. */
    constructor(instance, family) {
        this.functions = instance.exports;
        this.family = family;
        this.freed = new FinalizationRegistry((pointer) => this.#stopped || this.functions[`${family}_free`](pointer));
    }

    /** The current memory. When the memory grows, earlier views of it become empty. */
    get #bytes() {
        if (this.#view.buffer !== this.functions.memory.buffer) this.#view = new Uint8Array(this.functions.memory.buffer);
        return this.#view;
    }

    /** Runs a function of the wasm. A function stops only if there is no memory left, and then the memory cannot be trusted. */
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

    /** Copies text or bytes into the wasm's memory. Returns their address and length. */
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

    /** Returns the text at a pointer, which ends with a NUL. */
    textTo0(pointer) {
        return this.text(pointer, this.#bytes.indexOf(0, pointer) - pointer);
    }

    /** Calls a function that returns a status, and returns its result. */
    call(name, machine, ...values) {
        const status = this.run(name, machine, ...values);
        const of = (what) => this.functions[`${this.family}_${what}`]?.(machine);
        if (status !== 0) {
            throw new FlowMachineError(
                kinds[status] ?? `status${status}`, this.textTo0(of('error')), of('error_line') ?? 0, of('error_column') ?? 0);
        }
        return this.text(of('result'), of('result_length'));
    }
}

async function bytesAt(url) {
    if (url.protocol !== 'file:') return fetch(url);
    // Only node can read files; the name is a variable, so that no bundler for browsers looks for the module.
    const files = 'node:fs/promises';
    return (await import(files)).readFile(url);
}

/** Instantiates the wasm from a module, a URL, a response or bytes. */
export async function instance(source) {
    return WebAssembly.instantiate(await compiled(await source));
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
