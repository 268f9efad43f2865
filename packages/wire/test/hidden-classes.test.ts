/**
 * What is made for every request has the hidden class of its siblings. A getter or a generator function of its own would give each a hidden
 * class of its own, and those keep everything around them in memory until the next full garbage collection.
 */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import type { Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { prepareRequest, readStream } from '../src/index.ts';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass: (one: object, other: object) => boolean = runInThisContext(
  '(one, other) => %HaveSameMap(one, other)',
);

const target = { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1', key: 'k' };
/** Long enough for a clean start, whose body is put together when it is read. */
const contents: readonly Content[] = Array.from({ length: 40 }, (_, at) => ({
  speaker: at % 2 === 0 ? 'human' : 'ai',
  blocks: [{ type: 'text', text: `text ${at}` }],
}));
const request = () => prepareRequest({ contents, target });

test('requests', () => {
  const [one, other] = [request(), request()];
  expect(haveSameClass(one, other)).toBe(true);
  expect([{ ...one }.body, one.body]).toEqual([JSON.parse(new TextDecoder().decode(one.bytes())), other.body]);
});

test('streams', () => {
  const [one, other] = [readStream(request(), []), readStream(request(), [])];
  expect(haveSameClass(one.batches, other.batches)).toBe(true);
});
