// A flow's log and vault in one IndexedDB database. browser.d.ts documents it.

/** Thrown if another tab has begun a launch since, so that the lines of this tab are no longer valid. */
export class FencedError extends Error {
    constructor() {
        super('another tab has written to this log: it leads now');
        this.name = 'FencedError';
    }
}

/** Thrown if the database cannot be used. `kind` is `unsupported`, `opening`, `writing` or `closed`. */
export class StoreError extends Error {
    constructor(kind, message, cause) {
        super(message, { cause });
        this.name = 'StoreError';
        this.kind = kind;
    }
}

/** The kinds of facts that the machine keeps, each with the name of the field that has the fact's content. */
const factFields = {
    client: 'client', token: 'token', provider: 'provider', profile: 'profile', code: 'code', signedOut: 'mark', owedLogouts: 'mvpds',
};

/** Returns the secret to which a fact refers; undefined if there is none. */
export function secretOf(fact) {
    return { client: fact.client, token: fact.token?.ref, profile: fact.profile?.attributes, code: fact.code?.code }[fact.kind];
}

const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

const completed = (transaction) => new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
});

/** Returns the content of the event `launched`. */
export function keptOf(facts, first) {
    const kept = { owedLogouts: [], first };
    for (const [kind, fact] of Object.entries(facts)) kept[kind] = fact[factFields[kind]];
    return JSON.parse(JSON.stringify(kept));
}

/** Returns the contents of the vault, in the form that `FlowStore.read` returns. */
function vaultOf(entries, statement) {
    const stored = new Map(entries);
    const facts = {};
    const isOtherStatement = stored.has('statement') && stored.get('statement') !== statement;
    for (const kind of Object.keys(factFields)) {
        const fact = stored.get(`fact ${kind}`);
        if (fact?.kind !== kind || (isOtherStatement && ['client', 'token'].includes(kind))) continue;
        const secret = secretOf(fact);
        const isWhole = secret === undefined || stored.has(`secret ${secret}`);
        if (isWhole) facts[kind] = fact;
        // If the viewer's attributes are lost, the sign-in is still useful.
        else if (kind === 'profile') facts[kind] = { ...fact, profile: { ...fact.profile, attributes: undefined } };
    }
    const secrets = {};
    for (const fact of Object.values(facts)) {
        const reference = secretOf(fact);
        if (reference !== undefined) secrets[reference] = stored.get(`secret ${reference}`);
    }
    const numbers = stored.get('numbers') ?? { first: { request: 1, timer: 1, presentation: 1 }, secrets: {} };
    // Reserves the numbers of earlier launches, which must not be used again.
    for (const [kind, number] of Object.entries(numbers.secrets)) secrets[`${kind}#${number}`] ??= undefined;
    const providers = Object.values(facts).map(({ kind }) => stored.get(`shown ${kind}`)).filter(Boolean);
    return {
        kept: keptOf(facts, numbers.first), secrets, facts, providers, numbers, support: stored.get('support'),
        installation: stored.get('installation'), deviceIdentifier: stored.get('deviceIdentifier'), segments: stored.get('segments') ?? [],
    };
}

export class FlowStore {
    #db;
    #limits;
    #onclose;
    #isClosed = false;

    constructor(db, limits) {
        this.#db = db;
        this.#limits = limits;
        // Another version of the app, or the viewer who clears the site's data, must not wait for this tab.
        db.onversionchange = () => this.close();
        db.onclose = () => this.close();
    }

    get isClosed() {
        return this.#isClosed;
    }

    static async open(name, { segment = 4000, most = 20000 } = {}) {
        if (typeof indexedDB === 'undefined') throw new StoreError('unsupported', 'this browser has no IndexedDB');
        try {
            const request = indexedDB.open(name, 1);
            request.onupgradeneeded = () => {
                request.result.createObjectStore('log');
                request.result.createObjectStore('vault');
            };
            return new FlowStore(await settled(request), { segment, most });
        } catch (error) {
            throw new StoreError('opening', `the database ${name} cannot be opened: ${error.message}`, error);
        }
    }

