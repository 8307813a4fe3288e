// Writes what FlowReading says about each log that the standard input names, for ../same-findings.

import { readFileSync, writeFileSync } from 'node:fs';
import { FlowMachineError, FlowReading } from '../../../.build/javascript/flowmachine/flowreading.mjs';

const place = process.argv[2];
const reading = await FlowReading.load();
// The tool's JSON has no blanks, as JSON.stringify has none, and its members have the same order. Characters that change the direction of a
// text are escaped in it, which JSON.stringify leaves out.
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const lines = (objects) => objects.map((object) => JSON.stringify(object).replace(/[\u0080-\uffff]/g, (one) => (/\p{Cf}/u.test(one) ? escaped(one) : one)) + '\n').join('');
const readable = [];
let before;
readFileSync(0, 'utf8').split('\n').filter(Boolean).forEach((name, index) => {
    const file = { name, log: readFileSync(name) };
    const results = {
        triage: () => lines(reading.summarize([file])),
        explain: () => lines([reading.explain(file)]),
        sequence: () => reading.draw(file),
        states: () => reading.draw(file, { as: 'states', format: 'mermaid' }),
        timeline: () => reading.draw(file, { as: 'timeline', format: 'svg' }),
        diff: () => (before ? lines(reading.compare(before, file)) : ''),
    };
    for (const [kind, result] of Object.entries(results)) {
        let text;
        try {
            text = result();
        } catch (error) {
            if (!(error instanceof FlowMachineError) || error.kind === 'stopped') throw error;
            continue;
        }
        if (text) writeFileSync(`${place}/${index + 1}.${kind}`, text);
        if (text && kind === 'triage') readable.push(file);
    }
    before = file;
});
writeFileSync(`${place}/all.triage`, lines([...reading.summarize(readable), reading.total(readable)]));
writeFileSync(`${place}/all.text`, reading.summary(readable));
