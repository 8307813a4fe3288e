// Parses JSON as the contract requires: numbers keep their spelling, objects are maps, and two members of one name are refused.

/** Thrown for an answer that cannot be read. */
export class Unreadable extends Error {}

/** A number as it is written. */
export class JSONNumber {
    constructor(text) {
        this.text = text;
    }
}

const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** Parses JSON text or bytes. Returns null, a Boolean, a string, a JSONNumber, an array or a Map. */
export function parse(body) {
    let text = body;
    if (typeof body !== 'string') {
        if (body.length > 4 << 20) throw new Unreadable();
        try {
            text = new TextDecoder('utf-8', { fatal: true }).decode(body);
        } catch {
            throw new Unreadable();
        }
    }
    let at = 0, count = 0;

    function take(pattern) {
        pattern.lastIndex = at;
        const found = pattern.exec(text)?.[0];
        if (found === undefined) throw new Unreadable();
        at += found.length;
        return found;
    }

    const space = () => take(/[ \t\r\n]*/y);

    function readString() {
        const value = JSON.parse(take(string));
        // Half of a surrogate pair is not valid text.
        if (/\p{Surrogate}/u.test(value)) throw new Unreadable();
        return value;
    }

    function value(depth) {
        if (++count > 100_000) throw new Unreadable();
        space();
        // Only objects and lists are levels: the deepest allowed one may still contain texts and numbers.
        if (depth > 64 && (text[at] === '{' || text[at] === '[')) throw new Unreadable();
        switch (text[at]) {
            case '{': return members(depth);
            case '[': return elements(depth);
            case '"': return readString();
            case 't': return take(/true/y) === 'true';
            case 'f': return take(/false/y) !== 'false';
            case 'n': return take(/null/y) && null;
        }
        const spelled = take(number);
        if (spelled.length > 64) throw new Unreadable();
        return new JSONNumber(spelled);
    }

    function list(open, close, element) {
        take(open);
        space();
        if (text[at] !== close) {
            do {
                space();
                element();
                space();
            } while (text[at] === ',' && ++at);
        }
        if (text[at++] !== close) throw new Unreadable();
    }

    function members(depth) {
        const map = new Map();
        list(/\{/y, '}', () => {
            const name = readString();
            if (map.has(name)) throw new Unreadable();
            space();
            take(/:/y);
            map.set(name, value(depth + 1));
        });
        return map;
    }

    function elements(depth) {
        const array = [];
        list(/\[/y, ']', () => array.push(value(depth + 1)));
        return array;
    }

    const result = value(1);
    space();
    if (at < text.length) throw new Unreadable();
    return result;
}

/** Returns the whole number in a value as a BigInt of 64 bits; undefined if there is none. */
export function whole(value) {
    let result;
    if (typeof value === 'string') {
        if (!/^[+-]?[0-9]+$/.test(value)) return undefined;
        result = BigInt(value.replace('+', ''));
    } else if (value instanceof JSONNumber) {
        const [, sign, integer, fraction = '', exponent = '0'] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE](.+))?$/.exec(value.text);
        if (Math.abs(Number(exponent)) > 1000) return undefined;
        const digits = (integer + fraction).replace(/0+$/, '');
        if (!/[1-9]/.test(digits)) return 0n;
        const zeros = Number(exponent) - fraction.length + (integer + fraction).length - digits.length;
        if (zeros < 0 || zeros > 20) return undefined;
        result = BigInt(sign + digits) * 10n ** BigInt(zeros);
    } else {
        return undefined;
    }
    return BigInt.asIntN(64, result) === result ? result : undefined;
}

/** An object in an answer, whose members are read by type. A member of another type makes the answer unreadable. */
export class Members {
    constructor(value) {
        if (!(value instanceof Map)) throw new Unreadable();
        this.map = value;
    }

    get(name, read) {
        const value = this.map.get(name) ?? undefined;
        return value === undefined ? undefined : read(value);
    }

    required(name, read) {
        const value = this.get(name, read);
        if (value === undefined) throw new Unreadable();
        return value;
    }

    /** Returns the member if it is text; otherwise undefined. */
    possibleText(name) {
        const value = this.map.get(name);
        return typeof value === 'string' ? value : undefined;
    }
}

/** The functions that read a member of each type. */
export const as = {
    text(value) {
        if (typeof value !== 'string') throw new Unreadable();
        return value;
    },
    boolean(value) {
        if (typeof value !== 'boolean') throw new Unreadable();
        return value;
    },
    object: (value) => new Members(value),
    whole(value) {
        const number = whole(value);
        if (number === undefined) throw new Unreadable();
        return number;
    },
    instant: (value) => clamped(as.whole(value)),
    list: (read) => (value) => {
        if (!Array.isArray(value)) throw new Unreadable();
        return value.map(read);
    },
};

/** Returns an instant of the log: whole milliseconds, moved into 0 to 2^53 - 1. */
export function clamped(value) {
    const most = BigInt(Number.MAX_SAFE_INTEGER);
    return Number(value < 0n ? 0n : value > most ? most : value);
}

/** Orders texts by their UTF-8 bytes, which is the order of their scalars. */
export function byBytes(left, right) {
    const [one, other] = [[...left], [...right]];
    for (let index = 0; index < Math.min(one.length, other.length); index++) {
        if (one[index] !== other[index]) return one[index].codePointAt(0) - other[index].codePointAt(0);
    }
    return one.length - other.length;
}

/** Returns a value as JSON without blanks, members sorted by name, numbers as written. */
export function spelled(value) {
    if (value === undefined || value === null) return 'null';
    if (value instanceof JSONNumber) return value.text;
    if (Array.isArray(value)) return `[${value.map(spelled).join(',')}]`;
    if (!(value instanceof Map)) return typeof value === 'string' ? quoted(value) : String(value);
    const members = [...value].sort(([left], [right]) => byBytes(left, right));
    return `{${members.map(([name, member]) => `${quoted(name)}:${spelled(member)}`).join(',')}}`;
}

/** Returns text as JSON, with the escapes that requests to Adobe use. */
export function quoted(text) {
    const short = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
    return `"${text.replace(/["\\\u0000-\u001f]/g, (c) => short[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
