// The list of the launches of a folder: a filter by words and by finding.

import { el } from './dom.mjs';

const grouped = (count) => count.toLocaleString('en-US');
export const counted = (count) => `${grouped(count)} launch${count === 1 ? '' : 'es'}`;

/** Returns the names of a finding: its own, and that of the pattern that counts it together with others. */
const namesOf = ({ dataset }) => [dataset.finding, dataset.family ?? []].flat();
/** Returns the findings of a launch that have names. */
const findingsOf = (launch) => [...launch.querySelectorAll('.finding[data-finding]')];

export class LaunchList {
    /** The findings as text, each with the launches that have it, the most frequent first. */
    #findings = new Map();
    #launches = [];
    /** The launches by the names of their files. */
    #byFile = new Map();
    #changed;
    #chosen = el('select', { id: 'finding', 'aria-label': 'Only launches with this finding' });
    #words = el('input', { type: 'search', id: 'filter', size: 30, placeholder: 'version, provider, system, device, outcome', 'aria-label': 'Only launches with these words' });
    #order = el('select', { id: 'order' }, el('option', { value: '' }, 'by device'), el('option', { value: 'time' }, 'by time'));
    #count = el('span', { className: 'faint count', role: 'status', 'aria-live': 'polite' });
    #back = el('button', { onclick: () => { document.querySelector('.common')?.scrollIntoView({ block: 'start' }); } }, '↑ Causes');
    #clear = el('button', { hidden: true, onclick: () => { this.filter({}); this.#changed(); this.#words.focus(); } }, 'Show all');

    /** `changed()` is called when the user changes the filter. */
    constructor(changed) {
        this.#changed = changed;
        this.#chosen.addEventListener('change', () => { this.#apply(); changed(); });
        this.#order.addEventListener('change', () => this.#sort());
        this.#words.addEventListener('input', () => { this.#apply(); changed(); });
        this.#words.addEventListener('keydown', (event) => {
            if (event.key === 'Escape' && this.#words.value) { this.#words.value = ''; this.#apply(); changed(); event.preventDefault(); }
        });
    }

    /** Reads the launches in the findings, and puts the filter above them if they are many. */
    read(findings) {
        const kept = this.place;
        this.#launches = [...findings.querySelectorAll('.launch')].map((element) => ({
            element, files: [...element.querySelectorAll('.files a')].map(({ dataset }) => dataset.file),
            findings: new Set(findingsOf(element).flatMap(namesOf)), text: undefined,
        }));
        this.#byFile = new Map(this.#launches.flatMap((launch) => launch.files.map((file) => [file, launch])));
        this.#findings = new Map();
        for (const launch of this.#launches) {
            for (const finding of launch.findings) this.#findings.set(finding, [...this.#findings.get(finding) ?? [], launch]);
        }
        this.#offerAll(findings);
        const place = findings.querySelector('.filter');
        place?.replaceChildren(el('h2', {}, 'Launches'), el('div.bar', { role: 'search', 'aria-label': 'Launches' },
            el('label', {}, 'With ', this.#chosen), el('label', {}, 'Words ', this.#words), el('label', {}, 'Order ', this.#order), this.#clear, this.#back, this.#count));
        const others = [...this.#findings].sort(([, left], [, right]) => right.length - left.length);
        this.#chosen.replaceChildren(el('option', { value: '' }, `any finding or none (${grouped(this.#launches.length)})`),
            ...others.map(([finding, launches]) => el('option', { value: finding }, `${finding} (${grouped(launches.length)})`)));
        this.filter(place ? kept : {});
        if (this.#order.value) this.#sort();
    }

    /** Adds to each pattern the button that shows its launches. */
    #offerAll(findings) {
        if (!findings.querySelector('.filter')) return;
        for (const pattern of findings.querySelectorAll('.patterns > li[data-finding]')) {
            const { finding } = pattern.dataset;
            const launches = this.#findings.get(finding);
            if (launches) pattern.querySelector('.actions')?.append(el('button', { onclick: () => this.#show(finding) }, `Show ${launches.length === 1 ? 'its launch' : `its ${counted(launches.length)}`}`));
        }
    }

    #show(finding) {
        this.filter({ finding });
        this.#changed();
        this.#chosen.closest('.filter').scrollIntoView({ block: 'start' });
        this.#chosen.focus({ preventScroll: true });
    }

    /** The filter, as part of the place in the page. */
    get place() {
        return { finding: this.#chosen.value, words: this.#words.value.trim() };
    }

    filter({ finding = '', words = '' }) {
        this.#chosen.value = this.#findings.has(finding) ? finding : '';
        this.#words.value = words;
        this.#apply();
    }

    /** Returns the texts of a launch in which words are searched: its line, its header with the names of its files, and its findings. */
    static #text(launch) {
        const parts = [...launch.querySelectorAll(':scope > summary, :scope > header, .finding > h3')].map(({ textContent }) => textContent);
        return [...parts, ...findingsOf(launch).flatMap(namesOf)].join(' ').toLowerCase();
    }

    /** Puts the launches in the chosen order: that of the findings, which is by device, or by time. */
    #sort() {
        const time = ({ element }) => element.querySelector(':scope > summary > .time')?.textContent ?? '';
        const sorted = this.#order.value ? [...this.#launches].sort((left, right) => time(left) < time(right) ? -1 : 1) : this.#launches;
        const place = this.#launches[0]?.element.parentNode;
        place?.classList.toggle('mixed', this.#order.value !== '');
        place?.append(...sorted.map(({ element }) => element));
    }

    /** Shows the chosen finding in the line of a launch, which names the first of its findings. */
    static #note(launch, chosen) {
        const found = chosen && findingsOf(launch).find((one) => namesOf(one).includes(chosen));
        const line = launch.querySelector(':scope > summary');
        line?.querySelector('.found')?.remove();
        if (found) line?.append(el('span.found', {}, found.querySelector('h3')?.textContent ?? ''));
    }

    #apply() {
        const { finding, words } = this.place;
        const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
        let shown = 0;
        for (const launch of this.#launches) {
            if (wanted.length) launch.text ??= LaunchList.#text(launch.element);
            launch.isShown = (!finding || launch.findings.has(finding)) && wanted.every((word) => launch.text.includes(word));
            launch.element.hidden = !launch.isShown;
            LaunchList.#note(launch.element, launch.isShown ? finding : '');
            shown += launch.isShown ? 1 : 0;
        }
        const isAll = !finding && wanted.length === 0;
        this.#clear.hidden = isAll;
        this.#count.textContent = isAll ? '' : shown ? `${grouped(shown)} of ${counted(this.#launches.length)}` : `None of ${counted(this.#launches.length)}`;
    }

    /** Returns whether the filter shows the launch of a log. A log without a launch in the findings is shown. */
    shows({ files }) {
        return this.#byFile.get(files[0])?.isShown ?? true;
    }

    /** Returns what the findings say about the launch of a log: its provider, and its end in a few words. Both are undefined if they say nothing. */
    facts({ files }) {
        const element = this.#byFile.get(files[0])?.element;
        const outline = element?.querySelector(':scope > summary > .text')?.textContent;
        const verdict = element?.querySelector(':scope > .verdict')?.textContent;
        return { provider: element?.dataset.provider, end: outline?.slice(outline.indexOf(': ') + 2) ?? verdict };
    }
}
