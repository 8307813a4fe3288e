// What the tests share: the built package and the logs of Specs.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** The folder of the built package. */
export const place = process.env.FLOWMACHINE_PACKAGE ?? path.join(root, '.build/javascript/flowmachine');
export const { FlowMachine, FlowMachineError, FlowRecord, Machine } = await import(pathToFileURL(path.join(place, 'flowmachine.mjs')));

export function logsOfSpecs() {
    const files = [];
    const visit = (folder) => {
        for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
            const here = path.join(folder, entry.name);
            if (entry.isDirectory()) visit(here);
            else if (entry.name.endsWith('.jsonl')) files.push(here);
        }
    };
    visit(path.join(root, 'Specs'));
    return files.sort();
}

export const settings = {
    app: 'Test/1.0',
    support: 'test',
    settings: { serviceProvider: 'REF30', domainName: 'example.com', redirectURL: 'https://example.com/done', platform: 'other', hasUserAgent: false },
};

export const launched = { time: 1767225600000, origin: { kind: 'app', app: { kind: 'launched', kept: { owedLogouts: [], first: { request: 1, timer: 1, presentation: 1 } } } } };

/** The lines of a log before its records, its records' lines, and its records. */
export function parts(log) {
    const lines = log.match(/[^\n]*\n/g) ?? [];
    const count = lines[1]?.startsWith('{"snapshot":') ? 2 : 1;
    return { head: lines.slice(0, count), lines: lines.slice(count), records: lines.slice(count).map((line) => JSON.parse(line)) };
}

/** How many lines are the same when the log's events are decided again. */
export function decidedAgain(flow, log) {
    const { head, lines, records } = parts(log);
    const machine = head.length === 2 ? flow.resume(head.join('')) : flow.machine(head[0]);
    let same = head.length;
    if (head.length === 1 && machine.headerLine !== head[0]) return 0;
    for (let index = 0; index < lines.length; index++) {
        if (machine.decide(records[index].event, records[index].by).line !== lines[index]) break;
        same += 1;
    }
    machine.free();
    return same;
}
