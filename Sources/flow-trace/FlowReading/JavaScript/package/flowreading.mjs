// FlowReading for browsers and node. flowreading.d.ts documents it.

import { FlowMachineError, Wasm, instance } from './wasm.mjs';

export { FlowMachineError };

/** The numbers of the forms and drawings in flowreading.h. */
const forms = { text: 0, json: 1, mermaid: 2, svg: 3, html: 4 };
const drawings = { sequence: 0, states: 1, timeline: 2 };

function number(words, word, what) {
    if (!Object.hasOwn(words, word)) throw new FlowMachineError('badArgument', `${what} is ${word}: use one of ${Object.keys(words).join(', ')}`);
    return words[word];
}

/** Parses the lines of a result, each of which is a JSON object. */
const objects = (lines) => lines.split('\n').filter(Boolean).map((line) => JSON.parse(line));

/** Logs that stay open. `FlowReading.open` creates them. */
export class OpenLogs {
    #wasm;
    #reading;

    constructor(wasm, logs, add) {
        this.#wasm = wasm;
        this.#reading = wasm.run('flow_reading_new');
        try {
            for (const { name, log } of logs) add(this.#reading, name, log);
        } catch (failure) {
            this.close();
            throw failure;
        }
    }

    #call(name, ...values) {
        return this.#wasm.call(name, this.#reading, ...values);
    }

    findings() {
        return this.#call('flow_reading_summarize', forms.html);
    }

    rows(first = 0, count = 1_000_000) {
        return this.#call('flow_reading_drawn_rows', BigInt(first), BigInt(count));
    }

    step(event) {
        return this.#call('flow_reading_step', BigInt(event));
    }

    verify() {
        return this.#call('flow_reading_verify');
    }

    whatIf(edits) {
        const [place, length] = this.#wasm.put(JSON.stringify({ edits }), 'the edits');
        const [report, log] = objects(this.#call('flow_reading_what_if', place, length, forms.json));
        return { report, log };
    }

    draw({ as = 'sequence', format = 'text', from = 0, to = Number.MAX_SAFE_INTEGER } = {}) {
        const [drawing, form] = [number(drawings, as, 'as'), number(forms, format, 'format')];
        return this.#call('flow_reading_draw_part', drawing, form, BigInt(from), BigInt(to));
    }

    explanation(event = 0) {
        return this.#call('flow_reading_explain', BigInt(event), forms.text);
    }

    compare() {
        return objects(this.#call('flow_reading_compare', forms.json));
    }

    comparison() {
        return this.#call('flow_reading_compare', forms.text);
    }

    test() {
        return this.#call('flow_reading_test');
    }

    share() {
        return this.#call('flow_reading_share');
    }

    close() {
        if (this.#reading) this.#wasm.run('flow_reading_free', this.#reading);
        this.#reading = 0;
    }
}

export class FlowReading {
    #wasm;

    /** Use `FlowReading.load`. */
    constructor(wasm) {
        this.#wasm = new Wasm(wasm, 'flow_reading');
        this.version = this.#wasm.textTo0(this.#wasm.run('flow_version'));
    }

    static async load(source = new URL('flowreading.wasm', import.meta.url)) {
        return new FlowReading(await instance(source));
    }

    /** Opens logs for many questions. `close` frees them. */
    open(logs) {
        return new OpenLogs(this.#wasm, logs, (reading, name, log) => this.#add(reading, name, log));
    }

    /** Runs the function `name` of the library with these logs, and frees them. */
    #result(logs, name, ...values) {
        const wasm = this.#wasm;
        const reading = wasm.run('flow_reading_new');
        try {
            for (const { name, log } of logs) this.#add(reading, name, log);
            return wasm.call(name, reading, ...values);
        } finally {
            wasm.run('flow_reading_free', reading);
        }
    }

    #add(reading, name, log) {
        // The name and the log are written together, because the next bytes that are put into the memory would replace these.
        const bytes = [name, log].map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part));
        const both = new Uint8Array(bytes[0].length + bytes[1].length);
        both.set(bytes[0]);
        both.set(bytes[1], bytes[0].length);
        const [place] = this.#wasm.put(both, 'the log');
        this.#wasm.call('flow_reading_add', reading, place, bytes[0].length, place + bytes[0].length, bytes[1].length);
    }

    summarize(logs) {
        return this.#summary(logs).filter((object) => !object.patterns);
    }

    total(logs) {
        return this.#summary(logs).find((object) => object.patterns) ?? null;
    }

    #summary(logs) {
        return objects(this.#result(logs, 'flow_reading_summarize', forms.json));
    }

    summary(logs) {
        return this.#result(logs, 'flow_reading_summarize', forms.text);
    }

    explain(log, event = 0) {
        return objects(this.#result([log], 'flow_reading_explain', BigInt(event), forms.json))[0];
    }

    explanation(log, event = 0) {
        return this.#result([log], 'flow_reading_explain', BigInt(event), forms.text);
    }

    compare(left, right) {
        return objects(this.#result([left, right], 'flow_reading_compare', forms.json));
    }

    comparison(left, right) {
        return this.#result([left, right], 'flow_reading_compare', forms.text);
    }

    draw(log, { as = 'sequence', format = 'text' } = {}) {
        return this.#result([log], 'flow_reading_draw', number(drawings, as, 'as'), number(forms, format, 'format'));
    }
}
