// The access of flowmachine.mjs and flowreading.mjs to their wasm: its functions, its memory, and its errors.

/** The names of the status codes of the C functions, by their numbers. */
const kinds = ['ok', 'noMachine', 'badArgument', 'notBegun', 'unreadable', 'damaged', 'differs', 'otherRevision'];

/** An error's text, with the functions of this package and the file of its types in place of those for C. */
function inJavaScript(text) {
    return text.replace(/\bflow_(?:reading_)?([a-z]+)\b/g, '$1').replace(/\b(flowmachine|flowreading)\.h\b/g, '$1.d.ts');
}

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
    /** The error that stopped the wasm. After it, the wasm cannot be used. */
    #stopped;

    /** @param family the prefix of the names of the wasm's functions, for example `flow` */
    constructor(instance, family) {
        this.functions = instance.exports;
        this.family = family;
        this.freed = new FinalizationRegistry((pointer) => this.#stopped || this.functions[`${family}_free`](pointer));
    }

    /** The current memory of the wasm. When the memory grows, earlier views of it become empty. */
    get #bytes() {
        if (this.#view.buffer !== this.functions.memory.buffer) this.#view = new Uint8Array(this.functions.memory.buffer);
        return this.#view;
    }

    /** Runs a function of the wasm. The wasm stops only if no memory is left, and then the content of its memory cannot be trusted. */
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

    /** Copies text or bytes into the memory of the wasm. Returns their address and length. `what` names the input in errors. */
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

    /** Returns the text at a pointer. The text ends with a NUL. */
    textTo0(pointer) {
        return this.text(pointer, this.#bytes.indexOf(0, pointer) - pointer);
    }

    /** Calls a function that returns a status, and returns its result. */
    call(name, machine, ...values) {
        const status = this.run(name, machine, ...values);
        const of = (what) => this.functions[`${this.family}_${what}`]?.(machine);
        if (status !== 0) {
            throw new FlowMachineError(
                kinds[status] ?? `status${status}`, inJavaScript(this.textTo0(of('error'))), of('error_line') ?? 0, of('error_column') ?? 0);
        }
        return this.text(of('result'), of('result_length'));
    }
}

async function bytesAt(url) {
    if (url.protocol !== 'file:') return fetch(url);
    // Only node can read files. The name is in a variable, so that bundlers for browsers do not look for the module.
    const files = 'node:fs/promises';
    return (await import(files)).readFile(url);
}

/** Returns an instance of the wasm in a module, a URL, a response or bytes. */
export async function instance(source) {
    return WebAssembly.instantiate(await compiled(await source));
}

async function compiled(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === 'string' || source instanceof URL) source = await bytesAt(new URL(source, import.meta.url));
    if (typeof Response === 'undefined' || !(source instanceof Response)) return WebAssembly.compile(source);
    if (!source.ok) throw new FlowMachineError('unreadable', `${source.url} was answered with the status ${source.status}`);
    // Streaming requires the type application/wasm, and some servers do not send it.
    const isTyped = source.headers.get('Content-Type') === 'application/wasm';
    return isTyped ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}
