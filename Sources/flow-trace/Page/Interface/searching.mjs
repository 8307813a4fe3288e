// Searches for words and for problems: in the shown log, then in the other logs that the filter of the findings shows.

import { el, say } from './dom.mjs';
import { shortName } from './place.mjs';

/**
 * Returns the next log and event that `look` finds; undefined if there is none.
 *
 * `look(log, from, wraps)` looks in one log, from the line `from` on. First the rest of the shown log is searched, then the other logs in their order,
 * then the whole shown log. `load(log)` loads a log, `isOld()` says that the search is no longer wanted.
 */
async function findEverywhere({ logs, log, from, by, look, load, isOld }) {
    const first = logs.indexOf(log);
    const others = logs.length - (first < 0 ? 0 : 1);
    const inThis = await look(log, from, others === 0);
    if (inThis !== undefined || others === 0 || isOld()) return inThis === undefined ? undefined : { log, event: inThis };
    const begin = first < 0 && by < 0 ? 0 : first;
    for (let distance = 1; distance <= others; distance += 1) {
        const other = logs[(((begin + by * distance) % logs.length) + logs.length) % logs.length];
        // A log that cannot be read has no lines.
        const isLoaded = await load(other).then(() => true, () => false);
        if (isOld()) return undefined;
        const event = isLoaded ? await look(other, by > 0 ? -1 : other.model.count, false) : undefined;
        if (isOld()) return undefined;
        if (event !== undefined) return { log: other, event };
    }
    const event = await look(log, from, true);
    return event === undefined || isOld() ? undefined : { log, event };
}

export class Searching {
    /** The words that the lines are searched for, in lower case. */
    words = [];
    element = el('input', { type: 'search', id: 'search', placeholder: 'Search  /', 'aria-label': 'Search in rules, codes, events and times', size: 18 });
    #viewer;
    #searches = 0;

    /** `viewer` has the logs, and shows what is found. */
    constructor(viewer) {
        this.#viewer = viewer;
        this.element.addEventListener('input', () => this.#search(0));
        this.element.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') this.#search(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') { this.element.value = ''; this.#search(0); viewer.focusDrawing(); }
        });
    }

    /** Returns whether a line of the shown log contains the words. */
    marks(row) {
        return this.words.length > 0 && Boolean(this.#viewer.log?.model.matches(row, this.words));
    }

    /** Goes to the next problem, or to the one before if `by` is negative. */
    async problem(by) {
        const viewer = this.#viewer;
        if (!viewer.log) return;
        const found = await this.#everywhere(by, (log, from, wraps) => log.model.problem(from, by, log === viewer.log ? viewer.event : undefined, viewer.citedEvents(log), wraps));
        if (found) this.#show(found);
        else if (found === null) say(`There is no other problem in ${viewer.logs.length > 1 ? 'these logs' : 'this log'}.`);
    }

    /** Looks in all logs that the filter shows. Returns `null` if nothing is found, undefined if something else is searched meanwhile. */
    async #everywhere(by, look) {
        this.#searches += 1;
        const search = this.#searches;
        const isOld = () => search !== this.#searches;
        const { log, event } = this.#viewer;
        const from = event === undefined ? -1 : log.model.place(event);
        const found = await findEverywhere({ logs: this.#viewer.shownLogs, log, from, by, look, load: (other) => this.#viewer.loadLines(other), isOld });
        return isOld() ? undefined : found ?? null;
    }

    /** Searches from the shown event on. `by`: 0 while the user types, which searches only this log. */
    async #search(by) {
        const viewer = this.#viewer;
        if (!viewer.log) return;
        this.words = this.element.value.toLowerCase().split(/\s+/).filter(Boolean);
        viewer.draw();
        if (this.words.length === 0) {
            this.#searches += 1;
            this.element.setCustomValidity('');
            return;
        }
        const found = by === 0 ? await this.#typed() : await this.#everywhere(by, async (log, from, wraps) => {
            const { words } = this;
            return (await log.model.find(from, by, words, log === viewer.log ? viewer.event : undefined, () => words !== this.words, wraps))?.event;
        });
        if (found === undefined) return;
        const text = by === 0 && viewer.logs.length > 1 ? 'Nothing is found in this log. Enter searches the others.' : 'Nothing is found.';
        this.element.setCustomValidity(found ? '' : text);
        if (found) this.#show(found);
        else say(text);
    }

    /** Searches the shown log for what the user has typed so far. The shown event stays if it matches. */
    async #typed() {
        this.#searches += 1;
        const search = this.#searches;
        const { log, event } = this.#viewer;
        const from = event === undefined ? -1 : log.model.place(event) - 1;
        const row = await log.model.find(from, 1, this.words, undefined, () => search !== this.#searches);
        if (search !== this.#searches) return undefined;
        return row ? { log, event: row.event } : null;
    }

    #show({ log, event }) {
        if (log === this.#viewer.log) return this.#viewer.go(event);
        say(`Another log: ${shortName(log)}`);
        return this.#viewer.follow(log, event);
    }
}
