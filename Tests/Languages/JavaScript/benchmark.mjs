// Prints the package's size, how soon it is ready, and how many events of the logs of Specs it decides per second.
// node benchmark.mjs [SECONDS]: for how long it decides; 5 by default.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { FlowMachine, logsOfSpecs, parts, place, root } from './tests/support.mjs';

const median = (values) => values.sort((left, right) => left - right)[values.length >> 1];
const wasm = fs.readFileSync(path.join(place, 'flowmachine.wasm'));
console.log(`size            ${wasm.length} bytes, ${zlib.gzipSync(wasm, { level: 9 }).length} with gzip`);

const first = parts(fs.readFileSync(path.join(root, 'Specs/scenarios/happy-apple-sso/log.jsonl'), 'utf8')).head[0];
const ready = [];
for (let round = 0; round < 15; round++) {
    const start = performance.now();
    const flow = await FlowMachine.load();
    flow.machine(first).free();
    ready.push(performance.now() - start);
}
const opening = ready[0];
console.log(`ready           ${opening.toFixed(1)} ms the first time, ${median(ready).toFixed(1)} ms in the median, ${ready[0].toFixed(1)} ms at best`);

const flow = await FlowMachine.load();
const logs = [];
for (const file of logsOfSpecs()) {
    const log = fs.readFileSync(file, 'utf8');
    try {
        if (flow.verify(log) > 0) logs.push(parts(log));
    } catch {
        // A log that is damaged, or decided otherwise, on purpose.
    }
}

/** Events per second of processor time, which does not depend on what else the machine does; `use` is what the caller does with a record. */
function measure(use) {
    const rates = [];
    const time = () => process.cpuUsage().user + process.cpuUsage().system;
    const end = performance.now() + (Number(process.argv[2]) || 5) * 1000;
    while (performance.now() < end || rates.length < 3) {
        let count = 0;
        const start = time();
        for (const { head, records } of logs) {
            const machine = head.length === 2 ? flow.resume(head.join('')) : flow.machine(head[0]);
            for (const record of records) use(machine.decide(record.event, record.by));
            machine.free();
            count += records.length;
        }
        rates.push((count * 1e6) / (time() - start));
    }
    return `${Math.round(median(rates))} events per second of processor time in the median, ${Math.round(rates.at(-1))} at best`;
}

let bytes = 0;
console.log(`lines           ${measure((record) => (bytes += record.line.length))}`);
console.log(`lines, effects  ${measure((record) => (bytes += record.effects.length))}`);
