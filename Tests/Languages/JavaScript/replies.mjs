// The replies to changed answers: same-answers says what is read and written.
import fs from 'node:fs';
import readline from 'node:readline';
import { reply } from '../../../Sources/FlowEffects/Interpreters/JavaScript/interpreter/answers.mjs';

const read = (name) => JSON.parse(fs.readFileSync(new URL(`../../../Specs/interpreter/${name}`, import.meta.url), 'utf8'));
const [contract, vectors] = [read('contract.json'), read('vectors.json')];

for await (const line of readline.createInterface({ input: process.stdin })) {
    const { vector, status, headers, base64 } = JSON.parse(line);
    const { call, context, secrets } = vectors.answers[vector];
    const all = { ...secrets };
    const result = reply(contract, vectors.contexts[context], call, { status, headers, body: new Uint8Array(Buffer.from(base64, 'base64')) }, all);
    const named = JSON.stringify(result);
    const added = Object.entries(all).filter(([reference]) => !(reference in secrets) && named.includes(`"${reference}"`));
    process.stdout.write(`${JSON.stringify({ reply: result, newSecrets: Object.fromEntries(added) })}\n`);
}
