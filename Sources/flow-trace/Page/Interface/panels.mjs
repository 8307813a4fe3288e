// The views that are always drawn as a whole: states, timeline, and the comparison of two logs.

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
        type: 'button', 'aria-label': label, title: label, disabled: other === undefined, onclick: () => showPicture(panel, asking, log, kind, other),
    }, arrow);
    return panel.replaceChildren(
        ...(part ? [el('p.bar', {}, turn('←', 'Earlier events', part.before), turn('→', 'Later events', part.after), `Events ${part.from} to ${part.to} of ${log.model.lastEvent}`)] : []),
        el('div.scroll', {}, picture), el('details', {}, el('summary', {}, 'As text'), el('pre', {}, text)));
}

/** Compares two of the logs. `pair` has their places, and keeps what is chosen. */
export async function showComparison(panel, asking, logs, pair) {
    const title = el('h2', {}, 'Compare');
    if (logs.length < 2) {
        return panel.replaceChildren(title, el('p.faint', {}, 'Open two logs together, by the buttons or by dropping them, to see how they differ in meaning.'));
    }
    const result = el('pre.comparison', { tabIndex: 0 });
    const run = async () => {
        try {
            result.textContent = await asking.ask('compare', logs[pair[0]].key, logs[pair[1]].key);
        } catch (failure) { result.textContent = failure.message; }
    };
    const choice = (place, label) => el('select', {
        'aria-label': label, onchange: (event) => { pair[place] = Number(event.target.value); return run(); },
    }, logs.map(({ name }, index) => el('option', { value: String(index), selected: index === pair[place] }, name)));
    panel.replaceChildren(title, el('p', {}, 'A is ', choice(0, 'The first log'), ', B is ', choice(1, 'The second log')), result);
    return run();
}

/** Where a pattern names a log without it and one with it, a button compares them. `compare` gets their places. */
export function offerComparisons(findings, logs, compare) {
    for (const sightings of findings.querySelectorAll('.patterns .sightings')) {
        const links = [sightings.querySelector('[data-role=good]'), sightings.querySelector('[data-role=bad], [data-role=first]')];
        const pair = links.map((link) => logs.findIndex(({ files }) => files.includes(link?.dataset.file)));
        if (!pair.includes(-1)) sightings.append(' ', el('button', { type: 'button', onclick: () => compare(pair) }, 'Compare them'));
    }
}
