// Bytes: what the page contains, and what a person opens.

function decode64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
}

const mostBytes = 1 << 30;

/** What a compressed Blob contains, as a Response. A small file can claim to be a gigabyte, so it fails where it is longer. */
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

/** The bytes of a Blob, decoded and decompressed. */
export async function bytesOf(blob, { isBase64 = false } = {}) {
    const bytes = isBase64 ? decode64(await blob.text()) : new Uint8Array(await blob.arrayBuffer());
    return isGzip(bytes) ? new Uint8Array(await decompressed(new Blob([bytes]), 'gzip').arrayBuffer()) : bytes;
}

/** Pasted text as a log: lines that do not begin with an object are not part of it. `null` if there is none. */
export function pastedLog(text) {
    const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line.startsWith('{'));
    return lines.length ? new Blob(lines.map((line) => line + '\n')) : null;
}

/** The order of a flow's own files: segments by their numbers. */
export function inOrder(files) {
    const key = (name) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
    return [...files].sort((left, right) => (key(left.name) < key(right.name) ? -1 : 1));
}

/** The files of each launch: a flow names its files `flow-SUPPORT-NUMBER.jsonl`. Where a number is missing, another log begins. */
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
