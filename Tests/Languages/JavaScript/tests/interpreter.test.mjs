// Every vector of Specs/interpreter.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import zlib from 'node:zlib';
import { bounded } from '../../../../Sources/FlowEffects/Interpreters/JavaScript/interpreter/interpreter.mjs';
import { reply } from '../../../../Sources/FlowEffects/Interpreters/JavaScript/interpreter/answers.mjs';
import { parse, quoted, Unreadable, whole } from '../../../../Sources/FlowEffects/Interpreters/JavaScript/interpreter/json.mjs';
import { request, signOutLink, Unsent } from '../../../../Sources/FlowEffects/Interpreters/JavaScript/interpreter/requests.mjs';
import * as text from '../../../../Sources/FlowEffects/Interpreters/JavaScript/interpreter/text.mjs';
import { root } from './support.mjs';

const read = (name) => JSON.parse(fs.readFileSync(path.join(root, 'Specs/interpreter', name), 'utf8'));
const contract = read('contract.json');
const vectors = read('vectors.json');

const encodings = {
    percent: ({ in: value }) => text.percent(value),
    base64: ({ in: value }) => text.base64(value),
    json: ({ in: value }) => quoted(value),
    saml: ({ in: value }) => text.normalizedSAML(value),
    hosts: ({ in: value }) => text.hosts(contract, value),
    links: ({ in: value, host }) => text.absolute(value, host) ?? null,
    dates: ({ in: value }) => text.serverDate(value) ?? null,
    waits: ({ in: value, now }) => text.retryAfter(value, now) ?? null,
    numbers: ({ in: value }) => whole(parse(value))?.toString() ?? null,
    deviceIdentifiers: ({ in: value }) => text.deviceIdentifier(value),
    signOutLinks: (vector) => signOutLink(contract, vector),
};

for (const [name, encode] of Object.entries(encodings)) {
    test(`${vectors[name].length} vectors of ${name}`, async () => {
        for (const vector of vectors[name]) assert.deepEqual(await encode(vector), vector.out, JSON.stringify(vector));
    });
}

test(`${vectors.requests.length} requests`, () => {
    for (const { name, context, call, secrets, request: expected, reply: instead } of vectors.requests) {
        let built;
        try {
            built = request(contract, vectors.contexts[context], call, secrets);
        } catch (error) {
            if (!(error instanceof Unsent)) throw error;
            assert.deepEqual(error.reply, instead, name);
            continue;
        }
        assert.deepEqual(built, expected, name);
    }
});

test(`${vectors.answers.length} answers`, () => {
    const wrong = [];
    for (const { name, context, call, secrets, response, reply: expected, newSecrets } of vectors.answers) {
        const sent = response.base64 === undefined ? Buffer.from(response.body) : Buffer.from(response.base64, 'base64');
        const body = new Uint8Array(Buffer.concat([Buffer.alloc(response.blanks ?? 0, ' '), sent]));
        const all = { ...secrets };
        const result = reply(contract, vectors.contexts[context], call, { ...response, body }, all);
        const added = Object.fromEntries(Object.entries(all).filter(([reference]) => !(reference in secrets)));
        try {
            assert.deepEqual([result, added], [expected, newSecrets]);
        } catch (error) {
            wrong.push(`${name}: ${JSON.stringify(response)}\n${JSON.stringify([result, added])}\n${JSON.stringify([expected, newSecrets])}`);
        }
    }
    assert.equal(wrong.length, 0, `${wrong.length} are wrong:\n${wrong.slice(0, 5).join('\n')}`);
});

test('a body is read up to its bound, whatever it unpacks to', async (t) => {
    const packed = zlib.gzipSync(Buffer.alloc(300_000_000, ' '));
    const server = http.createServer((_, answer) => answer.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const before = process.memoryUsage().rss;
    const body = await bounded(await fetch(`http://127.0.0.1:${server.address().port}/`));
    assert.equal(body.length, (4 << 20) + 1);
    assert.ok(process.memoryUsage().rss - before < 150e6, `${process.memoryUsage().rss - before} bytes`);
    assert.throws(() => parse(body), Unreadable);
});

test('an endless body is left off at its bound', async () => {
    let pulls = 0, isCancelled = false;
    const stream = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1 << 20).fill(0x20)) ?? void pulls++,
        cancel: () => void (isCancelled = true),
    });
    assert.equal((await bounded(new Response(stream))).length, (4 << 20) + 1);
    assert.ok(pulls <= 6 && isCancelled, `${pulls} pulls`);
    assert.equal((await bounded(new Response(null))).length, 0);
    assert.deepEqual(await bounded(new Response('[1]')), new TextEncoder().encode('[1]'));
    assert.equal((await bounded(new Response(new Uint8Array(4 << 20)))).length, 4 << 20);
});

test('what is no JSON is unreadable', () => {
    for (const body of ['', '{', '[1,]', '{"a":1,}', '{"a":1 "b":2}', '01', '+1', '"\\ud800"', '{"a":1,"\\u0061":2}', 'nul', '[1] 2', '"\t"']) {
        assert.throws(() => parse(body), Unreadable, body);
    }
    assert.deepEqual(parse(' [ ] '), []);
});
