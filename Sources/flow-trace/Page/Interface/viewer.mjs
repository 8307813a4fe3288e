// The viewer: the open logs, the shown view and event, and the keys.

import { byID, copy, el, say } from './dom.mjs';
import { Asking } from './asking.mjs';
import { Lanes } from './lanes.mjs';
import { RowModel } from './rowmodel.mjs';
import { WhatIf } from './whatif.mjs';
import { acceptDrops, openButtons } from './opening.mjs';
import { launches } from './bytes.mjs';
import { copyMenu, reference } from './copying.mjs';
import { sheet } from './sheet.mjs';
import { offerComparisons, showComparison, showPicture } from './panels.mjs';
import { helpDialog } from './help.mjs';
import { preparePrint, printDialog } from './printing.mjs';

/** Returns the id of a tab, without a space, because a space separates the ids in a list of ids. */
const tabID = (name) => `tab-${name.replace(' ', '-')}`;
const tabs = ['Findings', 'Events', 'States', 'Timeline', 'What if', 'Compare'];

export class Viewer {
    logs = [];
    log;
    header;
    step;
    #asking = new Asking();
    #findings = byID('findings');
    #panels = {};
    #buttons = {};
    #tab = 'Findings';
    #clockKind = 'log';
    #asked = 0;
    #words = [];
    #searches = 0;
    #citations = new Map();
    /** The places of the two logs that are compared. */
    #pair = [0, 1];

    /** Loads FlowReading, and returns its version. */
    load(module) {
        return this.#asking.load(module);
    }

    // MARK: Building the page

