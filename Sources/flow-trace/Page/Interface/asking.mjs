// How the page asks the engine: in two workers, so that no question stops the page, and none that takes long stops a step. One worker draws, steps
// and edits; the other judges whole logs: findings, verification, comparisons. Both have all logs.

import { Engine } from './engine.mjs';

/** This script's own text, which the workers run, too. */
const scriptText = typeof document === 'undefined' ? '' : document.currentScript?.textContent;
const judging = new Set(['findings', 'verify', 'secrets', 'compare']);
const everywhere = new Set(['start', 'add', 'remove']);

/** One worker, which answers one question after the other. */
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
    /** Where there are no workers. */
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

    /** A key for another log. */
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
        // What goes wrong there goes wrong in the first worker, too, and is told by it.
        if (everywhere.has(name)) this.#judging.ask(name, values).catch(() => {});
        return answer;
    }
}
