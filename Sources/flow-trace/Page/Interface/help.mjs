// The dialog that lists the keys.

import { el } from './dom.mjs';

const keys = [
    ['← →', 'the event before, the next event'], ['n  N', 'the next problem, the one before, in all launches'], ['/', 'search in rules, codes, events and times'],
    ['Enter  Shift+Enter', 'in the search: the next match, the one before, in all launches'], ['Home  End', 'the first event, the last event'],
    ['1 to 6', 'Findings, Events, States, Timeline, What if, Compare'], ['w', 'what if this event had not happened'], ['c', 'copy a reference to this event'],
    ['o', 'open a log'], ['p', 'print'], ['?', 'these keys'],
];

export function helpDialog() {
    const dialog = el('dialog.help', { 'aria-label': 'Keys' }, el('h2', {}, 'Keys'),
        el('dl', {}, keys.flatMap(([key, text]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, text)])),
        el('p.buttons', {}, el('button', { onclick: () => dialog.close() }, 'Close')));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
