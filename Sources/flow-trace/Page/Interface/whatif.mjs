// What if: edits of a log, and both outcomes side by side.

import { el, save, say } from './dom.mjs';
import { InsertForm } from './inserting.mjs';
import { Lanes } from './lanes.mjs';
import { RowModel } from './rowmodel.mjs';

export class WhatIf {
    element = el('section.whatif', { 'aria-label': 'What if' });
    #edits = [];
    #log;
    /** The key of the edited run. */
    #edited;
    #asked = 0;
    #insert;
    #list = el('ul.list');
    #outcome = el('div.outcome', { 'aria-live': 'polite' });
    #policies = el('select', { 'aria-label': 'Policy' });
    #value = el('input', { type: 'text', size: 10, 'aria-label': 'Value of the policy' });

    /** `go(event)` shows an event of the recording. */
    constructor(asking, go) {
        this.asking = asking;
        this.go = go;
        this.#insert = new InsertForm(async (event) => JSON.parse(await asking.ask('step', this.#log.key, event)).json.origin, (edit) => this.add(edit));
        this.element.append(
            el('h2', {}, 'What if'),
            el('p.faint', {}, 'Change what happened, and the same core decides again in this page. An answer arrives as long after its request as it was recorded; '
                + 'what the log does not tell is simulated, and marked. To edit an event, choose it under Events.'),
            this.#list,
            el('form.policy', { onsubmit: (event) => { event.preventDefault(); this.#addPolicy(); } },
                el('label', {}, 'Policy ', this.#policies), el('label', {}, ' is ', this.#value), el('button', { type: 'submit' }, 'Add'),
                el('button', { onclick: () => this.add({ kind: 'rightClock' }) }, 'The device’s clock is right')),
            this.#insert.element,
            this.#outcome);
        this.#policies.addEventListener('change', () => this.#showPolicy());
    }

    /** Starts with a log and without edits. */
    begin(log, header) {
        this.#log = log;
        this.#edits = [];
        this.policy = header?.settings?.policy ?? {};
        this.#policies.replaceChildren(...Object.keys(this.policy).map((name) => el('option', { value: name }, name)));
        this.#showPolicy();
        this.#insert.begin(log?.model);
        this.#show();
    }

    /** Prepares the form to insert an event after `event`. */
    offer(event) {
        this.#insert.offer(event);
    }

    #showPolicy() {
        this.#value.value = String(this.policy[this.#policies.value] ?? '');
    }

    #addPolicy() {
        const name = this.#policies.value;
        const text = this.#value.value.trim();
        const isBare = /^(true|false|-?\d+)$/.test(text);
        this.add({ kind: 'policy', values: JSON.stringify({ [name]: isBare ? JSON.parse(text) : text }) });
    }

    add(edit) {
        this.#edits = this.#edits.filter((other) => !(other.kind === edit.kind && !['policy', 'insert'].includes(edit.kind) && other.event === edit.event));
        this.#edits.push(edit);
        return this.#show();
    }

    #show() {
        this.#list.replaceChildren(...this.#edits.map((edit) => el('li', {}, this.#words(edit), ' ',
            el('button', { onclick: () => { this.#edits = this.#edits.filter((other) => other !== edit); this.#show(); } }, 'Undo'),
            this.#details(edit))));
        if (!this.#log) return undefined;
        if (this.#edits.length === 0) {
            this.#asked += 1;
            this.#outcome.replaceChildren(el('p.faint', {}, 'Nothing is changed yet.'));
            return undefined;
        }
        return this.#decide();
    }

    #words(edit) {
        switch (edit.kind) {
        case 'without': return `Event ${edit.event} does not happen.`;
        case 'move': return [`Event ${edit.event} comes later by `, this.#seconds(edit, `Seconds that event ${edit.event} comes later`), ' seconds (earlier if negative).'];
        case 'change': return `Something else happens instead of event ${edit.event}.`;
        case 'insert': return [`After event ${edit.event}, `, this.#seconds(edit, `Seconds after event ${edit.event}`), ` seconds later, ${edit.words}.`];
        case 'policy': return `Policy ${edit.values}`;
        case 'rightClock': return 'The device’s clock is right, as Adobe’s answers tell it.';
        default: return edit.kind;
        }
    }

    #seconds(edit, label) {
        const by = el('input', { type: 'number', value: String(edit.by / 1000), step: '0.1', 'aria-label': label });
        by.addEventListener('change', () => { edit.by = Math.round(Number(by.value) * 1000) || 0; this.#show(); });
        return by;
    }

    /** Returns a field with the edit's new event as JSON, and a button; `null` for an edit without a new event. */
    #details(edit) {
        if (edit.to === undefined) return null;
        const text = el('textarea', { rows: 6, spellcheck: false, value: JSON.stringify(edit.to, null, 2), 'aria-label': `What happens at event ${edit.event}, as JSON` });
        const decide = el('button', { onclick: () => {
            try {
                edit.to = JSON.parse(text.value);
                this.#show();
            } catch (failure) {
                say(`This is not JSON: ${failure.message}`);
            }
        } }, 'Decide again');
        return el('details', { open: edit.kind === 'change' || edit.isOpen }, el('summary', {}, 'as JSON'), text, decide);
    }

    async #decide() {
        const log = this.#log;
        this.#asked += 1;
        const asked = this.#asked;
        const isOld = () => log !== this.#log || asked !== this.#asked;
        const key = this.asking.key();
        let report;
        try {
            report = await this.asking.ask('whatIf', log.key, this.#edits.map(({ words, isOpen, ...edit }) => edit), key);
        } catch (failure) {
            if (!isOld()) this.#outcome.replaceChildren(el('p.trouble', {}, failure.message));
            return;
        }
        const edited = await new RowModel().load(this.asking, key, () => {});
        if (isOld()) {
            await this.asking.ask('remove', key);
            return;
        }
        if (this.#edited) await this.asking.ask('remove', this.#edited);
        this.#edited = key;
        const simulated = new Set(report.simulated);
        const left = new Set(report.left);
        const sides = [
            this.#side('Recorded', log.model, (row) => (left.has(row.event) ? 'gone' : ''), this.go),
            this.#side('With the edits', edited, (row) => (simulated.has(row.event) ? 'simulated' : '')),
        ];
        this.#outcome.replaceChildren(
            this.#table(report), ...this.#sentences(report),
            el('p.buttons', {}, el('button', { onclick: async () => save('what-if.jsonl', await this.asking.ask('text', key)) }, 'Save the edited run as a log')),
            el('div.sides', {}, sides.map(({ element }) => element)));
        // Both drawings begin at the first difference.
        const first = Math.min(report.left[0] ?? Infinity, report.simulated[0] ?? Infinity, ...this.#edits.map(({ kind, event }) => (kind === 'insert' ? event + 1 : event ?? Infinity)));
        for (const { lanes, model } of sides) {
            lanes.show(model);
            if (Number.isFinite(first)) lanes.select(model.has(first) ? first : model.lastEvent, { center: true });
            lanes.selected = undefined;
            lanes.draw();
        }
    }

    #side(title, model, mark, onselect) {
        const lanes = new Lanes({ label: title, mark, onselect });
        lanes.element.classList.add('narrow');
        return { lanes, model, element: el('section', {}, el('h3', {}, title), lanes.element) };
    }

    #table(report) {
        const end = (value, recorded) => (value === null ? 'not requested'
            : `${value.text}${value.event === null ? '' : ` at event ${value.event}`}${value.simulated && !recorded ? ', simulated' : ''}`);
        return el('table.ends', {}, el('caption', {}, 'How each request ends'),
            el('tr', {}, ['request', 'recorded', 'with the edits'].map((text) => el('th', { scope: 'col' }, text))),
            report.requests.map(({ name, recorded, edited }) => el(recorded?.outcome === edited?.outcome ? 'tr' : 'tr.changed', {},
                el('th', { scope: 'row' }, name), el('td', {}, end(recorded, true)), el('td', {}, end(edited)))));
    }

    #sentences(report) {
        const sentences = [];
        if (report.left.length) sentences.push(`Recorded events that do not happen: ${report.left.join(', ')}.`);
        if (report.simulated.length) sentences.push(`Simulated, because the recording does not tell: events ${report.simulated.join(', ')} of the edited run.`);
        if (report.untold.length) sentences.push(`The log cannot tell what Adobe would have answered to the poll of event ${report.untold.join(', ')} of the edited run: whether the viewer had signed in by then is not recorded.`);
        if (report.waitsLonger.length) sentences.push(`The edited run waits longer for the answer to the request of event ${report.waitsLonger.join(', ')} than the recorded flow did. That answer is not in the log: from event ${Math.min(...report.waitsLonger)} on, the log cannot tell what would have happened.`);
        if (report.bounded) sentences.push('The edited run was ended after an hour or 500 simulated events.');
        return sentences.map((text) => el('p', {}, text));
    }
}
