// The flow of an app in a browser: one flow, whatever the number of its tabs. browser.d.ts documents it.
import { FlowMachine, FlowMachineError } from '../flowmachine.mjs';
import { Election } from './election.mjs';
import { Launch, randomID } from './launch.mjs';
import { FencedError, FlowStore, StoreError } from './store.mjs';

export { Election, FencedError, FlowStore, StoreError };

/** Thrown for a request of the app that was not fulfilled. */
export class FlowRefusal extends Error {
    constructor(refusal) {
        super(refusal.code ? `${refusal.reason} (${refusal.code})` : refusal.reason);
        Object.assign(this, refusal, { name: 'FlowRefusal' });
    }

    get isCancellation() {
        return ['cancelled', 'signedOut', 'shutDown'].includes(this.reason);
    }
}

function named(resource) {
    if (typeof resource === 'string' && resource !== '') return resource;
    throw new TypeError(`a resource is ${JSON.stringify(resource)}: pass its identifier at Adobe, as text`);
}

export class BrowserFlow extends EventTarget {
    #flow;
    #options;
    #store;
    #election;
    #channel;
    #launch;
    /** The function that ends the current launch, with the reason. */
    #ended;
    /** The calls of this tab without an answer. The leading tab answers them. */
    #open = new Map();
    /** The calls of all tabs that this tab is answering, if it leads. */
    #answering = new Set();
    #calls = 0;
    #tab = randomID();
    #view = { isLeading: false, status: { kind: 'starting' } };

    static async open(options) {
        const name = options.name ?? `flowmachine ${options.settings.serviceProvider}@${options.settings.host ?? 'adobe'}`;
        const contract = options.contract ?? (await (await fetch(new URL('../interpreter/contract.json', import.meta.url))).json());
        const [flow, store] = await Promise.all([FlowMachine.load(options.wasm), FlowStore.open(name, options.limits)]);
        return new BrowserFlow(flow, { ...options, name, contract }, store);
    }

    constructor(flow, options, store) {
        super();
        this.#flow = flow;
        this.#options = options;
        this.#store = store;
        this.#election = new Election(options.name, (signal, isStolen) => this.#lead(signal, isStolen), options.election);
        this.#election.addEventListener('change', () => this.#electionChanged());
    }

    get view() {
        return this.#view;
    }

    start() {
        this.#channel ??= this.#join();
        this.#election.start();
    }

