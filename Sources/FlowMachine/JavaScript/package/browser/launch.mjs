// One launch of a flow in the tab that leads: the machine, its interpreter and its place in the store.
import { Interpreter } from '../interpreter/interpreter.mjs';
import { signOutLink } from '../interpreter/requests.mjs';
import { keptOf } from './store.mjs';

/** Returns eight characters that a viewer can read out, without those that look alike. */
export function supportID() {
    const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
    return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => alphabet[byte % 32]).join('');
}

export const randomID = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the address of the second screen's page with the code in it; undefined if there is no page. */
function linkOf(page, code) {
    if (!page) return undefined;
    const [start, ...fragment] = page.split('#');
    return [`${start}${start.includes('?') ? '&' : '?'}code=${encodeURIComponent(code)}`, ...fragment].join('#');
}

export class Launch {
    supportID = supportID();
    view = { status: { kind: 'starting' } };
    #flow;
    #options;
    #store;
    #on;
    #machine;
    #interpreter;
    #writer;
    #app;
    #directory = [];
    #profile;
    #access;
    /** The open calls that may ask the viewer to sign in. */
    #asking = new Set();
    #choose = new Map();
    /** A promise that is fulfilled when the newest line is written. */
    #last;

    /** @param on `changed()` is called when the view has changed, `failed(error)` when a failure has ended the launch */
    constructor(flow, options, store, on) {
        this.#flow = flow;
        this.#options = options;
        this.#store = store;
        this.#on = on;
    }

