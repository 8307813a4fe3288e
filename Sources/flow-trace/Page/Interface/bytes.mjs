// Bytes: what the page contains, and what a person opens.

export function decode64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
}

/** The same for a long text, in pieces, so that the page answers meanwhile. */
export async function decodeLong64(text) {
    const piece = 1 << 20;
    if (text.length <= piece) return decode64(text);
    const bytes = new Uint8Array(Math.floor((text.length * 3) / 4) - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0));
    for (let start = 0, place = 0; start < text.length; start += piece) {
        const part = decode64(text.slice(start, start + piece));
        bytes.set(part, place);
        place += part.length;
        await new Promise((resolve) => { setTimeout(resolve); });
    }
    return bytes;
}

export async function gunzip(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The bytes of a log: unpacked if they are compressed, and without what mail programs add to pasted text. */
export async function logBytes(bytes) {
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(bytes) : bytes;
}

/** Pasted text as a log: lines that do not begin with an object are not part of it. */
export function pastedLog(text) {
    const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line.startsWith('{'));
    return new TextEncoder().encode(lines.map((line) => line + '\n').join(''));
}

/** The order of a flow's own files: segments by their numbers. */
export function inOrder(files) {
    const key = (name) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
    return [...files].sort((left, right) => (key(left.name) < key(right.name) ? -1 : 1));
}
