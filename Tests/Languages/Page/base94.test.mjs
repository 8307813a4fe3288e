// Base 94 as the page reads it. Base94Tests has the same texts for the tool, which writes them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { decode94 } from '../../../Sources/flow-trace/Page/Interface/base94.mjs';

const bytes = (text) => new TextEncoder().encode(text);

test('a text in base 94 has the bytes that the tool wrote', () => {
    for (const [text, expected] of [
        ['!', []], [')C5jw">35)@>', bytes('a')], ['"CC.|09Pnin^', bytes('abcdefgh')], ['!CC.|09Pnioi', bytes('abcdefghi')],
        [')CC.|09PnioiF>R_ulI;l 3', bytes('abcdefghij')], ['!yaUuq~o.;n(', Array(9).fill(255)], ['!!!!!!!!!!!!', Array(9).fill(0)],
        ['(!!,|0qqZXkl!1**0#WFy9F', [0, 1, 2, 253, 254, 255, 0, 0, 0, 0, 128]],
    ]) assert.deepEqual([...decode94(bytes(text))], [...expected], text);
});

test('a text that the tool cannot have written is damaged', () => {
    for (const text of ['', 'a', '"', '!CC.|09Pnio', '*CC.|09Pnioi', '!CC.|09Pni<i', '!CC.|09Pniéi', '!yaUuq~o.;n)', '!           ', '!CC.|09Pnioi\n']) {
        assert.throws(() => decode94(bytes(text)), /its module is damaged/, text);
    }
});
