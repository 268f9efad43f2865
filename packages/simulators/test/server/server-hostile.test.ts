/** No input brings the server down. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../../test/property/runs.ts';
import { hello, post, start } from '../start.ts';

test(
  'answers any path and any bytes, without an internal error',
  async () => {
    const simulator = await start();
    const path = fc.webPath().map((text) => text || '/');
    await holdsAsync(
      fc.tuple(path, fc.uint8Array({ maxLength: 200 }), fc.boolean()),
      200,
      async ([rest, bytes, known]) => {
        const target = known ? '/v1/chat/completions' : rest;
        const response = await fetch(simulator.url + target, {
          method: 'POST',
          headers: { authorization: `Bearer ${simulator.key}` },
          body: bytes,
        });
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        await response.text();
      },
    );
    expect(simulator.log.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  },
  patience,
);

test.each([
  'GET //[ HTTP/1.1\r\nhost: x\r\n\r\n',
  'NONSENSE\r\n\r\n',
  'POST /v1 HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nab',
])('barely HTTP: %j', async (text) => {
  const simulator = await start();
  const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((resolve) => void socket.once('connect', () => socket.write(text, () => resolve())));
  socket.destroySoon();
  expect((await post(simulator, hello)).status).toBe(200);
});
