// The viewer: the open logs, the shown view and event, and the keys.

import { byID, copy, el, say } from './dom.mjs';
import { Asking } from './asking.mjs';
import { Lanes } from './lanes.mjs';
import { RowModel } from './rowmodel.mjs';
import { WhatIf } from './whatif.mjs';
import { acceptDrops } from './opening.mjs';
import { launches } from './bytes.mjs';
import { copyMenu } from './copying.mjs';
import { sheet } from './sheet.mjs';
import { showPicture } from './panels.mjs';
import { Comparing } from './comparing.mjs';
import { LaunchList } from './launches.mjs';
import { Places, address, logNamed, placeInAddress, shortName } from './place.mjs';
import { Searching } from './searching.mjs';
import { actOnKey } from './keys.mjs';
import { showVerdict } from './verdict.mjs';
import { Citations } from './citations.mjs';
import { Frame, tabs, viewID } from './frame.mjs';
import { preparePrint } from './printing.mjs';

export class Viewer {
    logs = [];
    log;
    header;
    step;
    /** The name of the shown view. */
    tab = 'Findings';
    #asking = new Asking();
    #findings;
    #frame;
    #clockKind = 'log';
    #asked = 0;
    #searching = new Searching(this);
    #citations = new Citations();
    /** The number of the shown event. */
    event;
    /** The element that had the focus when the findings were left. */
    #left;
    /** Counts the steps from place to place, so that a step that waited for a log does not undo a later step. */
    #steps = 0;
    #list = new LaunchList(() => { this.#offerLogs(); this.#places.stay(this.#place); });
    #comparing = new Comparing(this.#asking, this.#list, () => this.#places.step(this.#place), (log, event) => this.follow(log, event));
    /** How far the page is scrolled in each view, for when the user returns to it. */
    #scrolled = {};
    #places = new Places((place, scrolled) => this.#return(place, scrolled).catch((failure) => this.fail(failure.message)));

    /** Loads FlowReading, and returns its version. */
    load(module) {
        return this.#asking.load(module);
    }

    // MARK: Building the page

    constructor(count) {
        const menu = copyMenu(this.#asking, () => {
            if (!this.log) throw new Error('No log is open.');
            return { log: this.log, header: this.header, step: this.step, findings: this.#findings, address: address({ ...this.#place, ...this.event && this.#placeOfLog }) };
        });
        this.#frame = new Frame(this, menu, count);
    }

