// The package as its users see it: node --test tests
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { decidedAgain, FlowMachine, FlowMachineError, launched, logsOfSpecs, Machine, parts, place, settings } from './support.mjs';

const flow = await FlowMachine.load();

/** Checks that `body` throws a FlowMachineError of this kind whose text has `text`. */
function fails(kind, text, body) {
    assert.throws(body, (error) => {
        assert.ok(error instanceof FlowMachineError, String(error));
        assert.equal(error.kind, kind);
        assert.match(error.message, text);
        return true;
    });
}

test('every log of Specs that verifies is decided to the same lines', () => {
    let count = 0;
    for (const file of logsOfSpecs()) {
        const log = fs.readFileSync(file, 'utf8');
        try {
            flow.verify(log);
        } catch (error) {
            assert.ok(error instanceof FlowMachineError && ['damaged', 'differs', 'otherRevision'].includes(error.kind), file);
            continue;
        }
        if (!log.includes(`"modelRevision":${flow.modelRevision},`) || file.includes('unknown-field')) continue;
        assert.equal(decidedAgain(flow, log), log.split('\n').length - 1, file);
        count += 1;
    }
    assert.ok(count > 150, `only ${count} logs`);
});

test('a header has the facts of the launch, a shutdown is an event, and a shared log has no installation', () => {
    const installation = '0f9d3a5c7e1b42d68a90c3e5f7182b4d';
    const machine = flow.machine({ ...settings, previousSupport: '4710', installation, utcOffsetMinutes: -300 });
    const header = JSON.parse(machine.headerLine);
    assert.deepEqual([header.previousSupport, header.installation, header.utcOffsetMinutes], ['4710', installation, -300]);
    const log = machine.headerLine + machine.decide(launched).line;
    const ended = machine.decide({ time: launched.time + 1, origin: { kind: 'app', app: { kind: 'shutDown' } } });
    assert.equal(ended.rule, 'FM-30');
    const [shared] = flow.share([log + ended.line]);
    assert.ok(!shared.includes(installation));
    assert.equal(flow.verify(shared), 2);
    machine.free();
});

test('the effects of a decision are those of its line', () => {
    for (const file of logsOfSpecs().filter((file) => file.includes('scenarios'))) {
        const { head, records } = parts(fs.readFileSync(file, 'utf8'));
        if (head.length !== 1 || file.includes('unknown-field')) continue;
        const machine = flow.machine(head[0]);
        for (const { event } of records) {
            const record = machine.decide(event);
            assert.deepEqual(record.effects, JSON.parse(record.line).effects, record.line);
        }
        machine.free();
    }
});

test('a log continues from every line of it', () => {
    const log = fs.readFileSync(logsOfSpecs().find((file) => file.includes('scenarios/happy-apple-sso')), 'utf8');
    const { head, lines, records } = parts(log);
    for (let count = 0; count < lines.length; count++) {
        const machine = flow.resume([...head, ...lines.slice(0, count)].join(''));
        assert.equal(machine.number, count);
        assert.equal(machine.decide(records[count].event, records[count].by).line, lines[count]);
        machine.free();
    }
});

test('a rotated log continues in its new file', () => {
    const machine = flow.machine(settings);
    machine.decide(launched);
    const beginning = machine.rotate();
    const next = { time: launched.time + 1, origin: { kind: 'app', app: { kind: 'backgrounded' } } };
    const record = machine.decide(next);
    assert.equal(flow.verify(beginning + record.line), 1);
    assert.equal(flow.resume(beginning).decide(next).line, record.line);
});

test('a record has the fields of its line', () => {
    const log = fs.readFileSync(logsOfSpecs().find((file) => file.includes('scenarios/happy-apple-sso')), 'utf8');
    const { lines, records } = parts(log);
    const read = [...flow.records(log)];
    assert.deepEqual(read.map((record) => record.line), lines);
    assert.deepEqual(read.map((record) => record.digest), records.map((record) => record.digest));
    assert.deepEqual(JSON.parse(JSON.stringify(read[3])), records[3]);
    assert.deepEqual([...flow.records(new TextEncoder().encode(log))].length, lines.length);
});

test('damage is an error with its place and the events before it', () => {
    const log = fs.readFileSync(logsOfSpecs().find((file) => file.includes('scenarios/happy-apple-sso')), 'utf8');
    const lines = log.split('\n');
    lines[4] = lines[4].replace('"rule":"', '"rule":"x');
    assert.throws(() => flow.verify(lines.join('\n')), (error) => error.kind === 'damaged' && error.line === 5 && error.verified === 3);
    assert.throws(() => flow.resume(lines.join('\n')), { kind: 'damaged' });
    fails('damaged', /empty/, () => flow.verify(''));
});

