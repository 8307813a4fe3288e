// Prints the findings, and a range of the drawing as a table, because the drawing itself contains only the visible lines.

import { byID, el } from './dom.mjs';

const mostLines = 2000;

function table(model, from, to) {
    const rows = [];
    for (let place = Math.max(0, model.place(from) - 8); place < model.count && rows.length < mostLines; place += 1) {
        const row = model.row(place);
        if (row.event > to) break;
        if (row.event === undefined ? row.kind === 'band' : row.event >= from) rows.push(row);
    }
    // A phase is printed only if one of its lines is printed.
    const shown = rows.filter((row, index) => row.kind !== 'band' || (rows[index + 1] && rows[index + 1].kind !== 'band'));
    return el('table.drawing', {}, el('caption', {}, `Events ${from} to ${to}`),
        el('thead', {}, el('tr', {}, ['event', model.timeHead, 'from', 'to', 'what', 'rule'].map((text) => el('th', { scope: 'col' }, text)))),
        el('tbody', {}, shown.map((row) => (row.kind === 'band'
            ? el('tr.band', {}, el('th', { colSpan: 6 }, `${row.text}: ${row.detail}`))
            : el(row.trouble ? 'tr.trouble' : 'tr', {}, [
                row.rule || row.clock ? String(row.event ?? '') : '', row.clock ?? '', row.from === undefined ? '' : model.lanes[row.from],
                row.to === undefined ? '' : model.lanes[row.to], `${row.trouble ? '! ' : ''}${row.text}${row.detail ? `  ${row.detail}` : ''}`, row.rule ?? '',
            ].map((text) => el('td', {}, text)))))));
}

/** Fills the part of the page that appears only in print. */
export function preparePrint(model, from, to) {
    byID('print')?.remove();
    if (!model?.hasEvents) return;
    const [first, last] = [model.firstEvent, model.lastEvent];
    document.querySelector('main').append(el('div', { id: 'print' }, table(model, from ?? first, to ?? last)));
}

/** Asks the user for a range of events, then calls `run` with it. */
function rangeDialog(model, { title, text, action, run }) {
    const [first, last] = [model?.firstEvent ?? 1, model?.lastEvent ?? 1];
    const field = (value, label) => el('input', { type: 'number', min: String(first), max: String(last), value: String(value), 'aria-label': label });
    const [from, to] = [field(first, 'From event'), field(Math.min(last, first + mostLines), 'To event')];
    const dialog = el('dialog', { 'aria-label': title }, el('h2', {}, title), el('p', {}, text, ' ', from, ' to ', to, '.'),
        el('p.buttons', {}, el('button', { onclick: () => {
            dialog.close();
            run(Math.min(Number(from.value), Number(to.value)), Math.max(Number(from.value), Number(to.value)));
        } }, action), el('button', { onclick: () => dialog.close() }, 'Cancel')));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}

export function printDialog(model) {
    rangeDialog(model, { title: 'Print the findings', text: 'With a table of events', action: 'Print', run: (from, to) => {
        preparePrint(model, from, to);
        window.print();
    } });
}

/** Asks the user for a range of events, then calls `save` with the first and the last event of the range. */
export function pictureDialog(model, save) {
    rangeDialog(model, { title: 'A picture of the drawing', text: 'Of events', action: 'Save', run: save });
}
