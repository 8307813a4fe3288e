// The interpreter between a machine and a log that takes its time: effects wait for the log.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Interpreter } from '../../../../Sources/FlowEffects/Interpreters/JavaScript/interpreter/interpreter.mjs';

/** A machine that answers each event with the next of these lists of effects. */
function scripted(...effects) {
    const events = [];
    return {
        events, headerLine: 'header\n',
        decide(event, by) {
            events.push([event.origin, by]);
            return { line: `${events.length}\n`, number: events.length, effects: effects[events.length - 1] ?? [] };
        },
    };
}

const present = (presentation) => ({ kind: 'present', presentation, what: { kind: 'nothing' } });
const turn = () => new Promise((resolve) => setImmediate(resolve));

function interpreter(machine, written) {
    const seen = { lines: [], shown: [], failures: [] };
    const driver = new Interpreter(machine, {}, {}, {
        line(line, record) {
            seen.lines.push(line);
            return record && new Promise((resolve, reject) => written.push({ resolve, reject }));
        },
        present: (what, choose, presentation) => void seen.shown.push(presentation),
        failed: (error) => void seen.failures.push(error),
    });
    return { driver, seen };
}

test('no effect is carried out before its record is written, and effects keep the order of the records', async () => {
    const written = [];
    const { driver, seen } = interpreter(scripted([present(1)], [present(2)]), written);
    driver.launch();
    driver.report({ kind: 'foregrounded' });
    await turn();
    assert.deepEqual([seen.lines, seen.shown], [['header\n', '1\n', '2\n'], []]);
    written[1].resolve();
    await turn();
    assert.deepEqual(seen.shown, []);
    written[0].resolve();
    await turn();
    assert.deepEqual(seen.shown, [1, 2]);
});

test('a record that cannot be written stops everything that is open', async () => {
    const written = [];
    const machine = scripted([], [present(1)], [present(2)]);
    const { driver, seen } = interpreter(machine, written);
    driver.launch();
    const answer = driver.play('news');
    driver.report({ kind: 'foregrounded' });
    written[0].resolve();
    written[1].reject(new Error('full'));
    assert.deepEqual(await answer, { kind: 'dropped' });
    assert.deepEqual([seen.shown, seen.failures.map(({ message }) => message)], [[], ['full']]);
    driver.report({ kind: 'backgrounded' });
    assert.deepEqual(await driver.signOut(), { kind: 'dropped' });
    assert.equal(machine.events.length, 3);
});

test('a stop carries out nothing more, also of a record that is written later', async () => {
    const written = [];
    const { driver, seen } = interpreter(scripted([present(1)]), written);
    driver.launch();
    driver.stop();
    written[0].resolve();
    await turn();
    assert.deepEqual(seen.shown, []);
});

test('without a promise the effects follow at once', () => {
    const shown = [];
    const machine = scripted([present(1)]);
    new Interpreter(machine, {}, {}, { line() {}, present: (what, choose, id) => void shown.push(id) }).launch();
    assert.deepEqual(shown, [1]);
});

test('references of earlier launches are not given out again', async () => {
    const machine = scripted();
    const driver = new Interpreter(machine, {}, {}, { line() {} }, { 'resource#7': undefined, 'token#3': 'kept' });
    driver.play('news');
    driver.play('sports', 'temporary');
    driver.play('news');
    assert.deepEqual(machine.events.map(([{ user }]) => [user.resource, user.under.kind]), [
        ['resource#8', 'signedIn'], ['resource#9', 'temporary'], ['resource#8', 'signedIn'],
    ]);
    assert.equal(driver.secret('token#3'), 'kept');
    assert.equal(driver.take('token#3'), 'kept');
    assert.equal(driver.secret('token#3'), undefined);
});
