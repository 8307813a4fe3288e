// Finds the files in a ZIP archive. The browser decompresses them.

import { decompressed } from './bytes.mjs';

const endMark = 0x06054b50;
const entryMark = 0x02014b50;

async function view(blob, from, to) {
    return new DataView(await blob.slice(from, to).arrayBuffer());
}

export async function isZip(blob) {
    const begin = await view(blob, 0, 4);
    return begin.byteLength === 4 && begin.getUint32(0) === 0x504b0304;
}

/** Returns the files of an archive whose names `takes` accepts: their names, and their content as Blobs. */
export async function unzip(blob, takes) {
    const tail = await view(blob, Math.max(0, blob.size - 65_557), blob.size);
    let end = tail.byteLength - 22;
    while (end >= 0 && tail.getUint32(end, true) !== endMark) end -= 1;
    if (end < 0) throw new Error('the archive has no list of its files');
    const [count, size, start] = [tail.getUint16(end + 10, true), tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
    if (start === 0xffffffff || count === 0xffff) throw new Error('archives of this size are not read here: unpack it');
    const list = await view(blob, start, start + size);
    const files = [];
    for (let place = 0, number = 0; number < count; number += 1) {
        if (place + 46 > list.byteLength || list.getUint32(place, true) !== entryMark) throw new Error('the list of its files is damaged');
        const [nameSize, extraSize, noteSize] = [28, 30, 32].map((offset) => list.getUint16(place + offset, true));
        const name = new TextDecoder().decode(new Uint8Array(list.buffer, place + 46, Math.min(nameSize, list.byteLength - place - 46)));
        if (takes(name)) {
            if (list.getUint16(place + 8, true) & 1) throw new Error(`${name} has a password: unpack it`);
            files.push({ name, source: await content(blob, list.getUint32(place + 42, true), list.getUint32(place + 20, true), list.getUint16(place + 10, true), name) });
        }
        place += 46 + nameSize + extraSize + noteSize;
    }
    return files;
}

async function content(blob, place, size, method, name) {
    const head = await view(blob, place, place + 30);
    if (head.byteLength < 30) throw new Error(`${name} is not in the archive`);
    const start = place + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const packed = blob.slice(start, start + size);
    if (method === 0) return packed;
    if (method !== 8) throw new Error(`${name} is compressed in a way that browsers do not know: unpack it`);
    return decompressed(packed, 'deflate-raw').blob();
}
