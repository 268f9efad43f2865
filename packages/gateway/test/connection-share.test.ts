/** The places for WebSockets, among clients. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openUpstream, sayYes } from './open-upstream.ts';

test('one of several clients cannot take all places for WebSockets', async () => {
  const tokens = ['one', 'two'].map((name) => ({ name, sha256: createHash('sha256').update(name).digest('hex') }));
  const { gateway, close } = await openUpstream({ answer: sayYes, tokens, limits: { concurrent: 8 } });
  const open: WebSocket[] = [];
  const connect = async (name: string): Promise<number> => {
    const headers = { authorization: `Bearer ${name}` };
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/responses`, { headers });
    open.push(socket);
    socket.on('error', () => undefined);
    const refused = once(socket, 'unexpected-response').then(([, response]) => Number(response.statusCode));
    return Promise.race([once(socket, 'open').then(() => 101), refused]);
  };
  try {
    const one: number[] = [];
    for (let at = 0; at < 8; at += 1) one.push(await connect('one'));
    expect(one).toEqual([101, 101, 429, 429, 429, 429, 429, 429]);
    expect([await connect('two'), await connect('two')]).toEqual([101, 101]);
    // A place that is given back can be taken again.
    open[0]?.terminate();
    while ((await connect('one')) !== 101);
  } finally {
    for (const socket of open) socket.terminate();
    await close();
  }
});
