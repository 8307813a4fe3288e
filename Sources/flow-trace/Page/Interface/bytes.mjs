// Reads the bytes of logs, from the page itself or from files that the user opens.

function decode64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
}

const mostBytes = 1 << 30;

/** Returns the content of a compressed Blob as a Response. Reading fails beyond 1 GB, because a small file may unpack to much more. */
export function decompressed(blob, format) {
    let size = 0;
    const limit = new TransformStream({
        transform(chunk, controller) {
            size += chunk.length;
            if (size > mostBytes) controller.error(new Error('it has more than 1 GB when it is unpacked'));
            else controller.enqueue(chunk);
        },
    });
    return new Response(blob.stream().pipeThrough(new DecompressionStream(format)).pipeThrough(limit));
}

const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Returns the bytes of a Blob, decoded and decompressed. */
export async function bytesOf(blob, { isBase64 = false } = {}) {
    const bytes = isBase64 ? decode64(await blob.text()) : new Uint8Array(await blob.arrayBuffer());
    return isGzip(bytes) ? new Uint8Array(await decompressed(new Blob([bytes]), 'gzip').arrayBuffer()) : bytes;
}

/** Returns pasted text as a log, without the lines that do not begin with `{`; `null` if no line is left. */
export function pastedLog(text) {
    const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line.startsWith('{'));
    return lines.length ? new Blob(lines.map((line) => line + '\n')) : null;
}

/** Sorts files by name. Numbers in names are compared as numbers, so that segments are in order. */
export function inOrder(files) {
    const key = (name) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
    return [...files].sort((left, right) => (key(left.name) < key(right.name) ? -1 : 1));
}

/** Groups the files by launch. A flow names its files `flow-SUPPORT-NUMBER.jsonl`; after a missing number, another group begins. */
export function launches(files) {
    const groups = [];
    let last = {};
    for (const file of files) {
        const [, launch, digits] = /^(.*\bflow-[^/]+)-(\d+)\.jsonl(?:\.gz)?$/.exec(file.name) ?? [];
        const number = Number(digits);
        if (launch !== undefined && launch === last.launch && number === last.number + 1) groups.at(-1).push(file);
        else groups.push([file]);
        last = { launch, number };
    }
    return groups;
}
