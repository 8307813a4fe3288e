// Prints a row of the same-bytes table for each log that the standard input names.
import fs from 'node:fs';
import { decidedAgain, FlowMachine, parts } from './tests/support.mjs';

const flow = await FlowMachine.load();
let events = 0, seconds = 0;
for (const name of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const bytes = fs.readFileSync(name);
    let row;
    try {
        row = `${flow.verify(bytes)}\tverified\t-`;
        const log = bytes.toString('utf8');
        const { head } = parts(log);
        let same = '-';
        if (head[0].includes(`"modelRevision":${flow.modelRevision},`)) {
            const start = performance.now();
            same = decidedAgain(flow, log);
            seconds += (performance.now() - start) / 1000;
            events += same - head.length;
        }
        row += `\t${same}`;
    } catch (error) {
        const { kind, verified, line, column } = error;
        if (!['damaged', 'otherRevision', 'differs'].includes(kind)) throw error;
        row = `${verified}\t${kind === 'differs' ? `differs\t${line}` : `damaged\t${line}:${column}`}\t-`;
    }
    console.log(`${name}\t${row}`);
}
console.log(`#\t${events}\t${seconds.toFixed(3)}`);
