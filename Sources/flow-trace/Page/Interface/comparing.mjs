// The comparison of two logs: what differs before the first event, the first event that differs, and all later differences.

import { el } from './dom.mjs';
import { logNamed, shortName } from './place.mjs';

/** The number of differences that are shown at once. */
const mostRows = 400;
const sides = ['a', 'b'];

/** The names of a header's values in words. The names of settings are the app's own, and stay. */
const headerNames = { app: 'App', library: 'Library', system: 'System', 'model revision': 'Model revision' };

function comparedTable(caption, rows) {
    return el('table.compared', {}, el('caption', {}, caption),
        el('tr', {}, el('td'), el('th', { scope: 'col' }, 'A'), el('th', { scope: 'col' }, 'B')),
        rows.map(([name, ...values]) => el('tr', {}, el('th', { scope: 'row' }, name), values.map((value) => el('td', {}, value)))));
}

const length = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

export class Comparing {
    element = el('section.comparing', { 'aria-label': 'Compare' });
    #asking;
    #list;
    #changed;
    #follow;
    #logs = [];
    /** The places of the two logs that are compared. */
    #pair = [0, 1];
    #asked = 0;

    /** `list`: the launches of the findings. `changed()` is called when the user chooses another log, `follow(log, event)` when an event is chosen. */
    constructor(asking, list, changed, follow) {
        [this.#asking, this.#list, this.#changed, this.#follow] = [asking, list, changed, follow];
    }

    begin(logs) {
        this.#logs = logs;
        this.#pair = [0, 1];
    }

    /** The compared logs, as part of the place in the page. */
    get place() {
        if (this.#logs.length < 2) return {};
        const [a, b] = this.#pair.map((place) => shortName(this.#logs[place], this.#logs));
        return { a, b };
    }

    /** Chooses the logs of a place in the page. */
    choose({ a, b }) {
        const pair = [a, b].map((name) => this.#logs.indexOf(logNamed(name, this.#logs)));
        if (!pair.includes(-1)) this.#pair = pair;
    }

    /** Where a pattern names a log without it and one with it, a button compares them. `show()` shows the comparison. */
    offer(findings, show) {
        for (const pattern of findings.querySelectorAll('.patterns > li')) {
            const links = [pattern.querySelector('[data-role=good]'), pattern.querySelector('[data-role=bad]') ?? pattern.querySelector('[data-role=first]')];
            const pair = links.map((link) => this.#logs.findIndex(({ files }) => files.includes(link?.dataset.file)));
            if (pair.includes(-1)) continue;
            pattern.querySelector('.actions')?.append(el('button', { title: 'A launch without it and one with it', onclick: () => { this.#pair = pair; show(); } }, 'Compare them'));
        }
    }

    async show() {
        const title = el('h2', {}, 'Compare');
        if (this.#logs.length < 2) {
            this.element.replaceChildren(title, el('p.faint', {}, 'Open two logs together, by the buttons or by dropping them, to see how they differ in meaning.'));
            return;
        }
        const result = el('div.comparison', { 'aria-live': 'polite', 'aria-busy': 'true' });
        this.element.replaceChildren(title, el('p.bar', {}, ...sides.map((side, place) => el('label', {}, `${side.toUpperCase()} is `, this.#choice(place)))), result);
        this.#asked += 1;
        const asked = this.#asked;
        const logs = this.#pair.map((place) => this.#logs[place]);
        let parts;
        try {
            const { differences, text } = await this.#asking.ask('compare', ...logs.map(({ key }) => key));
            parts = this.#parts(logs, differences, text);
        } catch (failure) { parts = [el('p.trouble', {}, failure.message)]; }
        if (asked !== this.#asked) return;
        result.removeAttribute('aria-busy');
        result.replaceChildren(...parts);
    }

    #choice(place) {
        return el('select', {
            'aria-label': ['The first log', 'The second log'][place],
            onchange: (event) => { this.#pair[place] = Number(event.target.value); this.#changed(); return this.show(); },
        }, this.#logs.map((log, index) => el('option', { value: String(index), selected: index === this.#pair[place], title: log.name }, shortName(log))));
    }

    #parts(logs, objects, text) {
        const [{ a, b }] = objects;
        const settings = objects.filter(({ kind }) => kind === 'setting');
        const rows = objects.filter(({ kind, mark }) => kind === 'row' && mark !== '~');
        const total = objects.at(-1);
        const starts = [a, b].map(({ start }) => start);
        return [
            this.#before(logs, [a, b], settings),
            ...this.#first(logs, rows[0], starts, total),
            rows.length > 1 ? this.#all(logs, rows, starts) : null,
            el('details', {}, el('summary', {}, 'As text, for a developer'), el('pre', { tabIndex: 0 }, text)),
        ].filter(Boolean);
    }

    /** What differs in app, system, settings and provider, and how both launches ended. */
    #before(logs, heads, settings) {
        const facts = logs.map((log) => this.#list.facts(log));
        const differing = settings.map(({ field, a, b }) => [headerNames[field] ?? `Setting ${field}`, a, b]);
        const both = (name, values) => (values.some(Boolean) && !differing.some(([other]) => other === name) ? [[name, ...values.map((value) => value ?? 'not known')]] : []);
        const providers = facts.map(({ provider }) => provider);
        const isOther = providers[0] !== providers[1];
        const same = [...both('App', heads.map(({ app }) => app)), ...both('System', heads.map(({ system }) => system)),
            ...(isOther ? [] : both('Provider', providers))].filter(([, left, right]) => left === right);
        return el('section', {},
            comparedTable(differing.length || isOther ? 'What differs' : 'App, system, settings and provider are the same', [
                ...differing, ...(isOther ? both('Provider', providers) : []),
                ...(facts.some(({ end }) => end) ? [['How it ended', ...facts.map(({ end }) => end ?? '')]] : []),
                ['Started', ...heads.map(({ start }) => (start === null ? 'no event' : `${new Date(start).toISOString().slice(0, 19).replace('T', ' ')}Z`))],
            ]),
            same.length ? el('p.faint', {}, `The same in both: ${same.map(([, value]) => value).join(', ')}.`) : null);
    }

    /** The first event that differs. */
    #first(logs, row, starts, total) {
        if (!row) return [el('p', {}, 'From the first event to the last, both logs have the same meaning.')];
        const before = sides.map((side) => row[side]?.event).find((event) => event !== undefined) ?? 1;
        const title = before === 1 ? 'They differ from the first event on' : 'The first event that differs';
        return [el('section', {}, el('h3', {}, title),
            before === 1 ? null : el('p.faint', {}, `Up to there, ${total.same === 1 ? 'one line is' : 'the lines are'} the same in both.`),
            el('table.compared', {}, el('tr', {}, el('td'), el('th', { scope: 'col' }, 'A'), el('th', { scope: 'col' }, 'B')), this.#row(logs, row, starts)))];
    }

    #all(logs, rows, starts) {
        const details = el('details', {}, el('summary', {}, `All ${rows.length} differences`));
        details.addEventListener('toggle', () => {
            if (details.children.length > 1) return;
            details.append(el('table.compared', {}, el('tr', {}, el('td'), el('th', { scope: 'col' }, 'A'), el('th', { scope: 'col' }, 'B')),
                rows.slice(0, mostRows).flatMap((row) => this.#row(logs, row, starts))));
            if (rows.length > mostRows) details.append(el('p.faint', {}, `${rows.length - mostRows} more are in the text.`));
        });
        return details;
    }

    #row(logs, row, starts) {
        const mark = { '<': 'only in A', '>': 'only in B', '!': 'differs' }[row.mark] ?? '';
        const cell = (side, index) => {
            const one = row[side];
            if (!one) return el('td.faint', {}, 'nothing');
            const link = el('button.link', { onclick: () => this.#follow(logs[index], one.event) }, `event ${one.event}`);
            const again = one.repetitions ? ` × ${one.repetitions}` : '';
            return el('td', {}, link, el('span.faint', {}, ` ${length(one.time - starts[index])} `), `${one.words}${again}`);
        };
        return [el('tr', {}, el('th', { scope: 'row' }, mark), sides.map(cell)), ...row.differences.flatMap((entry) => this.#difference(entry, row))];
    }

    /** One difference of an event in words. Rules, states and the fields behind the words are for developers, who have the text. */
    #difference({ field, a, b }, row) {
        if (field === 'rule' || field === 'state') return [];
        // If the events differ in words, the words say most of it. What the app or the viewer got is shown, too.
        const isShown = field === 'effect' ? [a, b].some((text) => /^(answer|present) /.test(text)) : /^(repeated|provider .*)$/.test(field);
        if (row.a?.words !== row.b?.words && !isShown) return [];
        return [el('tr.field', {}, el('th', { scope: 'row' }, field === 'effect' ? 'then' : field), el('td', {}, a), el('td', {}, b))];
    }
}
