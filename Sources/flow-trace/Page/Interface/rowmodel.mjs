// The lines of a drawing, in the order of the log, and what is found in them.

const portion = 1000;

export class RowModel {
    lanes = [];
    timeHead = 'time';
    rows = [];
    /** The numbers of the events, in order. */
    events = [];
    #firstRow = new Map();
    #times = new Map();

    /** Loads all lines in portions, so that the page can be used meanwhile. `grown` is called after each. */
    async load(asking, key, grown) {
        for (;;) {
            const part = JSON.parse(await asking.ask('rows', key, this.rows.length, portion));
            this.lanes = part.lanes;
            this.timeHead = part.time;
            this.#add(part.rows);
            grown(this.rows.length === part.count);
            if (this.rows.length >= part.count || part.rows.length === 0) return this;
        }
    }

    #add(rows) {
        for (const row of rows) {
            row.index = this.rows.length;
            this.rows.push(row);
            if (row.event === undefined) continue;
            if (!this.#firstRow.has(row.event) || (row.kind !== 'wait' && this.rows[this.#firstRow.get(row.event)].kind === 'wait')) {
                this.#firstRow.set(row.event, row.index);
            }
            if (!this.#times.has(row.event)) {
                this.#times.set(row.event, row.at);
                this.events.push(row.event);
            }
        }
    }

    get start() {
        return this.#times.get(this.events[0]) ?? 0;
    }

    get end() {
        return this.#times.get(this.events.at(-1)) ?? 0;
    }

    time(event) {
        return this.#times.get(event);
    }

    /** The line of an event; of an event that has none, because it is folded, that of the next event that has. */
    place(event) {
        return this.#firstRow.get(event) ?? this.#firstRow.get(this.events.find((other) => other >= event)) ?? Math.max(0, this.rows.length - 1);
    }

    has(event) {
        return this.#firstRow.has(event);
    }

    /** The event before or after another one that has lines. */
    neighbor(event, step) {
        const found = this.events.findIndex((other) => other >= event);
        const place = found < 0 ? this.events.length : found;
        if (step > 0) return this.events[this.events[place] === event ? place + 1 : place];
        return this.events[place - 1];
    }

    /** The last event at or before a time. */
    at(time) {
        let found = this.events[0];
        for (const event of this.events) {
            if (this.#times.get(event) > time) break;
            found = event;
        }
        return found;
    }

    /** The next line after a place for which something holds, from the beginning after the end. */
    next(from, step, holds) {
        const count = this.rows.length;
        for (let distance = 1; distance <= count; distance += 1) {
            const row = this.rows[(((from + step * distance) % count) + count) % count];
            if (holds(row)) return row;
        }
        return undefined;
    }

    /** What a search looks for in a line: its rule, text, event number and times. */
    matches(row, words) {
        if (row.kind === 'band') return false;
        const text = `${row.text} ${row.detail ?? ''} ${row.rule ?? ''} V2-${row.rule ?? ''} ${row.clock ?? ''} #${row.event ?? ''} `
            + `event ${row.event ?? ''} ${row.at === undefined ? '' : new Date(row.at).toISOString()}`;
        const lower = text.toLowerCase();
        return words.every((word) => lower.includes(word));
    }
}
