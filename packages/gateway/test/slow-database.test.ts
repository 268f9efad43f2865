/**
 * A database that is there and still of no use: it does not answer, answers too late, or breaks off. Requests continue with local state, there is
 * a warning, and it is used again when it works again.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/postgres/start-postgres.ts';
import type { GatewayOptions } from '../src/index.ts';
import { openUpstream, sayYes, type Upstream } from './open-upstream.ts';
import { askings, send } from './send.ts';

type Trouble = 'none' | 'silent' | 'late' | 'breaks off';

let postgres: PostgresServer;
let way: Server;
let trouble: Trouble = 'none';
/** Packets that the database was sent. */
let asked = 0;
const sockets = new Set<Socket>();

/** What the way does with bytes that the database has sent. */
async function pass(chunk: Buffer, to: Socket): Promise<void> {
  if (trouble === 'silent') return;
  if (trouble === 'breaks off') return void to.destroy();
  if (trouble === 'late') await new Promise((done) => setTimeout(done, 5_000).unref());
  to.write(chunk);
}

beforeAll(async () => {
  postgres = await startPostgres();
  const { hostname, port } = new URL(postgres.url);
  way = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.on('data', (chunk) => {
      asked += 1;
      far.write(chunk);
    });
    far.on('data', (chunk) => void pass(chunk, near));
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  way?.close();
  await postgres?.stop();
});

async function open(options: Partial<GatewayOptions> = {}): Promise<Upstream> {
  const url = new URL(postgres.url);
  url.port = String((way.address() as AddressInfo).port);
  return openUpstream({ answer: sayYes, database: { url: url.href, deadlineMs: 500 }, ...options });
}

async function until({ gateway }: Upstream, state: string): Promise<void> {
  for (;;) {
    const ready: unknown = await (await fetch(`${gateway.url}/readyz`)).json();
    if (JSON.stringify(ready) === JSON.stringify({ status: 'ready', database: state })) return;
    await new Promise((done) => setTimeout(done, 20));
  }
}

test.each(['silent', 'late', 'breaks off'] as const)('%s', async (what) => {
  const upstream = await open();
  const statuses = async (count: number): Promise<ReadonlySet<number>> => {
    const told = Array.from({ length: count }, () =>
      send(upstream.gateway.url, '/v1/messages', askings[0]?.body('m', 'hello', false)),
    );
    return new Set((await Promise.all(told)).map(({ status }) => status));
  };
  try {
    expect(await statuses(1)).toEqual(new Set([200]));
    await until(upstream, 'up');
    trouble = what;
    // More at once than there are connections to the database.
    expect(await statuses(40)).toEqual(new Set([200]));
    await until(upstream, 'lost');
    expect(await statuses(40)).toEqual(new Set([200]));
    trouble = 'none';
    await until(upstream, 'up');
    expect(await statuses(40)).toEqual(new Set([200]));
    const about = upstream.lines.filter(({ msg }) => msg !== 'request');
    // On a slow machine it may be lost more than once.
    expect([...new Set(about.map(({ level, msg }) => `${level}: ${msg}`))]).toEqual([
      expect.stringMatching(/^warn: The database is lost\./),
      'info: The database is back.',
    ]);
    expect(JSON.stringify(about)).not.toContain(postgres.password);
    // A shutdown does not wait for it either.
    trouble = what;
  } finally {
    await upstream.close();
    trouble = 'none';
  }
});

test('a client that disconnects while its limits are checked gives its place back', async () => {
  const sha256 = createHash('sha256').update('ilk_one').digest('hex');
  const upstream = await open({ tokens: [{ name: 'one', sha256, concurrent: 1 }] });
  const token = { authorization: 'Bearer ilk_one' };
  const body = JSON.stringify(askings[0]?.body('m', 'hello', false));
  try {
    expect((await send(upstream.gateway.url, '/v1/messages', body, token)).status).toBe(200);
    await until(upstream, 'up');
    trouble = 'silent';
    const before = asked;
    const client = connect(Number(new URL(upstream.gateway.url).port), '127.0.0.1');
    client.write(
      `POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ilk_one\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    while (asked === before) await new Promise((done) => setTimeout(done, 5));
    client.destroy();
    // The database is waited for no longer than its deadline.
    const next = async (): Promise<number> => (await send(upstream.gateway.url, '/v1/messages', body, token)).status;
    while ((await next()) !== 200) await new Promise((done) => setTimeout(done, 20));
    // Nothing was sent for the one that is gone, and it is not a fault.
    expect(upstream.sent).toHaveLength(2);
    expect(upstream.lines.filter(({ level }) => level === 'error')).toEqual([]);
  } finally {
    trouble = 'none';
    await upstream.close();
  }
});
