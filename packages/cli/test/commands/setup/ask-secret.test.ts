/** The terminal shows no part of a secret, however fast it is pasted and however it is split. */
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { askSecret } from '../../../src/commands/setup/ask-secret.ts';

test.each<readonly [what: string, pieces: readonly string[], answer: string | undefined]>([
  ['a paste', ['\u001b[200~secret\u001b[201~\r'], 'secret'],
  ['a paste whose markers arrive in pieces', ['\u001b[2', '00~sec', 'ret\u001b', '[201~', '\r'], 'secret'],
  ['typing with a mistake', ['sek', '\u007f', 'cret', '\n'], 'secret'],
  ['Ctrl-C', ['sec\u0003'], undefined],
])('%s', async (_, pieces, answer) => {
  const order: string[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => void order.push(on ? 'echo off' : 'echo on'),
  });
  const stderr = new Writable({
    write: (text, _encoding, done) => {
      order.push(String(text));
      done();
    },
  });
  const asked = askSecret('Key: ', { stdin, stdout: stderr, stderr, env: {} });
  for (const piece of pieces) stdin.write(piece);
  expect([await asked, order]).toEqual([answer, ['echo off', 'Key: ', 'echo on', '\n']]);
});
