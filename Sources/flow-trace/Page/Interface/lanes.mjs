// The drawing with lanes, phases and lines. Only the visible lines are in the page.

import { el } from './dom.mjs';

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
    /** The lines that are in the page, by their index in the model. */
    #lines = new Map();
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
        new ResizeObserver(() => this.draw()).observe(this.element);
    }

    show(model) {
        this.#model = model;
        this.element.setAttribute('aria-rowcount', model.count + 1);
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
        this.#lines.clear();
        this.#shown.replaceChildren();
        this.#update();
    }

    /** Draws the lines that have become visible. Lines that stay visible are not changed, so that scrolling is fast. */
    #update() {
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        if (!this.#model || !this.element.isConnected) return;
        const scrolled = this.element.scrollTop;
        const top = scrolled * this.#scale;
        const first = Math.max(0, Math.min(Math.floor(top / this.#lineHeight) - 2, this.#model.count - 1));
        const end = Math.min(this.#model.count, first + Math.ceil(this.#view / this.#lineHeight) + 4);
        const offset = Math.round(top - scrolled);
        const old = [...this.#lines].filter(([place]) => place < first || place >= end || offset !== this.#offset);
        const isNew = old.length === this.#lines.size;
        for (const [place, line] of old) {
            if (!isNew) line.remove();
            this.#lines.delete(place);
        }
        this.#offset = offset;
        if (isNew) {
            // All lines are new: they are inserted together, which costs less than one by one.
            const lines = [];
            for (let place = first; place < end; place += 1) lines.push(this.#new(place));
            this.#shown.replaceChildren(...lines);
            return;
        }
        let next = this.#shown.firstChild;
        for (let place = first; place < end; place += 1) {
            const line = this.#lines.get(place);
            if (line) next = line.nextSibling;
            else this.#shown.insertBefore(this.#new(place), next);
        }
    }

    #new(place) {
        const line = this.#line(this.#model.row(place));
        line.style.top = `${place * this.#lineHeight - this.#offset}px`;
        this.#lines.set(place, line);
        return line;
    }

    #line(row) {
        const isSelected = row.event !== undefined && row.event === this.selected;
        const classes = [
            'line', row.kind, row.trouble ? 'trouble' : '', row.ignored ? 'ignored' : '', isSelected ? 'selected' : '', this.mark(row),
        ].filter(Boolean);
        const line = el('div', {
            role: 'row', className: classes.join(' '), 'aria-rowindex': row.index + 2, 'aria-selected': isSelected ? 'true' : undefined,
            data: { index: row.index },
        });
        if (row.kind === 'band') {
            line.append(el('span.phase', { role: 'rowheader' }, row.text), el('span.state', { role: 'cell' }, row.detail));
            return line;
        }
        const isFirst = Boolean(row.rule || row.clock);
        line.append(
            el('span.number', { role: 'cell' }, isFirst ? String(row.event ?? '') : ''), el('span.clock', { role: 'cell' }, isFirst ? this.clock(row) : ''),
            el('span.mark', { role: 'cell', 'aria-label': row.trouble ? 'problem' : undefined }, row.trouble ? '!' : row.ignored ? '~' : ''),
            this.#area(row), el('span.rule', { role: 'cell' }, row.rule ?? ''));
        return line;
    }

    #area(row) {
        const area = el('span.area', { role: 'cell' });
        const label = el('span.label', { title: row.detail ? `${row.text}  ${row.detail}` : row.text }, row.text, row.detail ? el('small', {}, row.detail) : null);
        if (row.kind === 'message') {
            const [from, to] = [this.#columns[row.from], this.#columns[row.to]];
            const arrow = el(`i.arrow.${to > from ? 'right' : 'left'}${row.answer ? '.answer' : ''}`, { 'aria-hidden': 'true' });
            arrow.style.left = `${Math.min(from, to)}%`;
            arrow.style.width = `${Math.abs(to - from)}%`;
            label.style.left = `${Math.min(from, to)}%`;
            label.style.maxWidth = `${100 - Math.min(from, to)}%`;
            const who = el('span.who', {}, `${this.#model.lanes[row.from]} → ${this.#model.lanes[row.to]}: `);
            label.prepend(who);
            area.append(arrow, label);
        } else {
            label.style.left = `${this.#columns[row.kind === 'wait' ? 1 : 0] ?? 0}%`;
            label.classList.add('point');
            area.append(label);
        }
        return area;
    }

    #clicked(event) {
        const line = event.target.closest('[data-index]');
        const row = line && this.#model.row(Number(line.dataset.index));
        if (row?.event !== undefined) this.onselect?.(row.event);
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