    async begin() {
        const { app, system, settings, softwareStatement, device } = this.#options;
        let read = await this.#store.read(await fingerprint(softwareStatement));
        const { installation = randomID(), deviceIdentifier = this.#options.deviceIdentifier ?? randomID() } = read;
        this.#machine = this.#flow.machine({
            app, system, support: this.supportID, previousSupport: read.support, installation, utcOffsetMinutes: -new Date().getTimezoneOffset(),
            settings,
        });
        const header = this.#machine.headerLine;
        read = this.#readable(read, header);
        this.#app = { settings: JSON.parse(header).settings, softwareStatement, deviceIdentifier, device };
        this.#directory = read.providers;
        this.#profile = read.kept.profile;
        this.#writer = await this.#store.begin(read, header, { support: this.supportID, installation, deviceIdentifier });
        this.#interpreter = new Interpreter(this.#machine, this.#options.contract, this.#app, {
            line: (line, record) => record && this.#write(record),
            present: (what, choose, presentation) => this.#present(what, choose, presentation),
            failed: (error) => this.#on.failed(error),
        }, read.secrets);
        const jitter = 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % (2 ** 31 - 1));
        this.#interpreter.launch({ ...read.kept, jitter });
    }

    /** Removes the facts that this version cannot read, because they are damaged or from a newer version. The other facts stay. */
    #readable(read, header) {
        const isReadable = (facts) => {
            const machine = this.#flow.machine(header);
            try {
                machine.decide({ time: Date.now(), origin: { kind: 'app', app: { kind: 'launched', kept: keptOf(facts, read.numbers.first) } } });
                return true;
            } catch (error) {
                if (error.kind !== 'unreadable') throw error;
                return false;
            } finally {
                machine.free();
            }
        };
        if (isReadable(read.facts)) return read;
        const facts = Object.fromEntries(Object.entries(read.facts).filter(([kind, fact]) => isReadable({ [kind]: fact })));
        return { ...read, facts, kept: keptOf(facts, read.numbers.first) };
    }

    /** Ends the launch, with a last record if `writes` is true. Resolves when the last record is written, or cannot be written. */
    async end(writes) {
        try {
            if (writes) this.#interpreter?.report({ kind: 'shutDown' });
            this.#interpreter?.stop();
            await this.#last;
        } catch {
            // Another tab leads already, or the database is closed.
        }
        this.#machine?.free();
        this.#machine = undefined;
    }

    report(event) {
        this.#interpreter.report({ kind: event });
    }

    /** Answers a call of the app; `undefined` if the launch ends before the answer. */
    async call(method, values) {
        const token = {};
        if (method === 'signIn' || (method === 'play' && values[1] === 'signedIn')) this.#asking.add(token);
        let answer;
        try {
            answer = await this.#wish(method, values);
        } finally {
            this.#asking.delete(token);
        }
        if (answer.kind === 'dropped') return undefined;
        return this.#answerOf(answer, values);
    }

    choose(presentation, choice) {
        this.#choose.get(presentation)?.(choice);
    }

    #wish(method, values) {
        const interpreter = this.#interpreter;
        switch (method) {
            case 'play': return interpreter.play(...values);
            case 'preview': return interpreter.preview(values[0]);
            case 'signIn': return values[0] ? interpreter.signInWithOtherProvider() : interpreter.signIn();
            case 'signOut': return interpreter.signOut();
            case 'userMetadata': return interpreter.userMetadata();
        }
        throw new TypeError(`there is no call ${method}`);
    }

    #answerOf(answer, values) {
        const take = (reference) => (reference === undefined ? undefined : this.#interpreter.take(reference));
        switch (answer.kind) {
            case 'permitted': return { value: { token: take(answer.media.ref), notAfter: answer.media.notAfter, source: answer.source } };
            case 'previewed': {
                const permitted = answer.decisions.filter(({ verdict }) => verdict.kind === 'permit').map(({ resource }) => this.#interpreter.secret(resource));
                const decided = answer.decisions.map(({ resource }) => this.#interpreter.secret(resource));
                return { value: values[0].map((name) => ({ name, isPermitted: decided.includes(name) ? permitted.includes(name) : undefined })) };
            }
            case 'signedIn': return { value: this.#viewer() };
            case 'signedOut': return { value: answer.owed ? 'owed' : answer.settings ? 'accountRemains' : 'complete' };
            case 'userMetadata': return { value: this.#interpreter.secret(answer.attributes)?.attributes ?? [] };
            case 'denied': return { refusal: this.#refusal('denied', answer.error, ['otherProvider', 'cancel']) };
            case 'refused': return { refusal: this.#refusal(answer.refusal.reason, answer.refusal.error, answer.refusal.ways) };
        }
        return { refusal: { reason: 'service', options: ['retry'] } };
    }

    #refusal(reason, error, options) {
        const text = error?.text === undefined ? undefined : this.#interpreter.take(error.text);
        return { reason, options, code: error?.code, trace: error?.trace, message: text?.message, details: text?.details };
    }

    #write(record) {
        const written = this.#writer.write(record, (reference) => this.#interpreter.secret(reference), (mvpd) => this.#provider(mvpd));
        this.#last = written;
        if (this.#writer.wantsSegment) this.#last = this.#writer.beginSegment(this.#machine.rotate());
        this.#last.catch(() => {});
        return written.then(() => this.#released(record));
    }

    /** Shows the app the results of a record, which is now in the log. */
    #released({ state, step, effects }) {
        for (const effect of effects) this.#noteViewer(effect);
        const kind = this.#statusKind(state, step);
        this.view = { ...this.view, status: kind === 'signedIn' ? { kind, ...this.#viewer() } : { kind } };
        this.#on.changed();
    }

    #noteViewer(effect) {
        if (effect.kind === 'keep' && effect.fact.kind === 'profile') this.#profile = effect.fact.profile;
        if (effect.kind === 'forget' && effect.what.fact === 'profile') this.#profile = undefined;
        if (effect.kind === 'answer' && effect.answer.kind === 'signedIn') this.#access = effect.answer.access;
    }

    #statusKind(state, step) {
        const before = this.view.status.kind;
        const isAsking = this.#asking.size > 0;
        switch (state) {
            case 'unregistered': return step === 'refused' ? 'unavailable' : before;
            case 'registered': return 'signedOut';
            case 'checking': return isAsking && before !== 'signedIn' ? 'signingIn' : before;
            case 'partnerAuth': case 'basicAuthFallback': return 'signingIn';
            case 'deciding': return this.#profile || (this.#access && this.#access.word?.reason !== 'temporary') ? 'signedIn' : 'temporaryAccess';
            case 'loggedOut':
                this.#access = undefined;
                return step === 'resting' || step === 'settings' ? 'signedOut' : 'signingOut';
        }
        return before;
    }

    #viewer() {
        const mvpd = this.#profile?.mvpd ?? this.#access?.profile?.mvpd ?? this.#access?.word?.mvpd;
        const notAfter = this.#profile?.notAfter ?? this.#access?.profile?.notAfter ?? this.#access?.word?.notAfter;
        return { ...(mvpd === undefined ? {} : this.#provider(mvpd)), notAfter };
    }

    #provider(mvpd) {
        const { displayName = mvpd, logoURL } = this.#directory.find((entry) => entry.mvpd === mvpd) ?? {};
        return { mvpd, displayName, logoURL };
    }

    #present(what, choose, presentation) {
        this.#choose.clear();
        if (what.kind !== 'nothing') this.#choose.set(presentation, choose);
        this.view = { ...this.view, screen: this.#screen(what, presentation) };
        this.#on.changed();
    }

    /** Returns the screen for a presentation, with the secrets in place of their references. */
    #screen(what, id) {
        const secret = what.configuration ?? what.link ?? what.code;
        const value = secret === undefined ? undefined : this.#interpreter.secret(secret);
        if (secret !== undefined && value === undefined) return { kind: 'problem', id, reason: 'vault', options: ['cancel'] };
        switch (what.kind) {
            case 'nothing': return undefined;
            case 'providerPicker':
                this.#directory = value.entries;
                return { kind: what.kind, id, providers: value.entries.filter(({ isTemporary }) => !isTemporary).map(({ mvpd }) => this.#provider(mvpd)) };
            case 'providerConfirmation': return { kind: what.kind, id, provider: this.#provider(what.mvpd) };
            case 'profilePicker':
                return { kind: what.kind, id, profiles: what.profiles.map(({ mvpd, notAfter }) => ({ ...this.#provider(mvpd), notAfter })) };
            case 'code': {
                const page = this.#app.settings.activationURL;
                return { kind: what.kind, id, code: value, activationURL: page, link: linkOf(page, value), notAfter: what.notAfter, isSlow: what.isSlow ?? false };
            }
            case 'userAgent': case 'signOutUserAgent': return { kind: what.kind, id, link: value };
            case 'legacySignOut': return { kind: 'signOutUserAgent', id, link: signOutLink(this.#options.contract, this.#app) };
            case 'problem': {
                const { reason, error, ways } = what.problem;
                const text = error?.text === undefined ? undefined : this.#interpreter.secret(error.text);
                return { kind: what.kind, id, reason, options: ways, code: error?.code, trace: error?.trace, message: text?.message, details: text?.details };
            }
        }
        return { kind: what.kind, id };
    }
}

/** Returns a hash of the software statement, which tells for which statement credentials were issued. */
async function fingerprint(statement) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statement));
    return [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
