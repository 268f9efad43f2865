/** What a body costs while it is read: as much as it has bytes, in whatever form they come. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readBody } from '../src/http/read-body.ts';

/** A request as a server gets it, and its client. */
async function received(head: readonly string[]): Promise<{ request: IncomingMessage; client: Socket; end(): void }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(['POST / HTTP/1.1', 'host: localhost', ...head, '', ''].join('\r\n'));
  const [request]: IncomingMessage[] = await once(server, 'request');
  if (request === undefined) throw new Error('There is no request.');
  const end = (): void => {
    client.destroy();
    server.close();
  };
  return { request, client, end };
}

test('a body in chunks of one byte', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const held = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const count = 300_000;
  const { request, client, end } = await received(['transfer-encoding: chunked']);
  const before = held();
  let size = 0;
  let hasAll = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    hasAll = resolve;
  });
  const take = (bytes: number): boolean => {
    size += bytes;
    if (size === count) hasAll();
    return true;
  };
  const reading = readBody(request, count, { take, leave: () => undefined });
  client.write('1\r\nx\r\n'.repeat(count));
  await all;
  expect(held() - before).toBeLessThan(20_000_000);
  client.write('0\r\n\r\n');
  expect(await reading).toEqual({ bytes: Buffer.alloc(count, 'x') });
  end();
});

const megabytes = Buffer.alloc(30_000_000, ' ');

test.each([
  ['gzip', gzipSync(megabytes)],
  ['deflate', deflateSync(megabytes)],
  ['br', brotliCompressSync(megabytes)],
  ['zstd', zstdCompressSync(megabytes)],
])('%s is unpacked only as far as there is room', async (coding, body) => {
  const { request, client, end } = await received([`content-encoding: ${coding}`, `content-length: ${body.length}`]);
  const taken: number[] = [];
  let left = 200_000;
  const take = (bytes: number): boolean => {
    taken.push(bytes);
    left -= bytes;
    return left >= 0;
  };
  const reading = readBody(request, 32_000_000, { take, leave: () => undefined });
  client.write(body);
  expect(await reading).toMatchObject({ status: 503 });
  expect(taken.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(400_000);
  end();
});

test('a body without room is read to its end, and takes none: its client is still sending', async () => {
  const { request, client, end } = await received(['content-length: 3000000']);
  const said: string[] = [];
  const take = (): boolean => {
    said.push('take');
    return false;
  };
  const reading = readBody(request, 32_000_000, { take, leave: () => said.push('leave') });
  for (let part = 0; part < 3; part += 1) client.write(megabytes.subarray(0, 1_000_000));
  expect([await reading, request.complete, said]).toEqual([
    { refused: 'The gateway has too many large requests in progress.', status: 503 },
    true,
    ['take', 'leave'],
  ]);
  end();
});
