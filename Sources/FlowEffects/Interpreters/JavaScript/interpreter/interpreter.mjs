// Performs the effects that the machine decides: calls by `fetch`, timers, and secrets. The app shows the presentations and writes the log.
import { reply } from './answers.mjs';
import { request, Unsent } from './requests.mjs';

export { deviceIdentifier } from './text.mjs';

/** The longest delay of a timer in JavaScript, in milliseconds. */
const longest = 2 ** 31 - 1;

/** The maximum size of a body, in bytes. */
const longestBody = 4 << 20;

/**
 * Reads the body of a response, decompressed. Of a body that is too long, reads only one byte more than the maximum, so that the reader of
 * the answer rejects it without waiting for the rest.
 */
export async function bounded(response) {
    const chunks = [];
    let size = 0;
    const reader = response.body?.getReader();
    while (reader) {
        const { done, value } = await reader.read();
        if (done) break;
        chunks.push(value.subarray(0, longestBody + 1 - size));
        size += chunks.at(-1).length;
        if (size > longestBody) {
            // Closes the connection, and ignores a failure to do so.
            reader.cancel().catch(() => {});
            break;
        }
    }
    const body = new Uint8Array(size);
    let place = 0;
    for (const chunk of chunks) {
        body.set(chunk, place);
        place += chunk.length;
    }
    return body;
}

export class Interpreter {
    #machine;
    #contract;
    #app;
    #on;
    /** The values of the references in the log. The value of a forgotten reference is undefined, so that its number is not used again. */
    #secrets;
    #calls = new Map();
    #timers = new Map();
    #wishes = new Map();
    /** The records whose effects have not been performed yet, oldest first. */
    #held = [];
    #isReleasing = false;
    #isStopped = false;
    #time = 0;

    /**
     * @param machine a machine that has begun a launch with `app.settings`
     * @param contract contract.json, which is beside this module in the package
     * @param app settings, softwareStatement, deviceIdentifier and device; as in vectors.json
     * @param on what the app does: `line(text, record)` writes a line of the log; the effects of `record` are carried out after it, and if it
     *        returns a promise, after that is fulfilled; `present(what, choose, presentation)` shows a presentation, and calls `choose` with
     *        what the viewer does; `keep(fact)` and `forget(what)` are for the next launch; `failed(error)`: the interpreter has stopped,
     *        because a line could not be written or an effect not be carried out. Without it, the promise of the error is rejected
     * @param secrets what the references of `kept` stand for; with the value undefined, a reference whose number must not be given out again
     */
    constructor(machine, contract, app, on, secrets = {}) {
        this.#machine = machine;
        this.#contract = contract;
        this.#app = app;
        this.#on = on;
        this.#secrets = { ...secrets };
        on.line(machine.headerLine);
    }

    /** Begins the launch. `kept` is the state that earlier launches saved; by default, there is none. */
    launch(kept = { owedLogouts: [], first: { request: 1, timer: 1, presentation: 1 } }) {
        this.report({ kind: 'launched', kept });
    }

    /** Reports an event of the app, for example `{ kind: 'foregrounded' }`. */
    report(app) {
        this.#feed({ kind: 'app', app });
    }

    /** Signs the viewer in. Resolves to the answer, at once if a viewer is signed in. */
    signIn() {
        return this.#wish({ kind: 'start' });
    }

    /** Starts a new sign-in, for which the viewer chooses a provider again. */
    signInWithOtherProvider() {
        return this.#wish({ kind: 'otherProvider' });
    }

    /**
     * Requests permission to play a resource. Resolves to the answer, which contains the reference of the media token.
     * @param under the access to use: `signedIn` signs the viewer in if needed, `ifSignedIn` shows the viewer no screen, and `temporary` is
     *        access without a sign-in
     */
    play(name, under = 'signedIn') {
        return this.#wish({ kind: 'play', resource: this.#resource(name), under: { kind: under } });
    }

    preview(names) {
        return this.#wish({ kind: 'preview', resources: names.map((name) => this.#resource(name)) });
    }

    userMetadata() {
        return this.#wish({ kind: 'userMetadata' });
    }

    signOut() {
        return this.#wish({ kind: 'signOut' });
    }

    /** Returns the value of a reference. */
    secret(reference) {
        return this.#secrets[reference];
    }

    /** Removes a secret and returns it, for secrets that the app may receive only once. */
    take(reference) {
        const value = this.#secrets[reference];
        this.#secrets[reference] = undefined;
        return value;
    }

