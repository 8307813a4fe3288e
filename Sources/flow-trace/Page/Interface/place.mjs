// The place in the page: the view, the log, the event, the compared logs and the filter. The place is in the address behind `#`, so that the
// browser's button Back returns to the place before, and a reload keeps the place.

const placeParts = ['log', 'event', 'view', 'a', 'b', 'finding', 'words'];
/** How long a place that changes with each key press waits before it is written, in milliseconds: browsers refuse many changes in a short time. */
const delay = 150;

/** Returns the place in the page's address. */
export function placeInAddress() {
    const values = new URLSearchParams(location.hash.slice(1));
    return Object.fromEntries(placeParts.filter((name) => values.get(name)).map((name) => [name, values.get(name)]));
}

/** Returns the address of a place, from `#` on. */
export function address(place) {
    const parts = placeParts.filter((name) => place[name]).map((name) => `${name}=${encodeURIComponent(place[name]).replaceAll('%2F', '/')}`);
    return `#${parts.join('&')}`;
}

/** Returns the short name of a log: its file and its folder. Returns the whole name if several of `logs` have the same short name. */
export function shortName(log, logs = []) {
    const short = log.name.split('/').slice(-2).join('/');
    return logs.filter(({ name }) => name.endsWith(short)).length > 1 ? log.name : short;
}

/** Returns the log with a name in an address; undefined if there is none. */
export function logNamed(name, logs) {
    return name && (logs.find((log) => log.name === name) ?? logs.find((log) => shortName(log) === name));
}

export class Places {
    #timer;
    #late;

    /** `changed(place, scrolled)` is called when the browser returns to a place. `scrolled`: how far the page was scrolled there, if that is known. */
    constructor(changed) {
        try { history.scrollRestoration = 'manual'; } catch { /* The browser scrolls as it does by itself. */ }
        addEventListener('popstate', ({ state }) => {
            this.#drop();
            changed(placeInAddress(), state?.scrolled);
        });
        // Each place keeps how far the page is scrolled there.
        addEventListener('scroll', () => this.#write(undefined), { passive: true });
        addEventListener('pagehide', () => this.#flush());
    }

    /** How far the page was scrolled at this place before a reload; undefined if that is not known. */
    get scrolled() {
        return history.state?.scrolled;
    }

    /** Makes `place` a new step of the browser's history. */
    step(place) {
        if (address(place) === (location.hash || '#')) return;
        this.#call('pushState', { scrolled: scrollY }, address(place));
    }

    /** Keeps how far the page is scrolled at the current place, before another place is shown. */
    keep() {
        this.#flush();
    }

    /** Makes `place` the current step of the browser's history. */
    stay(place) {
        this.#write(address(place));
    }

    /** Writes an address soon, or only how far the page is scrolled. */
    #write(late) {
        this.#late = late ?? this.#late;
        this.#timer ??= setTimeout(() => this.#flush(), delay);
    }

    #flush() {
        const late = this.#late;
        this.#drop();
        this.#call('replaceState', { scrolled: scrollY }, late);
    }

    #drop() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#late = undefined;
    }

    #call(name, state, place) {
        // A page in a frame without rights has no history: then Back leaves the page.
        try { history[name](state, '', place); } catch { /* The view changes all the same. */ }
    }
}
