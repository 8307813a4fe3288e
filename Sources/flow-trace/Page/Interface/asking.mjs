// How the page asks the engine: in a worker, so that no question stops the page.

import { Engine } from './engine.mjs';

/** This script's own text, which the worker runs, too. */
const scriptText = typeof document === 'undefined' ? '' : document.currentScript?.textContent;

export class Asking {
    #worker;
    #engine;
    #open = new Map();
    #next = 1;

    constructor() {
        try {
            const url = URL.createObjectURL(new Blob([scriptText], { type: 'text/javascript' }));
            this.#worker = new Worker(url);
            this.#worker.onmessage = ({ data }) => this.#answer(data);
            this.#worker.onerror = (event) => {
                for (const { reject } of this.#open.values()) reject(new Error(event.message || 'the worker stopped'));
                this.#open.clear();
            };
        } catch {
            this.#engine = new Engine();
        }
    }

    #answer({ id, value, failure }) {
        const { resolve, reject } = this.#open.get(id) ?? {};
        this.#open.delete(id);
        if (failure === undefined) resolve?.(value);
        else reject?.(new Error(failure));
    }

    /** Calls a function of the engine. */
    async ask(name, ...values) {
        if (this.#engine) return this.#engine[name](...values);
        return new Promise((resolve, reject) => {
            const id = this.#next;
            this.#next += 1;
            this.#open.set(id, { resolve, reject });
            this.#worker.postMessage({ id, name, values });
        });
    }
}
