// FlowReading, as the worker runs it: every function takes and returns what can be sent.

import { gunzip } from './bytes.mjs';
import { FlowReading } from '../flowreading.mjs';

export class Engine {
    #reading;
    #logs = new Map();
    #next = 1;

    /** `module`: FlowReading as wasm, compressed with gzip. */
    async load(module) {
        return this.use(await FlowReading.load(await WebAssembly.compile(await gunzip(module))));
    }

    use(reading) {
        this.#reading = reading;
        return reading.version;
    }

    /** Adds a log; its key, or why it cannot be read. */
    add(name, bytes) {
        try {
            const open = this.#reading.open([{ name, log: bytes }]);
            const key = this.#next;
            this.#next += 1;
            this.#logs.set(key, { name, bytes, open });
            return { key };
        } catch (failure) {
            return { failure: failure.message };
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
        const open = this.#reading.open(keys.map((key) => this.#log(key)).map(({ name, bytes }) => ({ name, log: bytes })));
        try {
            return body(open);
        } finally {
            open.close();
        }
    }

    findings(keys) {
        return this.#with(keys, (open) => open.findings());
    }

    compare(left, right) {
        return this.#with([left, right], (open) => open.comparison());
    }

    header(key) {
        const { bytes } = this.#log(key);
        const end = bytes.indexOf(10);
        return new TextDecoder().decode(bytes.subarray(0, end < 0 ? bytes.length : end));
    }

    /** The kinds of references in a log, with how many of each, and what looks like a secret's value. */
    secrets(key) {
        const text = this.text(key);
        const kinds = {};
        for (const [, kind, number] of text.matchAll(/"([a-z]+)#(\d+)"/gi)) (kinds[kind] ??= new Set()).add(number);
        const counts = Object.fromEntries(Object.entries(kinds).map(([kind, numbers]) => [kind, numbers.size]));
        return { counts, suspicious: text.match(/eyJ[\w-]{8,}\.[\w-]+|[\w+/=]{64,}/g)?.slice(0, 5) ?? [] };
    }

    text(key) {
        return new TextDecoder().decode(this.#log(key).bytes);
    }

    rows(key, first, count) {
        return this.#log(key).open.rows(first, count);
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

    /** What becomes of a log with edits; the edited run is another open log. */
    whatIf(key, edits) {
        const { name, open } = this.#log(key);
        const { report, log } = open.whatIf(edits);
        return { report, key: this.add(`what-if of ${name}`, new TextEncoder().encode(log)).key };
    }
}

/** Answers what the page asks, one after the other. */
export function runWorker() {
    const engine = new Engine();
    self.onmessage = async ({ data: { id, name, values } }) => {
        try {
            self.postMessage({ id, value: await engine[name](...values) });
        } catch (failure) {
            self.postMessage({ id, failure: failure.message });
        }
    };
}
