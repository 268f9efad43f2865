import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readPiped } from '../../src/headless/read-piped.ts';
import { createStreams } from './sink.ts';

test('ignores an input that stays open and silent, and says so', async () => {
  const { io, stderr } = createStreams();
  const stdin = new PassThrough();
  expect(await readPiped({ ...io, stdin }, true, 10)).toBe('');
  expect(stderr.text()).toMatch(/^interlock: No input arrived on standard input /);
  // An open stream would keep the process alive.
  expect(stdin.destroyed).toBe(true);
});

test('waits for one that has started until its end', async () => {
  const { io, stderr } = createStreams();
  const stdin = new PassThrough();
  stdin.write('first, ');
  const read = readPiped({ ...io, stdin }, true, 50);
  await new Promise((resolve) => setTimeout(resolve, 100));
  stdin.end('then the rest\n');
  expect(await read).toBe('first, then the rest');
  expect(stderr.text()).toBe('');
});

test.each([
  ['not text', Buffer.from([0x66, 0xff, 0xfe, 0x00]), 1],
  ['too large', Buffer.alloc(33 * 1024 * 1024, 'x'), 2],
])('rejects %s', async (_, bytes, exitCode) => {
  const { io } = createStreams();
  const stdin = new PassThrough();
  stdin.end(bytes);
  await expect(readPiped({ ...io, stdin }, false)).rejects.toMatchObject({ exitCode });
});