    close() {
        this.#isClosed = true;
        this.#db.close();
        this.#onclose?.();
    }

    async read(statement = '') {
        const transaction = this.#db.transaction(['log', 'vault'], 'readonly');
        const vault = transaction.objectStore('vault');
        const last = settled(transaction.objectStore('log').openKeyCursor(null, 'prev'));
        const [keys, values, cursor] = await Promise.all([settled(vault.getAllKeys()), settled(vault.getAll()), last]);
        return { ...vaultOf(keys.map((key, index) => [key, values[index]]), statement), position: cursor?.key ?? 0, statement };
    }

    /** Begins a launch after `read`: writes the header, and removes old segments and everything to which no fact refers. */
    async begin(read, header, { support, installation, deviceIdentifier }) {
        const writer = new LaunchWriter(this.#db, read, this.#limits);
        this.#onclose = () => writer.fail(new StoreError('closed', 'the browser closed the database'));
        await writer.begin(header, [
            ['support', support], ['installation', installation], ['deviceIdentifier', deviceIdentifier], ['statement', read.statement],
        ], (vault) => {
            const kept = Object.keys(read.facts).flatMap((kind) => [`fact ${kind}`, `shown ${kind}`, `secret ${secretOf(read.facts[kind])}`]);
            const keys = vault.getAllKeys();
            keys.onsuccess = () => {
                for (const key of keys.result) if (/^(fact|shown|secret) /.test(key) && !kept.includes(key)) vault.delete(key);
            };
        });
        return writer;
    }

    /** Continues the last segment after `read`, without a new launch. */
    resume(read) {
        return new LaunchWriter(this.#db, read, this.#limits);
    }

    async segments() {
        const transaction = this.#db.transaction(['log', 'vault'], 'readonly');
        const log = transaction.objectStore('log');
        const places = settled(transaction.objectStore('vault').get('segments'));
        const [keys, lines, firsts = []] = await Promise.all([settled(log.getAllKeys()), settled(log.getAll()), places]);
        return firsts.map((first, index) => {
            const from = keys.findIndex((key) => key >= first);
            const to = index + 1 < firsts.length ? keys.findIndex((key) => key >= firsts[index + 1]) : keys.length;
            return { name: `launch-${String(first).padStart(12, '0')}.jsonl`, text: lines.slice(from, to).join('') };
        });
    }
}

/** Copies the numbers. `structuredClone` would need a browser of 2022 or later. */
const copied = ({ first, secrets }) => ({ first: { ...first }, secrets: { ...secrets } });

class LaunchWriter {
    #db;
    #limits;
    #position;
    #segments;
    #numbers;
    #queue = [];
    #isWriting = false;
    #failure;

    constructor(db, read, limits) {
        this.#db = db;
        this.#limits = limits;
        this.#position = read.position;
        this.#segments = [...read.segments];
        this.#numbers = copied(read.numbers);
    }

    begin(header, values, more) {
        return this.#add([header], (vault) => {
            for (const [key, value] of values) value === undefined ? vault.delete(key) : vault.put(value, key);
            more(vault);
        }, true);
    }

    get wantsSegment() {
        return this.#position - (this.#segments.at(-1) ?? 0) + 1 >= this.#limits.segment;
    }

    /** Begins a segment with the lines that `Machine.rotate` returned. */
    beginSegment(lines) {
        return this.#add(lines.match(/[^\n]*\n/g), () => {}, true);
    }

