// FlowReading for a worker: the arguments and results of every function can be sent between the page and the worker.

import { decode94 } from './base94.mjs';
import { bytesOf } from './bytes.mjs';
import { FlowReading } from '../flowreading.mjs';
import { unpackLZMA } from './lzma.mjs';
import { indexOfRows } from './rowmodel.mjs';

const isWasm = (bytes) => bytes[0] === 0 && bytes[1] === 0x61;

export class Engine {
    #reading;
    #logs = new Map();

    /** FlowReading, compiled. `module`: FlowReading as wasm, compressed with gzip or as LZMA, in base 85. */
    async compile(module) {
        const bytes = await bytesOf(new Blob([decode94(new Uint8Array(await module.arrayBuffer()))]));
        return WebAssembly.compile(isWasm(bytes) ? bytes : unpackLZMA(bytes, 1 << 26));
    }

    /** Begins with FlowReading; its version. */
    async start(compiled) {
        return this.use(await FlowReading.load(compiled));
    }

    use(reading) {
        this.#reading = reading;
        return reading.version;
    }

    /** Adds a log of one or more files, each with its `name` and a Blob `source`. Returns why the log cannot be read, or `null`. */
    async add(key, name, sources) {
        const files = [];
        for (const { name: file, source, isBase64 } of sources) {
            try {
                files.push({ name: file, log: await bytesOf(source, { isBase64 }) });
            } catch (failure) {
                return `${file} cannot be read: ${failure.message}`;
            }
        }
        return this.#open(key, name, files);
    }

    #open(key, name, files) {
        try {
            this.#logs.set(key, { name, files, open: this.#reading.open(files) });
            return null;
        } catch (failure) {
            return failure.message;
        }
    }

    remove(key) {
        this.#logs.get(key)?.open.close();
        this.#logs.delete(key);
    }

    #log(key) {
        const log = this.#logs.get(key);
        if (!log) throw new Error('this log is closed');
        return log;
    }

    #with(keys, body) {
        const open = this.#reading.open(keys.flatMap((key) => this.#log(key).files));
        try {
            return body(open);
        } finally {
            open.close();
        }
    }

    findings(keys) {
        return this.#with(keys, (open) => open.findings());
    }

    /** Returns the differences between two logs, and the same as text. */
    compare(left, right) {
        return this.#with([left, right], (open) => ({ differences: open.compare(), text: open.comparison() }));
    }

    header(key) {
        const [{ log }] = this.#log(key).files;
        const end = log.indexOf(10);
        return new TextDecoder().decode(log.subarray(0, end < 0 ? log.length : end));
    }

    /** Returns the number of references in a log by kind, and up to five texts that look like the value of a secret. */
    secrets(key) {
        const text = this.#log(key).files.map((_, file) => this.text(key, file)).join('');
        const kinds = {};
        for (const [, kind, number] of text.matchAll(/"([a-z]+)#(\d+)"/gi)) (kinds[kind] ??= new Set()).add(number);
        const counts = Object.fromEntries(Object.entries(kinds).map(([kind, numbers]) => [kind, numbers.size]));
        return { counts, suspicious: text.match(/eyJ[\w-]{8,}\.[\w-]+|[\w+/=]{64,}/g)?.slice(0, 5) ?? [] };
    }

    /** Returns the text of one file of a log. */
    text(key, file = 0) {
        return new TextDecoder().decode(this.#log(key).files[file].log);
    }

    /** Returns lines of the drawing as unparsed bytes, with an index of the lines that the page needs before it parses the bytes. */
    rows(key, first, count) {
        const text = this.#log(key).open.rows(first, count);
        const part = JSON.parse(text);
        return { lanes: part.lanes, time: part.time, count: part.count, added: part.rows.length, bytes: new TextEncoder().encode(text),
            ...indexOfRows(part.rows, part.first) };
    }

    step(key, event) {
        return this.#log(key).open.step(event);
    }

    verify(key) {
        return this.#log(key).open.verify();
    }

    explain(key, event) {
        return this.#log(key).open.explanation(event);
    }

    draw(key, as, format, from, to) {
        return this.#log(key).open.draw({ as, format, from, to });
    }

    test(key) {
        return this.#log(key).open.test();
    }

    share(key) {
        return this.#log(key).open.share();
    }

    /** Applies edits to a log, and returns the report. The edited run becomes a new open log with the key `edited`. */
    whatIf(key, edits, edited) {
        const { name, open } = this.#log(key);
        const { report, log } = open.whatIf(edits);
        const title = `what-if of ${name}`;
        const failure = this.#open(edited, title, [{ name: title, log: new TextEncoder().encode(log) }]);
        if (failure) throw new Error(failure);
        return report;
    }
}

/** Answers the page's questions, one at a time. */
export function runWorker() {
    const engine = new Engine();
    const answer = async ({ id, name, values }) => {
        try {
            const value = await engine[name](...values);
            const moved = value instanceof Object ? Object.values(value).filter(ArrayBuffer.isView).map(({ buffer }) => buffer) : [];
            self.postMessage({ id, value }, moved);
        } catch (failure) {
            self.postMessage({ id, failure: failure.message });
        }
    };
    let before = Promise.resolve();
    self.onmessage = ({ data }) => { before = before.then(() => answer(data)); };
}
