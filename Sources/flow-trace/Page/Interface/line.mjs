// One line of the drawing. A line that is no longer visible shows another row: setting a text costs the browser less than creating an element.

import { el } from './dom.mjs';

/** Sets what differs from before, because the browser computes again what depends on a value that is set. */
function setText(node, text) {
    if (node.data !== text) node.data = text;
}

function setAttribute(element, name, value) {
    if (element.getAttribute(name) === value) return;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
}

/** Creates an element with a text, which is returned, too. */
function withText(tag, properties = {}) {
    const text = document.createTextNode('');
    return [el(tag, properties, text), text];
}

export class Line {
    element = el('div', { role: 'row' });
    /** The row that the line shows. */
    row;
    #cells;
    #phase;
    /** The class names and the places in pixels or percent that were set last. */
    #set = {};

    /** Shows a row. `top`: the line's place in pixels. `classes`: further classes. `lanes`: the names of the lanes, `columns`: their places in percent. */
    show(row, { top, classes, isSelected, clock, lanes, columns }) {
        this.row = row;
        this.#change('top', top, 'px', this.element);
        const names = ['line', row.kind, row.trouble ? 'trouble' : '', row.ignored ? 'ignored' : '', isSelected ? 'selected' : '', classes];
        this.#classes('line', names.filter(Boolean).join(' '), this.element);
        setAttribute(this.element, 'aria-rowindex', String(row.index + 2));
        setAttribute(this.element, 'aria-selected', isSelected ? 'true' : null);
        if (row.kind === 'band') this.#showPhase(row);
        else this.#showCells(row, clock, lanes, columns);
    }

    #classes(name, value, element) {
        if (this.#set[name] === value) return;
        this.#set[name] = value;
        element.className = value;
    }

    #change(name, value, unit, element, property = name) {
        if (this.#set[name] === value) return;
        this.#set[name] = value;
        element.style[property] = `${value}${unit}`;
    }

    #fill({ elements }) {
        if (this.element.firstChild !== elements[0]) this.element.replaceChildren(...elements);
    }

    #showPhase(row) {
        if (!this.#phase) {
            const [name, text] = withText('span.phase', { role: 'rowheader' });
            const [state, detail] = withText('span.state', { role: 'cell' });
            this.#phase = { elements: [name, state], text, detail };
        }
        this.#fill(this.#phase);
        setText(this.#phase.text, row.text);
        setText(this.#phase.detail, row.detail ?? '');
    }

    #newCells() {
        const [number, numberText] = withText('span.number', { role: 'cell' });
        const [clock, clockText] = withText('span.clock', { role: 'cell' });
        const [mark, markText] = withText('span.mark', { role: 'cell' });
        const [rule, ruleText] = withText('span.rule', { role: 'cell' });
        const [who, whoText] = withText('span.who');
        const [small, detail] = withText('small');
        const text = document.createTextNode('');
        const arrow = el('i', { 'aria-hidden': 'true' });
        const label = el('span', {}, who, text);
        return {
            elements: [number, clock, mark, el('span.area', { role: 'cell' }, arrow, label), rule], arrow, label, small, mark, numberText, clockText, markText, ruleText,
            whoText, text, detail,
        };
    }

    #showCells(row, clock, lanes, columns) {
        this.#cells ??= this.#newCells();
        const cells = this.#cells;
        this.#fill(cells);
        // Only the first row of an event has its number and its time.
        const isFirst = Boolean(row.rule || row.clock);
        setText(cells.numberText, isFirst ? String(row.event ?? '') : '');
        setText(cells.clockText, isFirst ? clock(row) : '');
        setText(cells.markText, row.trouble ? '!' : row.ignored ? '~' : '');
        setAttribute(cells.mark, 'aria-label', row.trouble ? 'problem' : null);
        setText(cells.ruleText, row.rule ?? '');
        setText(cells.text, row.text);
        setText(cells.detail, row.detail ?? '');
        if (!row.detail) cells.small.remove();
        else if (!cells.small.parentNode) cells.label.append(cells.small);
        // The title belongs to the row before.
        setAttribute(cells.label, 'title', null);
        if (row.kind === 'message') this.#showMessage(row, lanes, columns);
        else this.#showPoint(columns[row.kind === 'wait' ? 1 : 0] ?? 0);
    }

    #showMessage(row, lanes, columns) {
        const { arrow, label, whoText } = this.#cells;
        const [from, to] = [columns[row.from], columns[row.to]];
        const left = Math.min(from, to);
        this.#classes('arrow', `arrow ${to > from ? 'right' : 'left'}${row.answer ? ' answer' : ''}`, arrow);
        this.#change('arrowLeft', left, '%', arrow, 'left');
        this.#change('arrowWidth', Math.abs(to - from), '%', arrow, 'width');
        this.#classes('label', 'label', label);
        this.#change('labelLeft', left, '%', label, 'left');
        this.#change('labelWidth', 100 - left, '%', label, 'maxWidth');
        setText(whoText, `${lanes[row.from]} → ${lanes[row.to]}: `);
    }

    #showPoint(left) {
        const { arrow, label, whoText } = this.#cells;
        this.#classes('arrow', 'none', arrow);
        this.#classes('label', 'label point', label);
        this.#change('labelLeft', left, '%', label, 'left');
        this.#change('labelWidth', 100, '%', label, 'maxWidth');
        setText(whoText, '');
    }
}
