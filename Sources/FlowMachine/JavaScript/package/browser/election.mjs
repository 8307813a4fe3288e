// Elects the tab of an app that leads, which means that it runs the flow. browser.d.ts documents the class.

/** The time after which a leader that does not answer is treated as frozen, in milliseconds. */
const patience = 3000;

export class Election extends EventTarget {
    #name;
    #lead;
    #patience;
    #document;
    #channel;
    #isStopped = true;
    /** The controller that ends the wait for the lock; undefined if this tab does not wait. */
    #waiting;
    /** The current lead of this tab; undefined if this tab does not lead. */
    #leading;
    /** The time at which this tab asked the leader; undefined if the leader has answered since. */
    #askedAt;
    #timer;
    /**
     * Whether the tab is frozen: between the events `freeze` and `resume`. Messages still arrive in this time, so the tab can give the lead
     * away. But a transaction that begins in this time does not end before the thaw, and blocks the tab that leads instead.
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

    /** Gives the lead to another tab and ends this tab's candidacy. Resolves when `lead` has ended. */
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
     * Waits for the lock if this tab is visible. Hidden tabs do not wait, because browsers slow their timers down, even while a viewer types a
     * code on another device.
     */
    async #stand(isSteal = false) {
        if (this.#isStopped || this.#leading || (this.#waiting && !isSteal) || !this.#isVisible) return;
        this.#waiting?.abort();
        const waiting = (this.#waiting = new AbortController());
        let leading;
        try {
            // A request for a lock cannot have both options.
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
            // Another tab stole the lock, or this tab stopped waiting.
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

    /** Asks the leader for an answer. A hidden leader gives up the lead. If a leader does not answer in time, it is frozen: steals its lock. */
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
                // Sends no answer: if this leader cannot end its work in time, it is treated as frozen.
                return this.#leading.abort.abort();
            }
            case 'leads': return void (this.#askedAt = undefined);
            case 'hidden': return this.#ask();
        }
    }
}
