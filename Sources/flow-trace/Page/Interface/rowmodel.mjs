// The lines of a drawing in the order of the log, and searches in them.
//
// A long log has hundreds of thousands of lines. They are kept as the bytes that the worker sent, and only the visible portions are parsed, so that
// neither parsing nor garbage collection blocks the page.

/** The number of lines that are requested and parsed at once. */
const portion = 250;
/** The maximum number of portions that stay parsed. */
const mostParsed = 64;
/** The time that a search runs before it pauses so that the page can react, in milliseconds. */
const slice = 8;

/** A growing list of numbers in a typed array. */
class Column {
    length = 0;

    constructor(kind) {
        this.values = new kind(1024);
    }

    add(value) {
        if (this.length === this.values.length) {
            const longer = new this.values.constructor(this.values.length * 2);
            longer.set(this.values);
            this.values = longer;
        }
        this.values[this.length] = value;
        this.length += 1;
    }

    /** Returns the first index whose value is at least `value`; the values must be ascending. */
    from(value) {
        let [low, high] = [0, this.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.values[middle] < value) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}

/** Returns an index that the page uses before the lines are parsed: each event's first line and time, and the lines with a problem. */
export function indexOfRows(rows, first) {
    const [numbers, places, times, waits, troubles] = [[], [], [], [], []];
    rows.forEach((row, index) => {
        if (row.event === undefined) return;
        const isWait = row.kind === 'wait' ? 1 : 0;
        if (row.trouble) troubles.push(first + index);
        const last = numbers.length - 1;
        if (row.event !== numbers[last]) {
            numbers.push(row.event);
            places.push(first + index);
            times.push(row.at ?? NaN);
            waits.push(isWait);
        } else if (waits[last] && !isWait) {
            places[last] = first + index;
            waits[last] = 0;
        }
    });
    return { numbers: Float64Array.from(numbers), places: Uint32Array.from(places), times: Float64Array.from(times),
        waits: Uint8Array.from(waits), troubles: Uint32Array.from(troubles) };
}

export class RowModel {
    lanes = [];
    timeHead = 'time';
    /** The number of lines that are loaded so far. */
    count = 0;
    #portions = [];
    #parsed = [];
    #decoder = new TextDecoder();
    #numbers = new Column(Float64Array);
    #places = new Column(Uint32Array);
    #times = new Column(Float64Array);
    #troubles = new Column(Uint32Array);
    /** Whether the last event has only one line so far, which is about the wait before the event. */
    #endsWithWait = false;

    /** Loads all lines in portions, so that the page can be used meanwhile. `grown` is called after each portion. */
    async load(asking, key, grown) {
        for (;;) {
            const part = await asking.ask('rows', key, this.count, portion);
            this.lanes = part.lanes;
            this.timeHead = part.time;
            this.#portions.push({ bytes: part.bytes, rows: undefined });
            this.count += part.added;
            this.#index(part);
            grown(this.count === part.count);
            if (this.count >= part.count || part.added === 0) return this;
        }
    }

    #index({ numbers, places, times, waits, troubles }) {
        for (let index = 0; index < numbers.length; index += 1) {
            const last = this.#numbers.length - 1;
            if (last < 0 || numbers[index] > this.#numbers.values[last]) {
                this.#numbers.add(numbers[index]);
                this.#places.add(places[index]);
                this.#times.add(times[index]);
            } else if (numbers[index] === this.#numbers.values[last] && this.#endsWithWait && !waits[index]) {
                this.#places.values[last] = places[index];
            }
            this.#endsWithWait = waits[index] === 1;
        }
        for (const place of troubles) this.#troubles.add(place);
    }

    /** Returns the line with the index `index`; undefined if it is not loaded. */
    row(index) {
        return this.#rows(Math.floor(index / portion))?.[index % portion];
    }