    async stop() {
        globalThis.removeEventListener?.('pagehide', this.#hidden);
        globalThis.removeEventListener?.('pageshow', this.#shown);
        globalThis.document?.removeEventListener('visibilitychange', this.#visibilityChanged);
        await this.#election.stop();
        this.#channel?.close();
        this.#channel = undefined;
        this.#store.close();
        for (const { reject } of this.#open.values()) reject(new FlowRefusal({ reason: 'shutDown', options: [] }));
        this.#open.clear();
    }

    async play(resource, under = 'signedIn') { return this.#call('play', [named(resource), under]); }
    async preview(resources) { return this.#call('preview', [resources.map(named)]); }
    signIn({ otherProvider = false } = {}) { return this.#call('signIn', [otherProvider]); }
    signOut() { return this.#call('signOut', []); }
    userMetadata() { return this.#call('userMetadata', []); }

    choose(screen, choice) {
        if (this.#launch) this.#launch.choose(screen.id, choice);
        else this.#channel.postMessage({ kind: 'choice', screen: screen.id, choice });
    }

    /** Begins another launch after a failure. */
    restart() {
        this.#ended?.('restart');
    }

    async log() {
        const segments = await this.#store.segments();
        const shared = this.#flow.share(segments.map(({ text }) => text));
        return segments.map(({ name }, index) => ({ name, text: shared[index] }));
    }

    #join() {
        const channel = new BroadcastChannel(`${this.#options.name} flow`);
        channel.onmessage = ({ data }) => this.#hear(data);
        channel.postMessage({ kind: 'hello' });
        globalThis.addEventListener?.('pagehide', this.#hidden);
        globalThis.addEventListener?.('pageshow', this.#shown);
        globalThis.document?.addEventListener('visibilitychange', this.#visibilityChanged);
        return channel;
    }

    /** Stops the election: the browser may keep the hidden page in its cache, and another tab must not wait for it. */
    #hidden = () => void this.#election.stop();
    #shown = ({ persisted }) => persisted && this.#election.start();

    /** Asks the new leader for its view. */
    #electionChanged() {
        if (this.#election.isLeading || !this.#channel) return;
        this.#show({ ...this.#view, isLeading: false });
        this.#channel.postMessage({ kind: 'hello' });
    }

    #visibilityChanged = () => this.#launch?.report(document.visibilityState === 'hidden' ? 'backgrounded' : 'foregrounded');

    #call(method, values) {
        return new Promise((resolve, reject) => {
            const id = `${this.#tab} ${++this.#calls}`;
            this.#open.set(id, { method, values, resolve, reject });
            this.#ask(id);
        });
    }

    /** Passes a call to the leading tab. That tab ignores a call that it is already answering. */
    #ask(id) {
        const { method, values } = this.#open.get(id);
        if (this.#launch) this.#answer(id, method, values);
        else this.#channel?.postMessage({ kind: 'call', id, method, values });
    }

    async #answer(id, method, values) {
        if (this.#answering.has(id)) return;
        this.#answering.add(id);
        const launch = this.#launch;
        try {
            const answer = await launch.call(method, values);
            // Without an answer, the launch has ended. The next launch gets the call again.
            if (answer === undefined) return;
            this.#channel.postMessage({ kind: 'answer', id, ...answer });
            this.#settle(id, answer);
        } catch (error) {
            if (error instanceof FlowMachineError && error.kind === 'unreadable') this.#refuse(id, error.message);
            else if (launch === this.#launch) this.#ended?.(error);
        } finally {
            this.#answering.delete(id);
        }
    }

    /** Rejects a call with an argument that the machine cannot read. */
    #refuse(id, mistake) {
        this.#channel.postMessage({ kind: 'answer', id, mistake });
        this.#settle(id, { mistake });
    }

    #settle(id, { value, refusal, mistake }) {
        const call = this.#open.get(id);
        if (!call) return;
        this.#open.delete(id);
        if (mistake) call.reject(new TypeError(mistake));
        else if (refusal) call.reject(new FlowRefusal(refusal));
        else call.resolve(value);
    }

    #hear(message) {
        if (this.#election.isFrozen) return;
        switch (message.kind) {
            case 'hello': return void (this.#launch && this.#publish());
            case 'view': {
                if (this.#launch) return;
                const isNew = this.#view.launch !== message.view.launch;
                this.#show({ ...message.view, isLeading: false });
                if (isNew) for (const id of this.#open.keys()) this.#ask(id);
                return;
            }
            case 'call': return void (this.#launch && this.#answer(message.id, message.method, message.values));
            case 'answer': return this.#settle(message.id, message);
            case 'choice': return this.#launch?.choose(message.screen, message.choice);
        }
    }

    #show(view) {
        this.#view = view;
        this.dispatchEvent(new Event('change'));
    }

    #publish() {
        const { view, supportID } = this.#launch;
        const shown = { ...view, supportID, launch: supportID };
        this.#channel?.postMessage({ kind: 'view', view: shown });
        this.#show({ ...shown, isLeading: true });
    }

    async #lead(signal, isStolen) {
        while (!signal.aborted) {
            const reason = await this.#run(signal, isStolen);
            if (reason === 'restart' || reason === undefined) continue;
            if (reason instanceof FencedError) return;
            this.#show({ ...this.#view, isLeading: true, screen: undefined, failure: reason });
            const again = new Promise((resolve) => void (this.#ended = resolve));
            await Promise.race([again, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
        }
    }

    /** Runs one launch. Resolves to the reason for its end; undefined if another tab gets the lead. */
    async #run(signal, isStolen) {
        try {
            if (this.#store.isClosed) this.#store = await FlowStore.open(this.#options.name, this.#options.limits);
        } catch (error) {
            return error;
        }
        const launch = new Launch(this.#flow, this.#options, this.#store, {
            changed: () => launch === this.#launch && this.#publish(),
            failed: (error) => this.#ended?.(error),
        });
        const ended = new Promise((resolve) => void (this.#ended = resolve));
        signal.addEventListener('abort', () => this.#ended(isStolen() ? new FencedError() : undefined));
        let reason;
        try {
            await launch.begin();
            this.#launch = launch;
            this.#publish();
            for (const id of this.#open.keys()) this.#ask(id);
            reason = await ended;
        } catch (error) {
            reason = error;
        }
        // A frozen tab must not begin a transaction: it would block the new leader until this tab resumes.
        await launch.end(!(reason instanceof FencedError) && !this.#election.isFrozen);
        if (this.#launch === launch) this.#launch = undefined;
        return reason;
    }
}
