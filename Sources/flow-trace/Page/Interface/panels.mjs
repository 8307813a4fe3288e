// The views that are always drawn as a whole: states, timeline, and the comparison of two logs.

import { el } from './dom.mjs';

/** Shows a drawing. `kind` is `states` or `timeline`. */
export async function showPicture(panel, asking, log, kind) {
    if (!log) return panel.replaceChildren(el('p.faint', {}, 'No log is open.'));
    const svg = await asking.ask('draw', log.key, kind, 'svg');
    const picture = el('img.picture', { alt: /<desc[^>]*>([^<]*)</.exec(svg)?.[1] ?? kind });
    picture.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    picture.addEventListener('load', () => URL.revokeObjectURL(picture.src), { once: true });
    const text = await asking.ask('draw', log.key, kind, 'text');
    return panel.replaceChildren(el('div.scroll', {}, picture), el('details', {}, el('summary', {}, 'As text'), el('pre', {}, text)));
}

export async function showComparison(panel, asking, logs) {
    const title = el('h2', {}, 'Compare');
    if (logs.length < 2) {
        return panel.replaceChildren(title, el('p.faint', {}, 'Open two logs together, by the buttons or by dropping them, to see how they differ in meaning.'));
    }
    const choice = (chosen, label) => el('select', { 'aria-label': label }, logs.map(({ name }, index) => el('option', { value: String(index), selected: index === chosen }, name)));
    const [left, right] = [choice(0, 'The first log'), choice(1, 'The second log')];
    const result = el('pre.comparison', { tabIndex: 0 });
    const run = async () => {
        try {
            result.textContent = await asking.ask('compare', logs[left.value].key, logs[right.value].key);
        } catch (failure) { result.textContent = failure.message; }
    };
    for (const select of [left, right]) select.addEventListener('change', run);
    panel.replaceChildren(title, el('p', {}, 'A is ', left, ', B is ', right), result);
    return run();
}
