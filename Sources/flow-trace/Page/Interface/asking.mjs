// Sends the page's questions to the engine in two workers, so that no question blocks the page, and a long question does not delay a step. One
// worker draws, steps and edits; the other worker finds, verifies and compares, which reads whole logs. Both workers have all logs.

import { Engine } from './engine.mjs';

/** The text of the page's script. The workers run the same script. */
const scriptText = typeof document === 'undefined' ? '' : document.currentScript?.textContent;
const judging = new Set(['findings', 'verify', 'secrets', 'compare']);
const everywhere = new Set(['start', 'add', 'remove']);

/** A worker, which answers one question at a time. */
class Desk {
    #worker;
    #open = new Map();
    #next = 1;

    constructor(url) {
        this.#worker = new Worker(url);
        this.#worker.onmessage = ({ data }) => this.#answer(data);
        this.#worker.onerror = (event) => {
            for (const { reject } of this.#open.values()) reject(new Error(event.message || 'the worker stopped'));
            this.#open.clear();
        };
    }

    #answer({ id, value, failure }) {
        const { resolve, reject } = this.#open.get(id) ?? {};
        this.#open.delete(id);
        if (failure === undefined) resolve?.(value);
        else reject?.(new Error(failure));
    }

    ask(name, values) {
        return new Promise((resolve, reject) => {
            const id = this.#next;
            this.#next += 1;
            this.#open.set(id, { resolve, reject });
            this.#worker.postMessage({ id, name, values });
        });
    }
}

export class Asking {
    #stepping;
    #judging;
    /** The engine inside the page, for a browser that allows no workers; otherwise undefined. */
    #engine;
    #key = 0;

    constructor() {
        try {
            const url = URL.createObjectURL(new Blob([scriptText], { type: 'text/javascript' }));
            [this.#stepping, this.#judging] = [new Desk(url), new Desk(url)];
        } catch {
            this.#engine = new Engine();
        }
    }

    /** Returns a new key for a log. */
    key() {
        this.#key += 1;
        return this.#key;
    }

    /** Loads FlowReading, which one worker compiles for both; its version. */
    async load(module) {
        return this.ask('start', await this.ask('compile', module));
    }

    /** Calls a function of the engine. */
    async ask(name, ...values) {
        if (this.#engine) return this.#engine[name](...values);
        const answer = (judging.has(name) ? this.#judging : this.#stepping).ask(name, values);
        // If this call fails, it also fails in the first worker, which reports the failure.
        if (everywhere.has(name)) this.#judging.ask(name, values).catch(() => {});
        return answer;
    }
}