    build() {
        this.#lanes = new Lanes({
            label: 'What happened, event by event', onselect: (event) => this.go(event), clock: (row) => this.#clock(row),
            mark: (row) => [this.#cites(row.event).length > 0 && (row.rule || row.clock) ? 'cited' : '', this.#words.length && this.log?.model.matches(row, this.#words) ? 'found' : ''].filter(Boolean).join(' '),
        });
        this.#whatIf = new WhatIf(this.#asking, (event) => this.go(event));
        this.#search = el('input', { type: 'search', id: 'search', placeholder: 'Search  /', 'aria-label': 'Search in rules, codes, events and times', size: 18 });
        this.#search.addEventListener('input', () => this.#searched(0));
        this.#search.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') this.#searched(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') { this.#search.value = ''; this.#searched(0); this.#lanes.element.focus(); }
        });
        this.#bar = el('input', { type: 'range', min: '0', max: '0', value: '0', className: 'time', 'aria-label': 'Time' });
        this.#bar.addEventListener('input', () => this.log && this.go(this.log.model.at(this.log.model.start + Number(this.#bar.value)), { keepsBar: true }));
        this.#buildTop();
        this.#buildPanels();
        acceptDrops((logs) => this.open(logs), (text) => this.fail(text));
        document.addEventListener('keydown', (event) => this.#key(event));
        addEventListener('hashchange', () => this.#followHash());
        addEventListener('beforeprint', () => { if (!byID('print')) preparePrint(this.log?.model); });
        addEventListener('afterprint', () => byID('print')?.remove());
        this.#findings.addEventListener('click', (event) => this.#findingClicked(event));
        document.body.classList.add('ready');
        this.show('Findings');
    }

    #lanes;
    #whatIf;
    #search;
    #bar;
    #verdict;
    #choice;
    #side;
    #deviceTime;

    #buildTop() {
        this.#choice = el('select', { hidden: true, 'aria-label': 'Log' });
        this.#choice.addEventListener('change', () => this.choose(this.logs[Number(this.#choice.value)]));
        this.#verdict = el('span.chip', { id: 'verdict', role: 'status' });
        const menu = copyMenu(this.#asking, this.#findings, () => {
            if (!this.log) throw new Error('No log is open.');
            return { log: this.log, header: this.header, step: this.step };
        });
        byID('top').append(
            el('div.tools', {}, this.#choice, this.#verdict, ...openButtons((logs) => this.open(logs), (text) => this.fail(text)), menu,
                el('button.wide', { type: 'button', onclick: () => printDialog(this.log?.model) }, 'Print…'),
                el('button', { type: 'button', 'aria-label': 'Keys', onclick: helpDialog }, '?')),
            el('nav', { role: 'tablist', 'aria-label': 'Views' }, tabs.map((name) => {
                this.#buttons[name] = el('button', { type: 'button', role: 'tab', id: tabID(name), 'aria-controls': `panel-${tabID(name)}`, onclick: () => this.show(name) }, name);
                return this.#buttons[name];
            })));
        document.body.append(el('div', { id: 'say', role: 'status', 'aria-live': 'polite' }), el('div.off', { id: 'announce', 'aria-live': 'polite' }));
    }

    #buildPanels() {
        this.#deviceTime = el('option', { value: 'device' }, 'the viewer’s time');
        const clock = el('select', { 'aria-label': 'Times' }, el('option', { value: 'log' }, 'times since the start'),
            el('option', { value: 'utc' }, 'times in UTC'), this.#deviceTime);
        clock.addEventListener('change', () => { this.#clockKind = clock.value; this.#lanes.draw(); });
        this.#side = el('aside', { 'aria-label': 'The event', tabIndex: 0 }, el('p.faint', {}, 'Choose a line, or step with ← and →.'));
        const step = (text, label, action) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: action }, text);
        const events = el('div.events', {},
            el('div.bar', {}, step('←', 'The event before', () => this.move(-1)), step('→', 'The next event', () => this.move(1)),
                step('n', 'The next problem', () => this.problem(1)), this.#search, clock, this.#bar),
            el('div.both', {}, this.#lanes.element, this.#side));
        const panel = (name, ...content) => {
            const element = el('div', { role: 'tabpanel', id: `panel-${tabID(name)}`, 'aria-labelledby': tabID(name), hidden: true, tabIndex: -1, className: 'panel' }, ...content);
            this.#panels[name] = element;
            return element;
        };
        const main = document.querySelector('main');
        const findings = panel('Findings');
        findings.append(...main.childNodes);
        main.append(findings, panel('Events', events), panel('States'), panel('Timeline'), panel('What if', this.#whatIf.element), panel('Compare'));
        // The table for browsers without script, which is shown again if the viewer cannot run.
        this.plainDrawing = byID('drawing');
        this.plainDrawing.remove();
    }

    fail(text) {
        say(text);
        const place = byID('failures') ?? el('div', { id: 'failures', role: 'alert' });
        place.replaceChildren(el('p.trouble', {}, text));
        this.#panels.Findings.prepend(place);
        this.show('Findings');
    }

    // MARK: Logs

    /** Opens files in place of the open logs. The files of one launch form one log. */
    async open(files, { keepsFindings = false } = {}) {
        const failures = [];
        const opened = [];
        for (const sources of launches(files)) {
            const [key, name] = [this.#asking.key(), sources[0].name];
            const failure = await this.#asking.ask('add', key, name, sources);
            if (failure === null) opened.push({ key, name, files: sources.map((file) => file.name), model: new RowModel() });
            else failures.push(failure);
        }
        byID('failures')?.remove();
        if (failures.length) this.fail(failures.slice(0, 20).join('\n'));
        if (opened.length === 0) return;
        for (const log of this.logs) await this.#asking.ask('remove', log.key);
        this.logs = opened;
        this.#pair = [0, 1];
        this.#choice.hidden = opened.length < 2;
        this.#choice.replaceChildren(...opened.map(({ name }, index) => el('option', { value: String(index), title: name }, name.split('/').slice(-2).join('/'))));
        if (keepsFindings) this.#readFindings();
        else this.#openedAnew(opened);
        await this.choose(opened[0]);
        this.#followHash();
    }

    #openedAnew(opened) {
        document.title = opened.length === 1 ? opened[0].name.split('/').at(-1) : `${opened.length} logs`;
        document.querySelector('#top h1').textContent = document.title;
        history.replaceState(null, '', '#');
        for (const old of document.querySelectorAll('.notice, .verdict-of-log')) old.remove();
        this.show('Findings');
        this.#findings.replaceChildren();
        // The drawing does not wait for the findings.
        this.refreshFindings().catch((failure) => this.fail(failure.message));
    }

    /** Replaces the shown log by a longer log with the same beginning. */
    async grow(name, source) {
        const key = this.#asking.key();
        if (await this.#asking.ask('add', key, name, [{ name, source }]) !== null) return;
        const [before] = this.logs;
        const model = await new RowModel().load(this.#asking, key, () => {});
        this.logs = [{ key, name, files: [name], model }];
        this.log = this.logs[0];
        document.querySelector('#top h1').textContent = name.split('/').at(-1);
        this.header = JSON.parse(await this.#asking.ask('header', key));
        this.#lanes.show(model);
        this.#bar.max = String(model.end - model.start);
        await this.refreshFindings();
        if (before) await this.#asking.ask('remove', before.key);
        this.#whatIf.begin(this.log, this.header);
        if (model.hasEvents) await this.go(model.lastEvent);
        await this.#verify(this.log);
    }

    async refreshFindings() {
        const logs = this.logs;
        const template = document.createElement('template');
        this.#findings.setAttribute('aria-busy', 'true');
        try {
            // FlowReading writes this HTML, as it does for the tool: it escapes the texts of a log, and the content policy allows no script in them.
            template.innerHTML = await this.#asking.ask('findings', logs.map(({ key }) => key));
        } finally {
            if (logs === this.logs) this.#findings.removeAttribute('aria-busy');
        }
        if (logs !== this.logs) return;
        this.#findings.replaceChildren(template.content);
        this.#readFindings();
        this.#lanes.draw();
        if (this.step) this.#showStep();
    }

    async choose(log) {
        this.log = log;
        this.step = undefined;
        this.header = undefined;
        this.#choice.value = String(this.logs.indexOf(log));
        this.#side.replaceChildren(el('p.faint', {}, 'Choose a line, or step with ← and →.'));
        try { this.header = JSON.parse(await this.#asking.ask('header', log.key)); } catch { /* The verification reports the damaged header. */ }
        if (!log.model.count) {
            let drawn = -Infinity;
            await log.model.load(this.#asking, log.key, () => {
                // While a long log loads, not every portion is drawn.
                if (this.log !== log || performance.now() - drawn < 200) return;
                drawn = performance.now();
                this.#lanes.show(log.model);
                this.#bar.max = String(log.model.end - log.model.start);
            });
        }
        if (this.log !== log) return;
        this.#lanes.show(log.model);
        this.#bar.max = String(log.model.end - log.model.start);
        this.#whatIf.begin(log, this.header);
        this.#deviceTime.disabled = this.header?.utcOffsetMinutes === undefined;
        this.#deviceTime.textContent = this.#deviceTime.disabled ? 'the viewer’s time (not recorded)' : 'the viewer’s time';
        if (this.#tab !== 'Findings') this.show(this.#tab);
        await this.#verify(log);
    }

    async #verify(log) {
        this.#verdict.textContent = 'verifying …';
        this.#verdict.className = 'chip';
        log.verdict ??= JSON.parse(await this.#asking.ask('verify', log.key));
        if (this.log !== log) return;
        const { verdict, text, event, line, file, revision, buildRevision } = log.verdict;
        const place = `${typeof line === 'number' ? ` at line ${line}` : ''}${file ? ` of ${file.split('/').at(-1)}` : ''}`;
        const short = { verified: 'verified by this page', differs: `decided differently from event ${event} on`, damaged: `damaged${place}` }[verdict];
        this.#verdict.textContent = revision > buildRevision ? `${short}; newer than this page` : short;
        this.#verdict.title = revision > buildRevision ? `${text} The log is newer than this page: write the page again with the flow-trace of its library.` : text;
        this.#verdict.classList.add(verdict);
        document.body.dataset.verdict = verdict;
        await this.#secrets(log);
    }

    /** Shows the result of the search for secrets in the log: only references, or texts that may be secrets. */
    async #secrets(log) {
        const { counts, suspicious } = await this.#asking.ask('secrets', log.key);
        if (this.log !== log) return;
        const names = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`).join(', ');
        byID('secrets')?.remove();
        document.querySelector('footer').prepend(el(suspicious.length ? 'p.trouble' : 'p', { id: 'secrets' }, suspicious.length
            ? `This log may contain secrets. Look at: ${suspicious.join(', ')}`
            : `This page looked for secrets in ${log.name.split('/').at(-1)} and found none${names ? `, only references: ${names}` : ''}.`));
    }

    // MARK: Findings

    #readFindings() {
        offerComparisons(this.#findings, this.logs, (pair) => { this.#pair = pair; this.show('Compare'); });
        this.#citations = new Map();
        for (const link of this.#findings.querySelectorAll('.finding .evidence a.event')) {
            const event = Number(link.hash.slice('#event='.length));
            const finding = link.closest('.finding');
            const known = this.#citations.get(event) ?? [];
            known.push({ file: link.dataset.file, title: finding.querySelector('h3').textContent, element: finding });
            this.#citations.set(event, known);
        }
    }

    /** Returns the findings that cite an event of the shown log. */
    #cites(event) {
        return (this.#citations.get(event) ?? []).filter(({ file }) => this.logs.length === 1 || this.log.files.includes(file));
    }

    #findingClicked(event) {
        const link = event.target.closest('a.event');
        if (!link) {
            const copied = event.target.closest('.copy');
            if (copied && !getSelection().toString()) copy(copied.textContent, copied.textContent);
            return;
        }
        event.preventDefault();
        const log = this.logs.find(({ files }) => files.includes(link.dataset.file)) ?? this.log;
        const number = Number(link.hash.slice('#event='.length));
        if (!log) return say('The log is not in this page: open it here.');
        const then = log === this.log ? Promise.resolve() : this.choose(log);
        // A link to a launch as a whole has no event.
        return then.then(() => this.go(number || log.model.firstEvent, { center: true }));
    }

    // MARK: Events

    async go(event, { center = false, keepsBar = false } = {}) {
        if (!this.log || event === undefined) return;
        if (this.#tab !== 'Events') this.show('Events');
        this.#lanes.select(event, { center });
        if (!keepsBar) this.#bar.value = String((this.log.model.time(event) ?? this.log.model.start) - this.log.model.start);
        history.replaceState(null, '', `#event=${event}`);
        this.#asked += 1;
        const asked = this.#asked;
        const log = this.log;
        let step;
        try { step = JSON.parse(await this.#asking.ask('step', log.key, event)); } catch (failure) { return say(failure.message); }
        if (asked !== this.#asked || log !== this.log) return;
        this.step = step;
        // A screen reader reads what happened, not the whole sheet at each step.
        byID('announce').textContent = `Event ${step.event}, rule ${step.rule}: ${step.text}`;
        return this.#showStep();
    }

    #showStep() {
        const [step, log] = [this.step, this.log];
        const open = [...this.#side.querySelectorAll('details[open]')].map(({ className }) => className);
        this.#side.replaceChildren(sheet(step, {
            go: (other) => this.go(other), cited: (number) => this.#cites(number),
            showFinding: (element) => { this.show('Findings'); element.scrollIntoView({ block: 'center' }); },
            explain: async (number, details) => { details.querySelector('pre').textContent = await this.#asking.ask('explain', log.key, number); },
            edit: (edit) => { this.show('What if'); this.#whatIf.add(edit); },
            offer: (number) => { this.show('What if'); this.#whatIf.offer(number); },
        }));
        for (const details of this.#side.querySelectorAll('details')) if (details.className && open.includes(details.className)) details.open = true;
    }

    move(by) {
        if (!this.log?.model.hasEvents) return;
        const { model } = this.log;
        this.go(this.step ? model.neighbor(this.step.event, by) : by > 0 ? model.firstEvent : model.lastEvent);
    }

    problem(by) {
        if (!this.log) return;
        const from = this.step ? this.log.model.place(this.step.event) : -1;
        const cited = [...this.#citations.keys()].filter((event) => this.#cites(event).length > 0);
        const event = this.log.model.problem(from, by, this.step?.event, cited);
        if (event !== undefined) this.go(event);
        else say('There is no other problem in this log.');
    }

    #clock(row) {
        if (this.#clockKind === 'log' || row.at === undefined) return row.clock ?? '';
        const minutes = this.#clockKind === 'device' ? this.header?.utcOffsetMinutes ?? 0 : 0;
        return new Date(row.at + minutes * 60_000).toISOString().slice(11, 21);
    }

    async #searched(by) {
        if (!this.log) return;
        const { model } = this.log;
        this.#searches += 1;
        const search = this.#searches;
        this.#words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
        this.#lanes.draw();
        if (this.#words.length === 0) return this.#search.setCustomValidity('');
        const from = this.step ? model.place(this.step.event) : -1;
        // While the user is typing, the shown event stays if it matches.
        const before = by === 0 && this.step ? from - 1 : from;
        const row = await model.find(before, by || 1, this.#words, by === 0 ? undefined : this.step?.event, () => search !== this.#searches);
        if (search !== this.#searches) return undefined;
        this.#search.setCustomValidity(row ? '' : 'Nothing is found.');
        return row ? this.go(row.event) : say('Nothing is found.');
    }

    #followHash() {
        const found = /^#event=(\d+)$/.exec(location.hash);
        if (found && this.log && Number(found[1]) !== this.step?.event) this.go(Number(found[1]), { center: true });
    }

    // MARK: Views

    async show(name) {
        this.#tab = name;
        for (const tab of tabs) {
            this.#panels[tab].hidden = tab !== name;
            this.#buttons[tab].setAttribute('aria-selected', String(tab === name));
            this.#buttons[tab].tabIndex = tab === name ? 0 : -1;
        }
        document.body.dataset.tab = name;
        // If the element with the focus is hidden now, the focus moves to the new view.
        if (document.activeElement?.closest('.panel')?.hidden) this.#panels[name].focus({ preventScroll: true });
        if (name === 'Events') {
            if (!this.log) this.#side.replaceChildren(el('p.faint', {}, 'No log is open: open one, drop it here, or paste it.'));
            this.#lanes.draw();
            this.#lanes.element.focus({ preventScroll: true });
        }
        if (name === 'States' || name === 'Timeline') await showPicture(this.#panels[name], this.#asking, this.log, name.toLowerCase(), this.step?.event);
        if (name === 'Compare') await showComparison(this.#panels.Compare, this.#asking, this.logs, this.#pair);
    }

    // MARK: Keys

    #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
        if (event.target.closest?.('input, textarea, select') || event.defaultPrevented) return;
        const isTab = event.target.getAttribute?.('role') === 'tab';
        if (isTab && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
            const next = tabs[(tabs.indexOf(this.#tab) + (event.key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length];
            this.show(next);
            this.#buttons[next].focus();
            return event.preventDefault();
        }
        const model = this.log?.model;
        const actions = {
            ArrowRight: () => this.move(1), ArrowLeft: () => this.move(-1), ArrowDown: () => this.move(1), ArrowUp: () => this.move(-1),
            PageDown: () => this.#pageBy(1), PageUp: () => this.#pageBy(-1),
            Home: () => this.go(model?.firstEvent), End: () => this.go(model?.lastEvent),
            n: () => this.problem(1), N: () => this.problem(-1), '?': helpDialog, o: () => byID('open').click(), p: () => printDialog(model),
            '/': () => { this.show('Events'); this.#search.focus(); this.#search.select(); },
            c: () => this.step && copy(reference(this.header, this.step), 'the reference'),
            w: () => { if (this.step) { this.show('What if'); this.#whatIf.add({ kind: 'without', event: this.step.event }); } },
        };
        const isDrawing = this.#tab === 'Events';
        const scrolls = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'];
        if (scrolls.includes(event.key) && !isDrawing) return;
        const action = Object.hasOwn(actions, event.key) ? actions[event.key] : tabs[Number(event.key) - 1] && (() => this.show(tabs[Number(event.key) - 1]));
        if (!action) return;
        event.preventDefault();
        action();
    }

    #pageBy(by) {
        const { model } = this.log ?? {};
        if (!model?.hasEvents) return;
        const from = this.step ? model.place(this.step.event) : 0;
        this.go(model.eventAt(Math.min(from + by * this.#lanes.page, model.count - 1)));
    }
}