    write(record, valueOf, shownOf) {
        const changes = [];
        for (const effect of record.effects) this.#note(effect, changes, valueOf, shownOf);
        for (const [, kind, number] of record.line.matchAll(/"([a-z]+)#([0-9]+)"/g)) {
            this.#numbers.secrets[kind] = Math.max(this.#numbers.secrets[kind] ?? 0, Number(number));
        }
        const numbers = copied(this.#numbers);
        return this.#add([record.line], (vault) => {
            vault.put(numbers, 'numbers');
            for (const [key, value] of changes) value === undefined ? vault.delete(key) : vault.put(value, key);
        });
    }

    #note(effect, changes, valueOf, shownOf) {
        const first = this.#numbers.first;
        const noteNumber = (kind) => void (first[kind] = Math.max(first[kind], effect[kind] + 1));
        switch (effect.kind) {
            case 'call': case 'partner': return noteNumber('request');
            case 'arm': return noteNumber('timer');
            case 'present': return noteNumber('presentation');
            case 'keep': {
                const { fact } = effect;
                const secret = secretOf(fact);
                if (secret !== undefined) changes.push([`secret ${secret}`, valueOf(secret)]);
                const mvpd = fact.provider?.mvpd ?? fact.code?.mvpd;
                return void changes.push([`fact ${fact.kind}`, fact], [`shown ${fact.kind}`, mvpd && shownOf?.(mvpd)]);
            }
            case 'forget': {
                const { what } = effect;
                if (what.kind === 'secret') return void changes.push([`secret ${what.secret}`, undefined]);
                return void changes.push([`fact ${what.fact}`, undefined], [`shown ${what.fact}`, undefined]);
            }
        }
    }

    fail(error) {
        this.#failure ??= error;
        for (const { reject } of this.#queue.splice(0)) reject(this.#failure);
    }

    #add(lines, change, isSegment = false) {
        if (this.#failure) return Promise.reject(this.#failure);
        const first = this.#position + 1;
        this.#position += lines.length;
        if (isSegment) this.#segments.push(first);
        return new Promise((resolve, reject) => {
            this.#queue.push({ first, lines, change, isSegment, resolve, reject });
            if (!this.#isWriting) this.#flush();
        });
    }

    /** Writes the queue, one transaction at a time. Each contains everything that arrived during the previous one. */
    async #flush() {
        this.#isWriting = true;
        while (this.#queue.length > 0) {
            const batch = this.#queue.splice(0);
            try {
                await this.#commit(batch);
                for (const { resolve } of batch) resolve();
            } catch (error) {
                const isFence = error instanceof FencedError || error.name === 'ConstraintError';
                this.#queue.unshift(...batch);
                this.fail(isFence ? new FencedError() : new StoreError('writing', `the log cannot be written: ${error.message}`, error));
            }
        }
        this.#isWriting = false;
    }

    async #commit(batch) {
        const transaction = this.#db.transaction(['log', 'vault'], 'readwrite', { durability: 'strict' });
        const [log, vault] = [transaction.objectStore('log'), transaction.objectStore('vault')];
        const done = completed(transaction);
        let isFenced = false;
        // `add` fails for the number of an existing line. The count also detects another launch whose first lines were already deleted.
        const later = log.count(IDBKeyRange.lowerBound(batch[0].first));
        later.onsuccess = () => {
            if (later.result === 0) return;
            isFenced = true;
            transaction.abort();
        };
        for (const { first, lines, change } of batch) {
            lines.forEach((line, index) => log.add(line, first + index));
            change(vault);
        }
        if (batch.some(({ isSegment }) => isSegment)) {
            const oldest = this.#oldest(batch.at(-1));
            this.#segments = this.#segments.filter((first) => first >= oldest);
            log.delete(IDBKeyRange.upperBound(oldest, true));
            vault.put(this.#segments, 'segments');
        }
        try {
            await done;
        } catch (error) {
            throw isFenced ? new FencedError() : error;
        }
    }

    /**
     * Returns the number of the first line to keep: that of the oldest segment with which the log is short enough. The last two segments are always
     * kept.
     */
    #oldest({ first, lines }) {
        const isShort = (start) => first + lines.length - start <= this.#limits.most;
        return this.#segments.find(isShort) ?? this.#segments.at(-2) ?? this.#segments.at(-1);
    }
}
