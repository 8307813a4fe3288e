// long-log.mjs LOG COUNT OUT: continues the recorded launch of LOG with further playbacks until it has COUNT events, for tests of long logs.
import { readFileSync, writeFileSync } from 'node:fs';

const [log, count, out] = process.argv.slice(2);
const root = new URL('../../../', import.meta.url);
const { FlowMachine } = await import(new URL('.build/javascript/flowmachine/flowmachine.mjs', root));
const flow = await FlowMachine.load();
const bytes = readFileSync(log, 'utf8');
const machine = flow.machine(bytes.split('\n')[0]);
const lines = [machine.headerLine];
let last;
for (const record of flow.records(bytes)) {
    last = machine.decide(record.event, record.by);
    lines.push(last.line);
}
const records = lines.slice(1).map((line) => JSON.parse(line));
const play = records.find(({ event }) => event.origin.user?.kind === 'play').event;
const permit = records.find(({ event }) => event.origin.reply?.result.kind === 'decisions' && event.origin.reply.result.decisions[0].verdict?.kind !== 'deny').event;
let time = records.at(-1).event.time;
let number = 100;
while (machine.number < Number(count)) {
    number += 1;
    time += 60_000;
    const asked = machine.decide({ ...structuredClone(play), time, origin: { kind: 'user', user: { ...play.origin.user, wish: number } } });
    lines.push(asked.line);
    const request = asked.effects.find(({ kind }) => kind === 'call')?.request;
    if (request === undefined) continue;
    const answer = JSON.stringify({ ...permit, time: time + 300 }).replace(/media#\d+/g, `media#${number}`);
    const event = JSON.parse(answer);
    event.origin.request = request;
    delete event.origin.reply.serverTime;
    const limit = JSON.stringify(event.origin.reply).match(/"notAfter":(\d+)/)?.[1];
    const reply = limit ? JSON.parse(JSON.stringify(event).replaceAll(limit, String(time + 420_000))) : event;
    lines.push(machine.decide(reply, asked.number).line);
}
writeFileSync(out, lines.join(''));
console.log(`${machine.number} events`);
