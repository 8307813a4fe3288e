// A remote's arrow keys move the focus; Back cancels. Keys of a keyboard work the same.

/** The key codes of Back on webOS and Tizen, which have no name in `key`. */
const back = [461, 10009];

const centerOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
};

/** The button that is nearest in a direction: what lies beside it costs three times as much as what lies ahead. */
function nearest(from, direction, candidates) {
    const [x, y] = centerOf(from);
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[direction];
    let best, least = Infinity;
    for (const candidate of candidates) {
        const [cx, cy] = centerOf(candidate);
        const ahead = (cx - x) * dx + (cy - y) * dy;
        const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
        if (candidate !== from && ahead > 4 && ahead + 3 * aside < least) [best, least] = [candidate, ahead + 3 * aside];
    }
    return best;
}

export function listenToKeys(goBack) {
    document.addEventListener('keydown', (event) => {
        if (event.key.startsWith('Arrow')) {
            const candidates = [...document.querySelectorAll('main button, main a')];
            const from = candidates.includes(document.activeElement) ? document.activeElement : undefined;
            const next = from ? nearest(from, event.key, candidates) : candidates[0];
            next?.focus();
            next?.scrollIntoView({ block: 'nearest' });
            event.preventDefault();
        } else if (['Escape', 'GoBack', 'BrowserBack'].includes(event.key) || back.includes(event.keyCode)) {
            // At the start there is nothing to go back to: the device leaves the app.
            if (goBack()) event.preventDefault();
        }
    });
}
