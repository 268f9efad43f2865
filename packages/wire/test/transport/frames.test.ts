import { expect, test } from 'vitest';
import type { Frame } from '../../src/transport/frame.ts';
import { readFrames, writeFrame } from '../../src/transport/frames.ts';
import { bytesOf, gather, inPieces } from './chunkings.ts';

test.for<readonly ['sse' | 'ndjson', string]>([
  ['sse', 'data: {"a":1}\n\ndata: {"a":2}\n\n'],
  ['ndjson', '{"a":1}\n{"a":2}\n'],
])('%s survives a round trip', async ([framing, text]) => {
  const frames: readonly Frame[] = [{ data: '{"a":1}' }, { data: '{"a":2}' }];
  expect(frames.map((frame) => writeFrame(framing, frame)).join('')).toBe(text);
  expect(await gather(readFrames(framing, inPieces(bytesOf(text), [5])))).toEqual(frames);
});