test('a mistake leaves the machine as it was', () => {
    const machine = flow.machine(settings);
    fails('unreadable', /"tyme" is unknown/, () => machine.decide({ tyme: 1, ...launched }));
    fails('unreadable', /byte 1: this is not the expected JSON/, () => machine.decide('hello'));
    fails('unreadable', /not the expected JSON/, () => machine.decide(JSON.stringify(launched).replace(',"origin"', '"origin"')));
    fails('unreadable', /missing field "time"/, () => machine.decide({ origin: launched.origin }));
    fails('badArgument', /undefined/, () => machine.decide(undefined));
    fails('badArgument', /by is 7/, () => machine.decide(launched, 7));
    fails('badArgument', /by is 1.5/, () => machine.decide(launched, 1.5));
    fails('badArgument', /neither a string nor/, () => machine.verify(12));
    fails('unreadable', /out of range/, () => machine.decide({ ...launched, time: 1e300 }));
    fails('unreadable', /nesting is deeper|not the expected JSON/, () => machine.decide('{"time":'.repeat(100000)));
    assert.equal(machine.number, 0);
    assert.equal(machine.decide(launched).line, flow.machine(settings).decide(launched).line);
});

test('settings are checked, and have defaults', () => {
    fails('unreadable', /"hasUserAgents" is unknown/, () =>
        flow.machine({ ...settings, settings: { ...settings.settings, hasUserAgents: true } }));
    // In the words of this package, not of the functions for C.
    fails('unreadable', /^begin: the settings, byte 2: missing field "app": flowmachine\.d\.ts lists their fields at begin$/, () =>
        flow.machine({}));
    fails('unreadable', /the settings: host is empty/, () =>
        flow.machine({ ...settings, settings: { ...settings.settings, host: '' } }));
    const line = flow.machine({ ...settings, app: 'Déjà vu 📺/1.0' }).headerLine;
    assert.equal(JSON.parse(line).app, 'Déjà vu 📺/1.0');
    assert.equal(flow.machine(line).headerLine, line);
});

test('a freed machine is an error, and freeing it again is none', () => {
    const machine = flow.machine(settings);
    machine.free();
    machine.free();
    fails('noMachine', /freed/, () => machine.decide(launched));
    if (Symbol.dispose) assert.equal(Machine.prototype[Symbol.dispose], Machine.prototype.free);
});

test('a freed machine is an error in every function, and a clone is no machine', () => {
    const machine = flow.machine(settings);
    const clone = structuredClone(machine);
    assert.ok(!(clone instanceof Machine));
    assert.throws(() => Machine.prototype.decide.call(clone, launched), TypeError);
    assert.throws(() => Machine.prototype.free.call(clone), TypeError);
    assert.throws(() => Machine.prototype.decide.call(Object.create(machine), launched), TypeError);
    assert.equal(machine.decide(launched).number, 1);
    machine.free();
    for (const use of [
        () => machine.begin(settings), () => machine.decide(launched), () => machine.rotate(), () => machine.resume(''),
        () => machine.verify(''), () => machine.number, () => machine.verified,
    ]) fails('noMachine', /freed/, use);
});

test('an event that uses the machine while it is read is decided after what it did', () => {
    const machine = flow.machine(settings);
    const numbers = [];
    const nested = { toJSON: () => (numbers.push(machine.decide(launched).number), launched) };
    numbers.push(machine.decide(nested).number);
    assert.deepEqual(numbers, [1, 2]);
    fails('noMachine', /freed/, () => machine.decide({ toJSON: () => (machine.free(), launched) }));
});

test('two machines and two loads keep their lines apart', async () => {
    const other = await FlowMachine.load();
    const machines = [flow.machine(settings), flow.machine(settings), other.machine(settings)];
    const lines = machines.map((machine) => machine.decide(launched).line);
    assert.equal(new Set(lines).size, 1);
    machines[0].free();
    assert.equal(machines[1].decide(launched).number, 2);
    assert.equal(machines[2].decide(launched).number, 2);
});

test('machines share no state', () => {
    const [one, other] = [flow.machine(settings), flow.machine({ ...settings, support: 'other' })];
    one.decide(launched);
    assert.equal(one.number, 1);
    assert.equal(other.number, 0);
    assert.notEqual(one.headerLine, other.headerLine);
});

test('bytes, an answer and a module load it too', async () => {
    const bytes = fs.readFileSync(path.join(place, 'flowmachine.wasm'));
    const module = await WebAssembly.compile(bytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const typed = new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } });
    for (const source of [bytes, module, new Response(bytes), Promise.resolve(typed)]) {
        assert.equal((await FlowMachine.load(source)).modelRevision, flow.modelRevision);
    }
    await assert.rejects(FlowMachine.load(new Response('', { status: 404 })), { kind: 'unreadable' });
});

test('memory does not grow over a million events', async () => {
    let memory;
    // The memory is private; the instance shows it.
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...values) => {
        const instance = await instantiate(...values);
        memory = instance.exports.memory;
        return instance;
    };
    const measured = await FlowMachine.load();
    WebAssembly.instantiate = instantiate;
    const logs = logsOfSpecs().filter((file) => file.includes('scenarios')).map((file) => parts(fs.readFileSync(file, 'utf8')));
    let count = 0, after;
    while (count < 1_000_000) {
        for (const { head, records } of logs) {
            const machine = head.length === 2 ? measured.resume(head.join('')) : measured.machine(head[0]);
            for (const record of records) machine.decide(record.event, record.by);
            machine.free();
            count += records.length;
        }
        after ??= memory.buffer.byteLength;
    }
    assert.equal(memory.buffer.byteLength, after);
    assert.ok(after < 4 << 20, `${after} bytes`);
});