    build() {
        this.#findings = byID('findings');
        this.#lanes = new Lanes({
            label: 'What happened, event by event', onselect: (event) => this.go(event), clock: (row) => this.#clock(row),
            mark: (row) => [this.#cites(row.event).length > 0 && (row.rule || row.clock) ? 'cited' : '', this.#searching.marks(row) ? 'found' : ''].filter(Boolean).join(' '),
        });
        this.#whatIf = new WhatIf(this.#asking, (event) => this.go(event));
        this.#bar = el('input', { type: 'range', min: '0', max: '0', value: '0', className: 'time', 'aria-label': 'Time' });
        this.#bar.addEventListener('input', () => this.log && this.go(this.log.model.at(this.log.model.start + Number(this.#bar.value)), { keepsBar: true }));
        this.#buildPanels();
        acceptDrops((logs) => this.open(logs), (text) => this.fail(text));
        document.addEventListener('keydown', (event) => actOnKey(event, this, tabs));
        addEventListener('beforeprint', () => { if (!byID('print')) preparePrint(this.log?.model); });
        addEventListener('afterprint', () => byID('print')?.remove());
        this.#findings.addEventListener('click', (event) => this.#findingClicked(event));
        this.#show('Findings');
    }

    #lanes;
    #whatIf;
    #bar;
    #side;
    #deviceTime;

    #buildPanels() {
        this.#deviceTime = el('option', { value: 'device' }, 'the viewer’s time');
        const clock = el('select', { 'aria-label': 'Times' }, el('option', { value: 'log' }, 'times since the start'),
            el('option', { value: 'utc' }, 'times in UTC'), this.#deviceTime);
        clock.addEventListener('change', () => { this.#clockKind = clock.value; this.#lanes.draw(); });
        this.#side = el('aside', { 'aria-label': 'The event', tabIndex: 0 }, el('p.faint', {}, 'Choose a line, or step with ← and →.'));
        const step = (text, label, action) => el('button', { 'aria-label': label, title: label, onclick: action }, text);
        const events = el('div.events', {},
            el('div.bar', {}, step('←', 'The event before', () => this.move(-1)), step('→', 'The next event', () => this.move(1)),
                step('n', 'The next problem', () => this.problem(1)), this.#searching.element, clock, this.#bar),
            el('div.both', {}, this.#lanes.element, this.#side));
        // The table for browsers without script, which is shown again if the viewer cannot run.
        this.plainDrawing = byID('drawing');
        this.plainDrawing.remove();
        this.#frame.fill({ Events: events, 'What if': this.#whatIf.element, Compare: this.#comparing.element });
    }

    fail(text) {
        say(text);
        const place = byID('failures') ?? el('div', { id: 'failures', role: 'alert' });
        place.replaceChildren(el('p.trouble', {}, text));
        this.#frame.panels.Findings.prepend(place);
        this.#show('Findings');
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
        this.#comparing.begin(opened);
        if (keepsFindings) this.#readFindings();
        else this.#openedAnew(opened);
        // A reload keeps the place.
        const [place, { scrolled }] = [keepsFindings ? placeInAddress() : {}, this.#places];
        await this.choose(logNamed(place.log, this.logs) ?? opened[0]);
        if (Object.keys(place).length || (keepsFindings && scrolled)) await this.#return(place, scrolled);
        await this.#verified;
    }

    /** Offers the logs whose launches the filter of the findings shows, and the shown log. */
    #offerLogs() {
        this.#frame.offer(this.logs, this.shownLogs, this.log);
    }

    #openedAnew(opened) {
        document.title = opened.length === 1 ? opened[0].name.split('/').at(-1) : `${opened.length} logs`;
        document.querySelector('#top h1').textContent = document.title;
        this.#places.stay({});
        for (const old of document.querySelectorAll('.notice, .verdict-of-log')) old.remove();
        this.#show('Findings');
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
        this.logs = [{ key, name, files: [name], model, loaded: Promise.resolve() }];
        [this.log] = this.logs;
        document.querySelector('#top h1').textContent = name.split('/').at(-1);
        this.header = JSON.parse(await this.#asking.ask('header', key));
        this.#grown(this.log);
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

    /** Shows a log. Its verification continues after that. */
    async choose(log) {
        this.log = log;
        this.step = undefined;
        this.event = undefined;
        this.header = undefined;
        this.#offerLogs();
        this.#side.replaceChildren(el('p.faint', {}, 'Choose a line, or step with ← and →.'));
        try { this.header = JSON.parse(await this.#asking.ask('header', log.key)); } catch { /* The verification reports the damaged header. */ }
        await this.loadLines(log);
        if (this.log !== log) return;
        this.#grown(log);
        this.#whatIf.begin(log, this.header);
        this.#deviceTime.disabled = this.header?.utcOffsetMinutes === undefined;
        this.#deviceTime.textContent = this.#deviceTime.disabled ? 'the viewer’s time (not recorded)' : 'the viewer’s time';
        if (this.tab !== 'Findings') this.#show(this.tab);
        this.#verified = this.#verify(log);
    }

    #verified;

    /** Loads the lines of a log once. If the log is shown, the lines appear meanwhile. */
    loadLines(log) {
        let drawn = -Infinity;
        log.loaded ??= log.model.load(this.#asking, log.key, () => {
            // While a long log loads, not every portion is drawn.
            if (this.log !== log || performance.now() - drawn < 200) return;
            drawn = performance.now();
            this.#grown(log);
        });
        return log.loaded;
    }

    #grown({ model }) {
        this.#lanes.show(model);
        this.#bar.max = String(model.end - model.start);
    }

    #verify(log) {
        return showVerdict(this.#frame.chip, this.#asking, log, () => this.log === log).catch((failure) => this.fail(failure.message));
    }

    // MARK: Findings

    #readFindings() {
        this.#scrolled = {};
        this.#list.read(this.#findings);
        this.#comparing.offer(this.#findings, () => this.show('Compare'));
        this.#offerLogs();
        this.#citations = new Citations(this.#findings);
    }

    /** Returns the findings that cite an event of the shown log. */
    #cites(event) {
        return this.#citations.of(event, this.log, this.logs.length === 1);
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
        // A link to a launch as a whole has no event.
        return this.follow(log, number || undefined, { isLaunch: !number });
    }

    /** Goes to a log, or to an event of a log, as a new step of the browser's history. */
    async follow(log, event, { isLaunch = false } = {}) {
        this.#leave();
        const steps = this.#steps;
        if (this.tab === 'Findings' || event !== undefined) this.#show('Events');
        const isOther = log !== this.log;
        const loaded = isOther ? this.choose(log) : this.loadLines(log);
        this.event = event;
        this.#places.step(this.#place);
        await loaded;
        const number = event ?? (isLaunch ? log.model.firstEvent : undefined);
        if (steps !== this.#steps || number === undefined) return;
        const shown = this.#go(number, { center: true });
        this.#places.stay(this.#place);
        await shown;
    }

    // MARK: The place in the page

    get #placeOfLog() {
        return { log: this.logs.length > 1 ? shortName(this.log, this.logs) : '', event: this.event && String(this.event) };
    }

    get #place() {
        if (this.tab === 'Findings') return this.#list.place;
        if (this.tab === 'Compare') return { view: viewID(this.tab), ...this.#comparing.place };
        if (!this.log) return { view: viewID(this.tab) };
        return { ...this.#placeOfLog, view: this.tab === 'Events' && this.event ? '' : viewID(this.tab) };
    }

    /** Returns to a place of the browser's history. */
    async #return(place, scrolled) {
        this.#steps += 1;
        const steps = this.#steps;
        const view = tabs.find((name) => viewID(name) === place.view) ?? (place.event ? 'Events' : 'Findings');
        const log = logNamed(place.log, this.logs);
        this.#comparing.choose(place);
        if (view === 'Findings') this.#list.filter(place);
        if (log && log !== this.log) {
            this.#show(view);
            await this.choose(log);
        } else if (this.log) {
            await this.loadLines(this.log);
        }
        if (steps !== this.#steps) return;
        const event = Number(place.event);
        if (event && event !== this.event) this.#go(event, { center: true });
        if (view !== 'Events' || !event || this.tab !== view) this.#show(view);
        if (view === 'Findings' && this.#left?.isConnected) this.#left.focus({ preventScroll: true });
        if (scrolled !== undefined) scrollTo(0, scrolled);
    }

    /** Keeps where the user leaves a view: what has the focus in the findings, and how far the page is scrolled. Back returns to it. */
    #leave() {
        this.#steps += 1;
        this.#places.keep();
        this.#scrolled[this.tab] = scrollY;
        if (this.tab === 'Findings') this.#left = this.#findings.contains(document.activeElement) ? document.activeElement : undefined;
    }

    // MARK: Events

    /** Shows an event. `isStep`: as a new step of the browser's history. */
    go(event, { isStep = false, ...how } = {}) {
        if (!this.log || event === undefined) return undefined;
        const isNew = isStep || this.tab !== 'Events';
        if (isNew) this.#leave();
        const shown = this.#go(event, how);
        this.#places[isNew ? 'step' : 'stay'](this.#place);
        return shown;
    }

    async #go(event, { center = false, keepsBar = false } = {}) {
        if (this.tab !== 'Events') this.#show('Events');
        this.event = event;
        this.#lanes.select(event, { center });
        if (!keepsBar) this.#bar.value = String((this.log.model.time(event) ?? this.log.model.start) - this.log.model.start);
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
            go: (other) => this.go(other, { isStep: true }), cited: (number) => this.#cites(number),
            showFinding: (element) => { this.show('Findings'); element.scrollIntoView({ block: 'center' }); },
            explain: async (number, details) => { details.querySelector('pre').textContent = await this.#asking.ask('explain', log.key, number); },
            edit: (edit) => this.edit(edit),
            offer: (number) => { this.show('What if'); this.#whatIf.offer(number); },
        }));
        for (const details of this.#side.querySelectorAll('details')) if (details.className && open.includes(details.className)) details.open = true;
    }

    move(by) {
        if (!this.log?.model.hasEvents) return;
        const { model } = this.log;
        this.go(this.step ? model.neighbor(this.step.event, by) : by > 0 ? model.firstEvent : model.lastEvent);
    }

    #clock(row) {
        if (this.#clockKind === 'log' || row.at === undefined) return row.clock ?? '';
        const minutes = this.#clockKind === 'device' ? this.header?.utcOffsetMinutes ?? 0 : 0;
        return new Date(row.at + minutes * 60_000).toISOString().slice(11, 21);
    }

    // MARK: Views

    /** Shows a view as a new step of the browser's history. */
    async show(name) {
        this.#leave();
        const shown = this.#show(name);
        scrollTo(0, this.#scrolled[name] ?? 0);
        this.#places.step(this.#place);
        await shown;
    }

    async #show(name) {
        this.tab = name;
        this.#frame.show(name);
        if (name === 'Events') {
            if (!this.log) this.#side.replaceChildren(el('p.faint', {}, 'No log is open: open one, drop it here, or paste it.'));
            this.#lanes.draw();
            this.#lanes.element.focus({ preventScroll: true });
        }
        if (name === 'States' || name === 'Timeline') await showPicture(this.#frame.panels[name], this.#asking, this.log, name.toLowerCase(), this.step?.event);
        if (name === 'Compare') await this.#comparing.show();
    }

    // MARK: What the keys and the search use

    /** The logs whose launches the filter of the findings shows, and the shown log. */
    get shownLogs() {
        return this.logs.filter((log) => log === this.log || this.#list.shows(log));
    }

    /** Returns the numbers of the events of a log that a finding cites. */
    citedEvents(log) {
        return this.#citations.events(log, this.logs.length === 1);
    }

    problem(by) {
        return this.#searching.problem(by);
    }

    search() {
        this.show('Events');
        this.#searching.element.focus();
        this.#searching.element.select();
    }

    edit(edit) {
        this.show('What if');
        return this.#whatIf.add(edit);
    }

    draw() {
        this.#lanes.draw();
    }

    focusDrawing() {
        this.#lanes.element.focus();
    }

    focusTab() {
        this.#frame.focusTab(this.tab);
    }

    movePage(by) {
        const { model } = this.log ?? {};
        if (!model?.hasEvents) return;
        const from = this.step ? model.place(this.step.event) : 0;
        this.go(model.eventAt(Math.min(from + by * this.#lanes.page, model.count - 1)));
    }
}
