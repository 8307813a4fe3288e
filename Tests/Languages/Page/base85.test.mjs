// Base 85 as the page reads it. Base85Tests has the same texts for the tool, which writes them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { decode85 } from '../../../Sources/flow-trace/Page/Interface/base85.mjs';

const bytes = (text) => new TextEncoder().encode(text);

test('a text in base 85 has the bytes that the tool wrote', () => {
    for (const [text, expected] of [
        ['', []], ['G3', bytes('a')], ['GAI', bytes('ab')], ['GALg', bytes('abc')], ['GALh_', bytes('abcd')], ['GALh_HO', bytes('abcde')],
        ['|?_1!', [255, 255, 255, 255]], ['|?_-', [255, 255, 255]], ['!!!!!', [0, 0, 0, 0]], ['!!-4#{{6{~!!(U', [0, 1, 2, 253, 254, 255, 0, 0, 0, 0, 128]],
    ]) assert.deepEqual([...decode85(bytes(text))], [...expected], text);
});

test('a text that the tool cannot have written is damaged', () => {
    for (const text of ['a', 'GALh_H', '|?_1#', '~~~~~', '~~~~', 'GAL<_', 'GAL _', 'GALh_é', '"G3']) {
        assert.throws(() => decode85(bytes(text)), /its module is damaged/, text);
    }
});