    #rows(number) {
        const one = this.#portions[number];
        if (!one || one.rows) return one?.rows;
        one.rows = JSON.parse(this.#decoder.decode(one.bytes)).rows;
        one.rows.forEach((row, index) => { row.index = number * portion + index; });
        this.#parsed.push(one);
        if (this.#parsed.length > mostParsed) this.#parsed.shift().rows = undefined;
        return one.rows;
    }

    // MARK: Events

    get hasEvents() {
        return this.#numbers.length > 0;
    }

    get firstEvent() {
        return this.hasEvents ? this.#numbers.values[0] : undefined;
    }

    get lastEvent() {
        return this.hasEvents ? this.#numbers.values[this.#numbers.length - 1] : undefined;
    }

    get start() {
        return this.time(this.firstEvent) ?? 0;
    }

    get end() {
        return this.time(this.lastEvent) ?? 0;
    }

    has(event) {
        return this.#numbers.values[this.#numbers.from(event)] === event;
    }

    time(event) {
        return this.has(event) ? this.#times.values[this.#numbers.from(event)] : undefined;
    }

    /** Returns the index of an event's line. For a folded event, which has no line, returns the index of the next event's line. */
    place(event) {
        const found = this.#numbers.from(event);
        return found < this.#numbers.length ? this.#places.values[found] : Math.max(0, this.count - 1);
    }

    /** Returns the nearest event with lines before another event (`step` is negative) or after it; undefined if there is none. */
    neighbor(event, step) {
        const found = this.#numbers.from(event);
        const next = step < 0 ? found - 1 : found + (this.has(event) ? 1 : 0);
        return next >= 0 && next < this.#numbers.length ? this.#numbers.values[next] : undefined;
    }

    /** The part with an event, if the events are many and are shown in parts alike, of at most `most`: its first and its last event, and one of
     *  the part before and after it. */
    part(event, most) {
        const { length, values } = this.#numbers;
        if (length <= most) return undefined;
        const size = Math.ceil(length / Math.ceil(length / most));
        const begin = Math.floor(Math.min(this.#numbers.from(event), length - 1) / size) * size;
        const end = Math.min(begin + size, length);
        return { from: values[begin], to: values[end - 1], before: begin > 0 ? values[begin - 1] : undefined, after: end < length ? values[end] : undefined };
    }

    /** The last event before the times become later than this one. */
    at(time) {
        let found = 0;
        while (found + 1 < this.#numbers.length && this.#times.values[found + 1] <= time) found += 1;
        return this.hasEvents ? this.#numbers.values[found] : undefined;
    }

    /** Returns the event of a line. If the line has no event, returns the event of the next line that has one. */
    eventAt(place) {
        for (let index = Math.max(0, place); index < this.count; index += 1) {
            const { event } = this.row(index);
            if (event !== undefined) return event;
        }
        return this.lastEvent;
    }

    // MARK: Looking for lines

    /** Returns the next event other than `event` that has a problem or is in `cited`. The search starts after a line, and wraps around if it `wraps`. */
    problem(from, step, event, cited, wraps = true) {
        const others = [...cited].filter((number) => number !== event && this.has(number)).map((number) => this.place(number));
        const count = this.#troubles.length;
        let index = step > 0 ? this.#troubles.from(from + 1) : this.#troubles.from(from) - 1;
        for (let tried = 0; tried < count; tried += 1, index += step) {
            const place = this.#troubles.values[((index % count) + count) % count];
            if (this.row(place).event === event) continue;
            others.push(place);
            break;
        }
        const distance = (place) => (((place - from) * step) + this.count) % this.count || this.count;
        const found = others.filter((place) => wraps || (place - from) * step > 0).sort((left, right) => distance(left) - distance(right));
        return found.length ? this.row(found[0]).event : undefined;
    }

    /** Returns the next line after a line that contains all words. The search wraps around if it `wraps`, pauses so that the page can react, and
     *  stops if `isOld()`. */
    async find(from, step, words, event, isOld, wraps = true) {
        let begun = performance.now();
        const most = wraps ? this.count : step > 0 ? this.count - 1 - from : from;
        for (let distance = 1; distance <= most; distance += 1) {
            const row = this.row((((from + step * distance) % this.count) + this.count) % this.count);
            if (row.event !== undefined && row.event !== event && this.matches(row, words)) return row;
            if (distance % 50 === 0 && performance.now() - begun > slice) {
                await new Promise((resolve) => { setTimeout(resolve); });
                if (isOld()) return undefined;
                begun = performance.now();
            }
        }
        return undefined;
    }

    /** Returns whether a line contains all words: in its rule, its text, its event number or its times. */
    matches(row, words) {
        if (row.kind === 'band') return false;
        const text = `${row.text} ${row.detail ?? ''} ${row.rule ?? ''} V2-${row.rule ?? ''} ${row.clock ?? ''} #${row.event ?? ''} `
            + `event ${row.event ?? ''} ${row.at === undefined ? '' : new Date(row.at).toISOString()}`;
        const lower = text.toLowerCase();
        return words.every((word) => lower.includes(word));
    }
}
