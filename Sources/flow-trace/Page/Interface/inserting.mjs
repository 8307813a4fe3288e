// The form that inserts an event that did not happen.

import { el, say } from './dom.mjs';

/** The number of the first inserted request. No log has numbers this high. */
const firstWish = 1_000_001;

const user = (kind) => (wish) => ({ kind: 'user', user: { kind, wish } });
const app = (kind) => () => ({ kind: 'app', app: { kind } });

/** The events that can be inserted without writing JSON. */
const happenings = [
    ['The viewer leaves the app', app('backgrounded')], ['The viewer returns to the app', app('foregrounded')],
    ['The viewer asks to sign in', user('start')], ['The viewer asks for another provider', user('otherProvider')],
    ['The viewer signs out', user('signOut')], ['The app asks for the viewer’s metadata', user('userMetadata')],
];

export class InsertForm {
    #wish = firstWish;
    #after = el('input', { type: 'number', required: true, 'aria-label': 'After event' });
    #seconds = el('input', { type: 'number', value: '1', min: '0', step: '0.1', required: true, 'aria-label': 'Seconds later' });
    #what = el('select', { 'aria-label': 'What happens' }, happenings.map(([text], index) => el('option', { value: String(index) }, text)),
        el('option', { value: 'same' }, 'The same as event …'), el('option', { value: 'json' }, 'Something else, as JSON'));
    #same = el('input', { type: 'number', hidden: true, 'aria-label': 'The same as event' });

    /** `origin(event)` returns the origin of a recorded event; `add(edit)` receives each edit that the form creates. */
    constructor(origin, add) {
        this.#what.addEventListener('change', () => { this.#same.hidden = this.#what.value !== 'same'; });
        this.element = el('form.policy.insert', { onsubmit: async (event) => {
            event.preventDefault();
            try { add(await this.#edit(origin)); } catch (failure) { say(failure.message); }
        } }, el('label', {}, 'After event ', this.#after), el('label', {}, this.#seconds, ' seconds later:'), this.#what, this.#same, el('button', { type: 'submit' }, 'Add'));
    }

    begin(model) {
        for (const field of [this.#after, this.#same]) {
            [field.min, field.max] = [String(model?.firstEvent ?? 1), String(model?.lastEvent ?? 1)];
            field.value = field.max;
        }
    }

    /** Prepares the form to insert an event after `event`. */
    offer(event) {
        this.#after.value = String(event);
        this.#same.value = String(event);
        this.#what.focus();
    }

    async #edit(origin) {
        const [event, by] = [Number(this.#after.value), Math.round(Number(this.#seconds.value) * 1000)];
        const chosen = this.#what.value;
        if (chosen === 'json') return { kind: 'insert', event, by, to: await origin(event), words: 'this happens, too', isOpen: true };
        if (chosen === 'same') {
            const same = Number(this.#same.value);
            const to = await origin(same);
            // A repeated request is a new request, with a number of its own.
            if (to.user?.wish !== undefined && to.user.kind !== 'cancel') to.user.wish = this.#nextWish();
            return { kind: 'insert', event, by, to, words: `the same as event ${same}` };
        }
        const [text, make] = happenings[Number(chosen)];
        return { kind: 'insert', event, by, to: make(this.#nextWish()), words: `${text[0].toLowerCase()}${text.slice(1)}` };
    }

    #nextWish() {
        this.#wish += 1;
        return this.#wish - 1;
    }
}
