// The views that are always drawn as a whole: states and timeline.

import { el } from './dom.mjs';

/** How many events a timeline shows: each may have a line, and browsers show no picture that is much taller. */
const mostEvents = 500;

/** Draws the states of a whole log, or a part of its timeline. `event`: one of that part. */
export async function showPicture(panel, asking, log, kind, event) {
    if (!log) return panel.replaceChildren(el('p.faint', {}, 'No log is open.'));
    const part = kind === 'timeline' ? log.model.part(event ?? log.model.firstEvent, mostEvents) : undefined;
    const svg = await asking.ask('draw', log.key, kind, 'svg', part?.from, part?.to);
    const picture = el('img.picture', { alt: /<desc[^>]*>([^<]*)</.exec(svg)?.[1] ?? kind });
    picture.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    picture.addEventListener('load', () => URL.revokeObjectURL(picture.src), { once: true });
    const text = await asking.ask('draw', log.key, kind, 'text', part?.from, part?.to);
    const turn = (arrow, label, other) => el('button', {
        'aria-label': label, title: label, disabled: other === undefined, onclick: () => showPicture(panel, asking, log, kind, other),
    }, arrow);
    return panel.replaceChildren(
        ...(part ? [el('p.bar', {}, turn('←', 'Earlier events', part.before), turn('→', 'Later events', part.after), `Events ${part.from} to ${part.to} of ${log.model.lastEvent}`)] : []),
        el('div.scroll', {}, picture), el('details', {}, el('summary', {}, 'As text'), el('pre', {}, text)));
}
