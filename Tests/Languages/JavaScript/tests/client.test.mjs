// The client against the simulated Adobe: it signs in by a code and plays, and its log is good and has no secret.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { root } from './support.mjs';

const tool = process.env.FLOW_TRACE ?? path.join(root, '.build/debug/flow-trace');
const skip = fs.existsSync(tool) ? false : `there is no ${tool}: swift build --product flow-trace`;

/** Resolves to the first text in the output that the pattern's group finds. */
function printed(child, pattern) {
    let output = '';
    return new Promise((resolve, reject) => {
        child.stdout.on('data', (data) => {
            output += data;
            const found = pattern.exec(output);
            if (found) resolve(found[1]);
        });
        child.on('exit', () => reject(new Error(`ended after: ${output}`)));
    });
}

test('a problem is tried again, and then ends the client', { skip }, async (context) => {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), 'client'));
    const server = spawn(tool, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
    context.after(() => {
        server.stdin.end();
        fs.rmSync(place, { recursive: true });
    });
    const host = await printed(server, /at (http:\/\/127\.0\.0\.1:[0-9]+)\n/);
    const command = await fetch(`${host}/control`, { method: 'POST', body: 'next profiles internal_server_error 1000' });
    assert.equal(command.status, 200);
    const log = path.join(place, 'client.jsonl');
    const client = spawn(process.execPath, [path.join(root, 'Sources/FlowEffects/Interpreters/JavaScript/client.mjs'), host, 'news', 'SmallCo', log]);
    const ended = once(client, 'exit');
    const problems = await printed(client, /((?:problem: service; trying again\n){5}problem: service; giving up\nrefused: )/);
    assert.ok(problems);
    assert.equal((await ended)[0], 1);
    assert.equal(spawnSync(tool, ['verify', log]).status, 0);
});

test('the client signs in by a code and plays', { skip }, async (context) => {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), 'client'));
    const server = spawn(tool, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
    context.after(() => {
        server.stdin.end();
        fs.rmSync(place, { recursive: true });
    });
    const host = await printed(server, /at (http:\/\/127\.0\.0\.1:[0-9]+)\n/);
    const log = path.join(place, 'client.jsonl');
    const client = spawn(process.execPath, [path.join(root, 'Sources/FlowEffects/Interpreters/JavaScript/client.mjs'), host, 'news', 'SmallCo', log]);
    client.stderr.pipe(process.stderr);
    const permitted = printed(client, /(permitted: a media token of [0-9]+ characters)/);
    const code = await printed(client, /code: (.*)\n/);
    server.stdin.write(`sign-in ${code}\n`);
    await permitted;
    const [status] = await once(client, 'exit');
    assert.equal(status, 0);
    for (const command of ['verify', 'render']) {
        assert.equal(spawnSync(tool, [command, log]).status, 0, command);
    }
    const text = fs.readFileSync(log, 'utf8');
    assert.match(text, /"kind":"permitted"/);
    for (const secret of [code, 'news', 'simulated.software', 'Bearer']) assert.ok(!text.includes(secret), secret);
});
