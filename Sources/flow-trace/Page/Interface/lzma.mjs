// LZMA, which browsers do not have, makes FlowReading a third smaller than gzip does. Written from the LZMA specification of 2015.

/** The first place of each kind of probability. */
const at = { match: 0, repeat: 192, repeat0: 204, repeat1: 216, repeat2: 228, long: 240, slot: 432, distance: 688, align: 803, length: 819, again: 1333, literal: 1847 };

/** Says that the module in the page is damaged. */
export const damaged = () => new Error('its module is damaged');

/** Reads numbers of which the likelier ones take less than a bit. */
class Numbers {
    #bytes;
    #place;
    #range = 0xFFFFFFFF;
    #code = 0;

    constructor(bytes, place, count) {
        this.#bytes = bytes;
        this.#place = place + 1;
        this.likely = new Uint16Array(count).fill(1024);
        for (let index = 0; index < 4; index += 1) this.#code = (this.#code << 8 | this.#next()) >>> 0;
    }

    #next() {
        if (this.#place >= this.#bytes.length) throw damaged();
        const byte = this.#bytes[this.#place];
        this.#place += 1;
        return byte;
    }

    #fill() {
        if (this.#range >= 0x1000000) return;
        this.#range = (this.#range << 8) >>> 0;
        this.#code = (this.#code << 8 | this.#next()) >>> 0;
    }

    bit(place) {
        const likely = this.likely[place];
        const bound = Math.imul(this.#range >>> 11, likely) >>> 0;
        const bit = this.#code < bound ? 0 : 1;
        if (bit) {
            this.#range -= bound;
            this.#code -= bound;
            this.likely[place] = likely - (likely >> 5);
        } else {
            this.#range = bound;
            this.likely[place] = likely + ((2048 - likely) >> 5);
        }
        this.#fill();
        return bit;
    }

    /** Bits of which both values are as likely. */
    plain(count) {
        let value = 0;
        for (let index = 0; index < count; index += 1) {
            this.#range >>>= 1;
            const bit = this.#code >= this.#range ? 1 : 0;
            if (bit) this.#code -= this.#range;
            this.#fill();
            value = (value << 1 | bit) >>> 0;
        }
        return value;
    }

    /** A number of `count` bits, the highest first. */
    number(place, count) {
        let value = 1;
        for (let index = 0; index < count; index += 1) value = value << 1 | this.bit(place + value);
        return value - (1 << count);
    }

    /** A number of `count` bits, the lowest first. */
    reversed(place, count) {
        let [node, value] = [1, 0];
        for (let index = 0; index < count; index += 1) {
            const bit = this.bit(place + node);
            node = node << 1 | bit;
            value |= bit << index;
        }
        return value;
    }

    /** How many bytes are repeated, less two. */
    length(place, position) {
        if (!this.bit(place)) return this.number(place + 2 + position * 8, 3);
        if (!this.bit(place + 1)) return 8 + this.number(place + 130 + position * 8, 3);
        return 16 + this.number(place + 258, 8);
    }
}

function distanceOf(numbers, length) {
    const slot = numbers.number(at.slot + Math.min(length, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | slot & 1) << bits >>> 0;
    if (slot < 14) return high + numbers.reversed(at.distance + high - slot, bits);
    return high + ((numbers.plain(bits - 4) << 4 >>> 0) + numbers.reversed(at.align, 4));
}

/** The bytes of an .lzma file, of at most `most` bytes. */
export function unpackLZMA(bytes, most) {
    const [context, low, position] = [bytes[0] % 9, Math.floor(bytes[0] / 9) % 5, Math.floor(bytes[0] / 45)];
    if (bytes.length < 18 || context + low > 4 || position > 4) throw damaged();
    const numbers = new Numbers(bytes, 13, at.literal + (768 << context + low));
    let made = new Uint8Array(1 << 20);
    let [size, state] = [0, 0];
    let [first, second, third, fourth] = [0, 0, 0, 0];
    const add = (byte) => {
        if (size === made.length) {
            if (size >= most) throw new Error('its module is too long');
            const longer = new Uint8Array(size * 2);
            longer.set(made);
            made = longer;
        }
        made[size] = byte;
        size += 1;
    };
    const literal = () => {
        const before = size ? made[size - 1] : 0;
        const place = at.literal + 768 * (((size & (1 << low) - 1) << context) + (before >> 8 - context));
        let value = 1;
        if (state >= 7) {
            let match = made[size - first - 1];
            while (value < 256) {
                const expected = match >> 7 & 1;
                match <<= 1;
                const bit = numbers.bit(place + (1 + expected << 8) + value);
                value = value << 1 | bit;
                if (bit !== expected) break;
            }
        }
        while (value < 256) value = value << 1 | numbers.bit(place + value);
        add(value & 255);
        state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
    };
    for (;;) {
        const here = size & (1 << position) - 1;
        if (!numbers.bit(at.match + state * 16 + here)) {
            literal();
            continue;
        }
        let length;
        if (!numbers.bit(at.repeat + state)) {
            length = numbers.length(at.length, here);
            [fourth, third, second, first] = [third, second, first, distanceOf(numbers, length)];
            if (first === 0xFFFFFFFF) return made.subarray(0, size);
            state = state < 7 ? 7 : 10;
        } else {
            let isOne = false;
            if (!numbers.bit(at.repeat0 + state)) isOne = !numbers.bit(at.long + state * 16 + here);
            else if (!numbers.bit(at.repeat1 + state)) [first, second] = [second, first];
            else if (!numbers.bit(at.repeat2 + state)) [first, second, third] = [third, first, second];
            else [first, second, third, fourth] = [fourth, first, second, third];
            length = isOne ? -1 : numbers.length(at.again, here);
            state = state >= 7 ? 11 : isOne ? 9 : 8;
        }
        if (first >= size) throw damaged();
        for (let index = 0; index < length + 2; index += 1) add(made[size - first - 1]);
    }
}
