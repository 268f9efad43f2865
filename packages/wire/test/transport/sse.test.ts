import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import type { Frame } from '../../src/transport/frame.ts';
import { readSse, writeSse } from '../../src/transport/sse.ts';
import { awkwardText, bytesOf, everyCut, gather, inPieces } from './chunkings.ts';

const read = (text: string, cuts: readonly number[] = []): Promise<readonly Frame[]> =>
  gather(readSse(inPieces(bytesOf(text), cuts)));

describe('readSse', () => {
  test.for<readonly [title: string, text: string, frames: readonly Frame[]]>([
    ['events with and without a name', 'event: a\ndata: 1\n\ndata: 2\n\n', [{ event: 'a', data: '1' }, { data: '2' }]],
    ['carriage returns', 'event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n', [{ event: 'a', data: '1' }, { data: '2' }]],
    ['lone carriage returns', 'data: 1\r\rdata: 2\r\r', [{ data: '1' }, { data: '2' }]],
    ['a byte order mark', '\ufeffdata: 1\n\n', [{ data: '1' }]],
    ['comments', ': OPENROUTER PROCESSING\n\ndata: 1\n\n:\n\n', [{ data: '1' }]],
    ['several data lines', 'data: 1\ndata:2\ndata:  3\n\n', [{ data: '1\n2\n 3' }]],
    ['ids, retries and unknown fields', 'id: 7\nretry: 9\nfoo: x\nbar\ndata: 1\n\n', [{ data: '1' }]],
    ['an event without data', 'event: ping\n\ndata: 1\n\n', [{ data: '1' }]],
    ['an event with empty data', 'data:\n\n', [{ data: '' }]],
    [
      'a last event without its blank line',
      'data: 1\n\nevent: b\ndata: 2\n',
      [{ data: '1' }, { event: 'b', data: '2' }],
    ],
    ['a last event without any line end', 'data: 1\n\ndata: [DONE]', [{ data: '1' }, { data: '[DONE]' }]],
    ['a last event after a carriage return', 'data: 1\r\n\r\ndata: 2\r', [{ data: '1' }, { data: '2' }]],
    ['multi-byte text', 'data: é😀\u2028\n\n', [{ data: 'é😀\u2028' }]],
    ['nothing', '', []],
  ])('%s, split anywhere', async ([, text, frames]) => {
    expect(await read(text)).toEqual(frames);
    for (const cuts of everyCut(bytesOf(text))) expect(await read(text, cuts)).toEqual(frames);
  });

  test('bytes that are not UTF-8 do not end the stream', async () => {
    const bytes = Uint8Array.from([...bytesOf('data: '), 0xff, 0xc3, ...bytesOf('x\n\ndata: '), 0xf0, 0x9f]);
    expect(await gather(readSse(inPieces(bytes, [])))).toEqual([{ data: '��x' }, { data: '�' }]);
  });

  test('an event without an end is an error and does not exhaust memory', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield bytesOf('data: 1\n\ndata: ');
      for (;;) yield bytesOf('x'.repeat(100));
    };
    const frames: Frame[] = [];
    const reading = async (): Promise<void> => {
      for await (const frame of readSse(endless(), 'acme', 1_000)) frames.push(frame);
    };
    await expect(reading()).rejects.toMatchObject({
      name: 'ProviderError',
      message: 'acme: one event of the answer is longer than 1000 characters',
      failure: { reason: 'server' },
    });
    expect(frames).toEqual([{ data: '1' }]);
  });

  test('a reader that stops also stops the source', async () => {
    let closed = false;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield bytesOf('data: 1\n\n');
      } finally {
        closed = true;
      }
    };
    for await (const frame of readSse(source())) {
      expect(frame).toEqual({ data: '1' });
      break;
    }
    expect(closed).toBe(true);
  });
});

describe('writeSse', () => {
  test.for<readonly [frame: Frame, text: string]>([
    [{ data: '{"a":1}' }, 'data: {"a":1}\n\n'],
    [{ event: 'ping', data: '' }, 'event: ping\ndata: \n\n'],
    [{ data: '1\n2\r\n3\r4' }, 'data: 1\ndata: 2\ndata: 3\ndata: 4\n\n'],
    [{ event: 'a\nb', data: 'x' }, 'event: a b\ndata: x\n\n'],
  ])('%o', ([frame, text]) => {
    expect(writeSse(frame)).toBe(text);
  });
});

test(
  'reads back what it writes, whatever the chunks',
  async () => {
    const line = fc.array(awkwardText, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
    const name = awkwardText.filter((text) => text !== '');
    const frame: fc.Arbitrary<Frame> = fc.oneof(
      line.map((data) => ({ data })),
      fc.record({ event: name, data: line }),
    );
    const frames = fc.array(frame, { maxLength: 6 });
    const cuts = fc.array(fc.nat({ max: 300 }), { maxLength: 12 });
    await holdsAsync(fc.tuple(frames, cuts), 300, async ([given, places]) => {
      const text = given.map(writeSse).join('');
      const inside = places.filter((at) => at < bytesOf(text).length);
      expect(await read(text, inside)).toEqual(given);
    });
  },
  patience,
);
