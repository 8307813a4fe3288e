// A QR code (ISO/IEC 18004) of a text: versions 1 to 10, bytes, the highest correction level with which the text still fits.

/** Per level, for versions 1 to 10: correction bytes per block, and blocks. `bits`: how the format information names the level. */
const levels = [
    { bits: 3, correction: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24], blocks: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8] },
    { bits: 0, correction: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26], blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5] },
    { bits: 1, correction: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18], blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4] },
];
const alignments = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const masks = [
    (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The field of 256 elements over x⁸ + x⁴ + x³ + x² + 1: powers of 2, and their inverse. */
const powers = [1];
for (let index = 1; index < 255; index++) powers.push((powers[index - 1] << 1) ^ (powers[index - 1] & 128 ? 0x11d : 0));
const logarithms = new Map(powers.map((power, index) => [power, index]));
const product = (one, other) => (one && other ? powers[(logarithms.get(one) + logarithms.get(other)) % 255] : 0);

/** The correction bytes of a block: the remainder of a division of polynomials. */
function correctionOf(block, count) {
    let divisor = [1];
    for (let root = 0; root < count; root++) {
        const next = [...divisor, 0];
        divisor.forEach((factor, index) => (next[index + 1] ^= product(factor, powers[root])));
        divisor = next;
    }
    const rest = [...block, ...new Array(count).fill(0)];
    for (let index = 0; index < block.length; index++) {
        const factor = rest[index];
        divisor.forEach((each, place) => (rest[index + place] ^= product(each, factor)));
    }
    return rest.slice(block.length);
}

/** How many bytes a version has for data and correction. */
function capacityOf(version) {
    const size = version * 4 + 17;
    const marks = alignments[version - 1].length;
    const alignment = marks ? (marks ** 2 - 3) * 25 - (marks - 2) * 10 : 0;
    return Math.floor((size * size - 3 * 64 - 31 - 2 * (size - 16) - alignment - (version > 6 ? 36 : 0)) / 8);
}

function fitting(length) {
    for (const level of levels) {
        for (let version = 1; version <= 10; version++) {
            const count = capacityOf(version) - level.correction[version - 1] * level.blocks[version - 1];
            if (length + (version > 9 ? 3 : 2) <= count) return { level, version, count };
        }
    }
    return undefined;
}

/** The data in blocks with their correction, interleaved. */
function codewords(bytes, { level, version, count }) {
    const bits = [...'0100', ...bytes.length.toString(2).padStart(version > 9 ? 16 : 8, '0')];
    for (const byte of bytes) bits.push(...byte.toString(2).padStart(8, '0'));
    bits.push(...'0000'.slice(0, count * 8 - bits.length));
    while (bits.length % 8) bits.push('0');
    const data = [];
    for (let place = 0; place < bits.length; place += 8) data.push(parseInt(bits.slice(place, place + 8).join(''), 2));
    for (let pad = 0xec; data.length < count; pad ^= 0xec ^ 0x11) data.push(pad);

    const blockCount = level.blocks[version - 1];
    const short = Math.floor(count / blockCount);
    const blocks = [];
    for (let index = 0, place = 0; index < blockCount; index++) {
        const length = short + (index >= blockCount - (count % blockCount) ? 1 : 0);
        blocks.push(data.slice(place, place + length));
        place += length;
    }
    const corrections = blocks.map((block) => correctionOf(block, level.correction[version - 1]));
    const interleaved = (lists) => {
        const longest = Math.max(...lists.map((list) => list.length));
        return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
    };
    return [...interleaved(blocks), ...interleaved(corrections)];
}

class Matrix {
    constructor(version) {
        this.size = version * 4 + 17;
        this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
        this.isFixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    }

    fix(x, y, isDark) {
        if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
        this.dark[y][x] = Boolean(isDark);
        this.isFixed[y][x] = true;
    }

    drawPatterns(version) {
        for (let index = 0; index < this.size; index++) {
            this.fix(6, index, index % 2 === 0);
            this.fix(index, 6, index % 2 === 0);
        }
        const rings = (x, y, radius, isDark) => {
            for (let dx = -radius; dx <= radius; dx++) {
                for (let dy = -radius; dy <= radius; dy++) this.fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
            }
        };
        for (const [x, y] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]]) rings(x, y, 4, (ring) => ring !== 2 && ring !== 4);
        const places = alignments[version - 1];
        for (const x of places) {
            for (const y of places) {
                const isCorner = [[6, 6], [6, places.at(-1)], [places.at(-1), 6]].some(([left, top]) => x === left && y === top);
                if (!isCorner) rings(x, y, 2, (ring) => ring !== 1);
            }
        }
        if (version > 6) {
            let rest = version;
            for (let index = 0; index < 12; index++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
            const bits = (version << 12) | rest;
            for (let index = 0; index < 18; index++) {
                const [far, near] = [this.size - 11 + (index % 3), Math.floor(index / 3)];
                this.fix(far, near, (bits >> index) & 1);
                this.fix(near, far, (bits >> index) & 1);
            }
        }
        this.drawFormat(0, 0);
    }

    drawFormat(level, mask) {
        const data = (level << 3) | mask;
        let rest = data;
        for (let index = 0; index < 10; index++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
        const bits = ((data << 10) | rest) ^ 0x5412;
        for (let index = 0; index < 15; index++) {
            const isDark = (bits >> index) & 1;
            if (index < 6) this.fix(8, index, isDark);
            else if (index < 8) this.fix(8, index + 1, isDark);
            else this.fix(index === 8 ? 7 : 14 - index, 8, isDark);
            if (index < 8) this.fix(this.size - 1 - index, 8, isDark);
            else this.fix(8, this.size - 15 + index, isDark);
        }
        this.fix(8, this.size - 8, true);
    }

    drawData(bytes) {
        let place = 0;
        for (let right = this.size - 1; right >= 1; right -= 2) {
            if (right === 6) right = 5;
            for (let step = 0; step < this.size; step++) {
                for (const x of [right, right - 1]) {
                    const y = (right + 1) & 2 ? step : this.size - 1 - step;
                    if (this.isFixed[y][x]) continue;
                    this.dark[y][x] = place < bytes.length * 8 && Boolean((bytes[place >> 3] >> (7 - (place & 7))) & 1);
                    place += 1;
                }
            }
        }
    }

    apply(mask) {
        for (let y = 0; y < this.size; y++) {
            for (let x = 0; x < this.size; x++) if (!this.isFixed[y][x] && masks[mask](x, y) === 0) this.dark[y][x] = !this.dark[y][x];
        }
    }

    /** How hard the pattern is to read: runs, blocks, what looks like a finder pattern, and an uneven share of dark. */
    get penalty() {
        const columns = this.dark.map((_, x) => this.dark.map((row) => row[x]));
        let total = 0;
        for (const line of [...this.dark, ...columns]) {
            const text = line.map(Number).join('');
            for (const run of text.match(/0{5,}|1{5,}/g) ?? []) total += run.length - 2;
            total += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
        }
        for (let y = 1; y < this.size; y++) {
            for (let x = 1; x < this.size; x++) {
                const sum = this.dark[y][x] + this.dark[y - 1][x] + this.dark[y][x - 1] + this.dark[y - 1][x - 1];
                if (sum === 0 || sum === 4) total += 3;
            }
        }
        const share = this.dark.flat().filter(Boolean).length / this.size ** 2;
        return total + 10 * Math.floor(Math.abs(share * 20 - 10));
    }
}

/** The rows of a QR code, `true` for dark; undefined if the text is too long: 271 bytes at most. */
export function qrCode(text) {
    const bytes = new TextEncoder().encode(text);
    const fit = fitting(bytes.length);
    if (!fit) return undefined;
    const matrix = new Matrix(fit.version);
    matrix.drawPatterns(fit.version);
    matrix.drawData(codewords(bytes, fit));
    const penalties = masks.map((_, mask) => {
        matrix.apply(mask);
        matrix.drawFormat(fit.level.bits, mask);
        const { penalty } = matrix;
        matrix.apply(mask);
        return penalty;
    });
    const best = penalties.indexOf(Math.min(...penalties));
    matrix.apply(best);
    matrix.drawFormat(fit.level.bits, best);
    return matrix.dark;
}
