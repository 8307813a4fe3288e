// Elects the tab of an app that leads. browser.d.ts documents the class.

/** The time in milliseconds after which a leader that does not answer is treated as frozen. */
const patience = 3000;

export class Election extends EventTarget {
    #name;
    #lead;
    #patience;
    #document;
    #channel;
    #isStopped = true;
    /** The controller that ends this tab's wait for the lock; undefined if the tab does not wait. */
    #waiting;
    /** The state of this tab's lead; undefined if the tab does not lead. */
    #leading;
    /** The time of the first question that the leader has not answered; undefined if there is none. */
    #askedAt;
    #timer;
    /**
     * Whether the tab is frozen: it is between the events `freeze` and `resume`. Messages still arrive then, so the tab can give up the lead. But a
     * transaction that begins then ends only after `resume`, and would block the new leader.
     */
    #isFrozen = false;

    constructor(name, lead, options = {}) {
        super();
        if (!globalThis.navigator?.locks) {
            throw new TypeError('this browser has no Web Locks here: they need a recent browser, and https or localhost');
        }
        this.#name = name;
        this.#lead = lead;
        this.#patience = options.patience ?? patience;
        this.#document = options.document ?? globalThis.document;
    }

    get isLeading() {
        return this.#leading !== undefined;
    }

    get isFrozen() {
        return this.#isFrozen;
    }

    get #isVisible() {
        return this.#document?.visibilityState !== 'hidden';
    }

    start() {
        if (!this.#isStopped) return;
        this.#isStopped = false;
        this.#channel = new BroadcastChannel(`${this.#name} election`);
        this.#channel.onmessage = ({ data }) => this.#hear(data);
        this.#document?.addEventListener('visibilitychange', this.#visibilityChanged);
        this.#document?.addEventListener('freeze', this.#frozen);
        this.#document?.addEventListener('resume', this.#frozen);
        this.#timer = setInterval(() => this.#ask(), this.#patience);
        this.#stand();
    }

    /** Gives up the lead, and no longer tries to lead. Resolves when `lead` has ended. */
    async stop() {
        if (this.#isStopped) return;
        this.#isStopped = true;
        clearInterval(this.#timer);
        this.#document?.removeEventListener('visibilitychange', this.#visibilityChanged);
        this.#document?.removeEventListener('freeze', this.#frozen);
        this.#document?.removeEventListener('resume', this.#frozen);
        this.#waiting?.abort();
        this.#leading?.abort.abort();
        await this.#leading?.ended;
        this.#channel.close();
    }

    #frozen = ({ type }) => {
        this.#isFrozen = type === 'freeze';
        if (!this.#isFrozen) this.dispatchEvent(new Event('change'));
    };

    #visibilityChanged = () => {
        if (this.#isVisible) return this.#stand();
        this.#waiting?.abort();
        if (this.#leading) this.#channel.postMessage('hidden');
    };

    /**
     * Waits for the lock if this tab is visible. A hidden tab must not lead: its timers are slow, and would delay the polls while a viewer types a
     * code.
     */
    async #stand(isSteal = false) {
        if (this.#isStopped || this.#leading || (this.#waiting && !isSteal) || !this.#isVisible) return;
        this.#waiting?.abort();
        const waiting = (this.#waiting = new AbortController());
        let leading;
        try {
            // A lock cannot be both stolen and waited for.
            const options = isSteal ? { steal: true } : { signal: waiting.signal };
            const request = navigator.locks.request(this.#name, options, () => {
                if (this.#waiting !== waiting) return undefined;
                this.#waiting = undefined;
                this.#askedAt = undefined;
                leading = this.#begin();
                return leading.ended;
            });
            if (!isSteal) this.#ask();
            await request;
        } catch (error) {
            if (error.name !== 'AbortError') throw error;
            // Another tab stole the lock, or this one stopped waiting.
            if (leading) {
                leading.isStolen = true;
                leading.abort.abort();
                await leading.ended;
            }
        }
        if (this.#waiting === waiting) this.#waiting = undefined;
        this.#stand();
    }

    #begin() {
        const abort = new AbortController();
        const leading = (this.#leading = { abort, isStolen: false });
        this.#channel.postMessage('leads');
        this.dispatchEvent(new Event('change'));
        leading.ended = Promise.resolve(this.#lead(abort.signal, () => leading.isStolen)).finally(() => {
            this.#leading = undefined;
            this.dispatchEvent(new Event('change'));
        });
        return leading;
    }

    /** Asks the leader to answer. A hidden leader gives up the lead. If a leader does not answer in time, it is frozen, and its lock is stolen. */
    #ask() {
        if (!this.#waiting || !this.#isVisible) return;
        const now = performance.now();
        if (this.#askedAt !== undefined && now - this.#askedAt >= this.#patience * 0.9) {
            this.#askedAt = undefined;
            return void this.#stand(true);
        }
        this.#askedAt ??= now;
        this.#channel.postMessage('ask');
    }

    #hear(message) {
        switch (message) {
            case 'ask': {
                if (!this.#leading) return;
                if (this.#isVisible) return this.#channel.postMessage('leads');
                // Sends no answer: if this tab cannot end its lead in time, it must be treated as frozen.
                return this.#leading.abort.abort();
            }
            case 'leads': return void (this.#askedAt = undefined);
            case 'hidden': return this.#ask();
        }
    }
}
