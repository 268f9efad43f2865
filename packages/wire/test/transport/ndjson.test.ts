import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import type { Frame } from '../../src/transport/frame.ts';
import { readNdjson, writeNdjson } from '../../src/transport/ndjson.ts';
import { bytesOf, everyCut, gather, inPieces } from './chunkings.ts';

const read = (text: string, cuts: readonly number[] = []): Promise<readonly Frame[]> =>
  gather(readNdjson(inPieces(bytesOf(text), cuts)));

describe('readNdjson', () => {
  test.for<readonly [title: string, text: string, lines: readonly string[]]>([
    ['lines', '{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
    ['a last line without an end', '{"a":1}\n{"done":true}', ['{"a":1}', '{"done":true}']],
    ['blank lines', '\n\n{"a":1}\n \n\n{"a":2}\n\n', ['{"a":1}', '{"a":2}']],
    ['carriage returns', '{"a":1}\r\n\r\n{"a":2}\r\n', ['{"a":1}', '{"a":2}']],
    ['a byte order mark', '\ufeff{"a":1}\n', ['{"a":1}']],
    ['multi-byte text', '{"a":"é😀"}\n{"b":"\u2028"}\n', ['{"a":"é😀"}', '{"b":"\u2028"}']],
    ['nothing', '', []],
  ])('%s, split anywhere', async ([, text, lines]) => {
    const frames = lines.map((data) => ({ data }));
    expect(await read(text)).toEqual(frames);
    for (const cuts of everyCut(bytesOf(text))) expect(await read(text, cuts)).toEqual(frames);
  });

  test('a line without an end is an error and does not exhaust memory', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) yield bytesOf('x'.repeat(100));
    };
    await expect(gather(readNdjson(endless(), 'acme', 1_000))).rejects.toMatchObject({
      message: 'acme: one line of the answer is longer than 1000 characters',
      failure: { reason: 'server' },
    });
  });
});

test('formatted JSON becomes one line', () => {
  expect(writeNdjson({ data: '{\n  "a": 1\r\n}' })).toBe('{   "a": 1 }\n');
});

test(
  'reads back what it writes, whatever the chunks',
  async () => {
    const values = fc.array(fc.jsonValue(), { maxLength: 6 });
    const cuts = fc.array(fc.nat({ max: 300 }), { maxLength: 12 });
    await holdsAsync(fc.tuple(values, cuts), 300, async ([given, places]) => {
      const text = given.map((value) => writeNdjson({ data: JSON.stringify(value, null, 2) })).join('');
      const inside = places.filter((at) => at < bytesOf(text).length);
      const frames = await read(text, inside);
      expect(frames.map(({ data }) => JSON.parse(data))).toEqual(
        given.map((value) => JSON.parse(JSON.stringify(value))),
      );
    });
  },
  patience,
);
