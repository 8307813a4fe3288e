// Decides every event of the logs again, in wasm32, and compares the digests. node replay.mjs core.wasm LOG...
import fs from 'node:fs';

const [core, ...logs] = process.argv.slice(2);
let failed = logs.length === 0;
for (const path of logs) {
    const { instance } = await WebAssembly.instantiate(fs.readFileSync(core), {});
    const wasm = instance.exports;
    const bytes = fs.readFileSync(path);
    const place = wasm.room(bytes.length);
    new Uint8Array(wasm.memory.buffer).set(bytes, place);
    const begin = performance.now();
    const events = wasm.replay(place, bytes.length);
    const time = performance.now() - begin;
    const lines = bytes.toString('utf8').trimEnd().split('\n');
    const recorded = JSON.parse(lines.at(-1)).digest;
    const here = BigInt.asUintN(64, wasm.lastDigest()).toString(16).padStart(16, '0');
    const agrees = events === lines.length - 1 && here === recorded;
    failed ||= !agrees;
    const result = agrees ? `${events} events, digest ${here}` : `DIFFERS at ${events}: digest ${here}, recorded ${recorded}`;
    console.log(`${path}: ${result}, ${time.toFixed(1)} ms`);
}
process.exit(failed ? 1 : 0);