    /** Stops all calls and timers. The interpreter then decides, writes and shows nothing more. Answers open wishes with `dropped`. */
    stop() {
        this.#isStopped = true;
        for (const call of this.#calls.values()) call.abort();
        for (const timer of this.#timers.values()) clearTimeout(timer);
        for (const resolve of this.#wishes.values()) resolve({ kind: 'dropped' });
        this.#calls.clear();
        this.#timers.clear();
        this.#held = [];
    }

    #resource(name) {
        const resources = Object.entries(this.#secrets).filter(([reference]) => reference.startsWith('resource#'));
        const known = resources.find(([, value]) => value === name)?.[0];
        if (known) return known;
        const reference = `resource#${Math.max(0, ...resources.map(([reference]) => Number(reference.slice(9)))) + 1}`;
        this.#secrets[reference] = name;
        return reference;
    }

    #wish(user) {
        const wish = this.#wishes.size + 1;
        return new Promise((resolve) => {
            this.#wishes.set(wish, resolve);
            if (this.#isStopped) return resolve({ kind: 'dropped' });
            this.#feed({ kind: 'user', user: { ...user, wish } });
        });
    }

    /** Decides an event and writes its record at once. The effects follow in the order of the records. */
    #feed(origin, by) {
        if (this.#isStopped) return;
        // A clock that was set back must not reorder the log.
        this.#time = Math.max(this.#time, Date.now());
        const record = this.#machine.decide({ time: this.#time, origin }, by);
        const written = this.#on.line(record.line, record);
        // `#release` awaits the promise and handles its rejection, but not after a stop: this handler prevents an unhandled rejection.
        written?.catch?.(() => {});
        this.#held.push({ record, written });
        if (!this.#isReleasing) this.#release();
    }

    async #release() {
        this.#isReleasing = true;
        try {
            for (let next = this.#held.shift(); next; next = this.#held.shift()) {
                if (next.written) await next.written;
                for (const effect of next.record.effects) {
                    if (this.#isStopped) return;
                    this.#carryOut(effect, next.record.number);
                }
            }
        } catch (error) {
            this.stop();
            if (!this.#on.failed) throw error;
            this.#on.failed(error);
        } finally {
            this.#isReleasing = false;
        }
    }

    #carryOut(effect, by) {
        switch (effect.kind) {
            case 'call': return void this.#call(effect, by);
            case 'cancel': {
                this.#calls.get(effect.request)?.abort();
                return void this.#calls.delete(effect.request);
            }
            case 'arm': return this.#arm(effect, by);
            case 'disarm': return clearTimeout(this.#timers.get(effect.timer));
            case 'present': {
                const { presentation, what } = effect;
                const choose = (choice) => this.#feed({ kind: 'user', user: { kind: 'chose', presentation, choice } }, by);
                return this.#on.present(what, choose, presentation);
            }
            case 'answer': return this.#wishes.get(effect.wish)?.(effect.answer);
            case 'keep': return this.#on.keep?.(effect.fact);
            case 'forget': {
                if (effect.what.kind === 'secret') this.#secrets[effect.what.secret] = undefined;
                return this.#on.forget?.(effect.what);
            }
        }
        throw new Error(`the effect ${effect.kind} needs Apple's platforms: settings.partner must be none`);
    }

    #arm({ timer, at }, by) {
        const wait = at - Date.now();
        const fire = () => (wait > longest ? this.#arm({ timer, at }, by) : this.#feed({ kind: 'timer', timer }, by));
        this.#timers.set(timer, setTimeout(fire, Math.min(Math.max(wait, 0), longest)));
    }

    async #call({ request: id, call }, by) {
        const abort = new AbortController();
        this.#calls.set(id, abort);
        const answer = await this.#answer(call, abort.signal);
        // The reply to a canceled call is dropped.
        if (this.#calls.delete(id)) this.#feed({ kind: 'reply', request: id, reply: answer }, by);
    }

    async #answer(call, signal) {
        try {
            const { url, ...options } = request(this.#contract, this.#app, call, this.#secrets);
            const response = await fetch(url, { ...options, signal, redirect: 'manual', credentials: 'omit', cache: 'no-store' });
            // For a redirect, a browser hides the target and the status.
            if (response.type === 'opaqueredirect') {
                return { result: { kind: 'failed', failure: { kind: 'transport', transport: 'unreadable' } } };
            }
            const body = await bounded(response);
            return reply(this.#contract, this.#app, call, { status: response.status, headers: [...response.headers], body }, this.#secrets);
        } catch (error) {
            if (error instanceof Unsent) return error.reply;
            // `fetch` throws a TypeError if there is no answer, and an AbortError if the call is canceled.
            if (!(error instanceof TypeError) && error.name !== 'AbortError') throw error;
            return { result: { kind: 'failed', failure: { kind: 'transport', transport: 'connection' } } };
        }
    }
}
