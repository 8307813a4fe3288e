// The drawing with lanes, phases and lines. Only the visible lines are in the page.

import { el } from './dom.mjs';
import { Line } from './line.mjs';

/** The maximum height of the drawing in pixels, because browsers cannot show taller elements. A longer drawing scrolls in larger steps. */
const tallest = 15_000_000;
const weights = { App: 0, Viewer: 30, Apple: 19, Register: 17, 'Adobe Pass': 17 };

export class Lanes {
    #model;
    #frame = 0;
    #spacer = el('div.space', { 'aria-hidden': 'true' });
    #shown = el('div.shown', { role: 'rowgroup' });
    #under = el('div.under', { 'aria-hidden': 'true' });
    #head = el('div.head.line', { role: 'row' });
    #columns = [];
    /** The lines that are in the page, from top to bottom. */
    #lines = [];
    /** The index of the first line's row in the model. */
    #first = 0;
    /** The number of pixels by which the lines are moved up. It is 0 unless the drawing is longer than an element can be. */
    #offset = 0;
    #lineHeight = 30;
    #headHeight = 32;
    #view = 600;

    /** `label` names the drawing for a screen reader, `clock` returns the text of a line's time, `mark` returns a line's classes, such as `cited`. */
    constructor({ label, onselect, clock = (row) => row.clock ?? '', mark = () => '' }) {
        this.onselect = onselect;
        this.clock = clock;
        this.mark = mark;
        this.selected = undefined;
        this.body = el('div.body', {}, this.#spacer, this.#under, this.#shown);
        this.element = el('div.lanes', { role: 'table', tabIndex: 0, 'aria-label': label }, this.#head, this.body);
        this.element.addEventListener('scroll', () => this.#soon(), { passive: true });
        this.element.addEventListener('click', (event) => this.#clicked(event));
        this.element.addEventListener('mouseover', (event) => this.#pointed(event));
        new ResizeObserver(() => this.draw()).observe(this.element);
    }

    show(model) {
        this.#model = model;
        this.element.setAttribute('aria-rowcount', model.count + 1);
        // In a long log, numbers and times are longer.
        this.element.style.setProperty('--number', `${Math.max(3.4, 1.8 + 0.64 * String(model.lastEvent).length)}em`);
        this.element.style.setProperty('--clock', model.end - model.start < 86_400_000 ? '6.6em' : '9em');
        const sum = model.lanes.reduce((total, lane) => total + (weights[lane] ?? 17), 0);
        let place = 0;
        this.#columns = model.lanes.map((lane) => {
            place += weights[lane] ?? 17;
            return (place / sum) * 96 + 2;
        });
        this.#head.replaceChildren(
            el('span.number', { role: 'columnheader' }, '#'), el('span.clock', { role: 'columnheader' }, model.timeHead), el('span.mark', { role: 'columnheader', 'aria-label': 'problem' }),
            el('span.area', { role: 'columnheader' }, model.lanes.map((lane, index) => this.#at(el('span.lane', {}, lane), index))),
            el('span.rule', { role: 'columnheader' }, 'rule'));
        this.#under.replaceChildren(el('span.area', {}, model.lanes.map((_, index) => this.#at(el('i'), index))));
        this.draw();
    }

    #at(element, index) {
        element.style.left = `${this.#columns[index]}%`;
        return element;
    }

    /** The number of lines that are visible at once. */
    get page() {
        return Math.max(1, Math.floor((this.#view - this.#headHeight) / this.#lineHeight));
    }

    /** The pixels of the drawing per scrolled pixel: 1, or more if the drawing is longer than an element can be. */
    get #scale() {
        const all = (this.#model?.count ?? 0) * this.#lineHeight;
        const view = this.#view - this.#headHeight;
        return all <= tallest ? 1 : (all - view) / (tallest - view);
    }

    #soon() {
        if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#update());
    }

    /** Measures the view and the height of a line, which the style sheet sets: a line is taller on a narrow page. */
    #measure() {
        this.#lineHeight = Number.parseFloat(getComputedStyle(this.element).getPropertyValue('--line')) || 30;
        this.#headHeight = this.#head.offsetHeight;
        this.#view = this.element.clientHeight || 600;
        const all = `${Math.min(tallest, this.#model.count * this.#lineHeight)}px`;
        // The model may have grown since the last measurement.
        if (this.#spacer.style.height !== all) this.#spacer.style.height = all;
    }

    /** Draws all visible lines again. */
    draw() {
        if (!this.#model || !this.element.isConnected) return;
        this.#measure();
        this.#update({ isChanged: true });
    }

    /** Draws the lines that have become visible. Lines that stay visible are drawn again only if what they show `isChanged`. */
    #update({ isChanged = false } = {}) {
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        if (!this.#model || !this.element.isConnected) return;
        const scrolled = this.element.scrollTop;
        const top = scrolled * this.#scale;
        const first = Math.max(0, Math.min(Math.floor(top / this.#lineHeight) - 2, this.#model.count - 1));
        const count = Math.min(this.#model.count - first, Math.ceil(this.#view / this.#lineHeight) + 4);
        const offset = Math.round(top - scrolled);
        const isMoved = offset !== this.#offset;
        this.#offset = offset;
        const kept = this.#turn(first - this.#first, count);
        this.#first = first;
        for (const [index, line] of this.#lines.entries()) {
            if (isChanged || isMoved || !kept.has(line)) this.#show(line, first + index);
        }
    }

    /** Keeps as many lines as are needed. Lines that stay visible keep their rows, and are returned; the others move to where rows become visible. */
    #turn(by, count) {
        const lines = this.#lines;
        const stay = by >= 0 ? lines.slice(by) : lines.slice(0, by);
        if (by !== 0 && stay.length > 0) {
            const moved = by > 0 ? lines.splice(0, by) : lines.splice(by);
            if (by > 0) lines.push(...moved);
            else lines.unshift(...moved);
            const elements = moved.map(({ element }) => element);
            if (by > 0) this.#shown.append(...elements);
            else this.#shown.prepend(...elements);
        }
        const kept = new Set(stay);
        for (const line of lines.splice(count)) {
            line.element.remove();
        }
        const added = Array.from({ length: count - lines.length }, () => new Line());
        lines.push(...added);
        this.#shown.append(...added.map(({ element }) => element));
        return kept;
    }

    #show(line, place) {
        const row = this.#model.row(place);
        line.show(row, {
            top: place * this.#lineHeight - this.#offset, classes: this.mark(row), isSelected: row.event !== undefined && row.event === this.selected,
            clock: this.clock, lanes: this.#model.lanes, columns: this.#columns,
        });
    }

    /** Returns the line that contains an element. */
    #lineOf(element) {
        const found = element.closest('.shown > .line');
        return this.#lines.find((line) => line.element === found);
    }

    #clicked({ target }) {
        const { row } = this.#lineOf(target) ?? {};
        if (row?.event !== undefined) this.onselect?.(row.event);
    }

    /** A label may be too long for the page, so its text is shown where the mouse stands. */
    #pointed({ target }) {
        const label = target.closest('.label');
        const { row } = (label && this.#lineOf(label)) ?? {};
        if (row) label.title = row.detail ? `${row.text}  ${row.detail}` : row.text;
    }

    /** Marks an event, and scrolls to it if it is not visible. */
    select(event, { center = false } = {}) {
        this.selected = event;
        if (!this.#model) return;
        this.#measure();
        const place = this.#model.place(event) * this.#lineHeight;
        const view = this.#view - this.#headHeight;
        const top = this.element.scrollTop * this.#scale;
        if (center || place < top || place + this.#lineHeight > top + view) {
            this.element.scrollTop = Math.max(0, place - view / 3) / this.#scale;
        }
        this.draw();
    }
}
