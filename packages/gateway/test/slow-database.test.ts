/**
 * A database that is there and still of no use: it does not answer, answers too late, or breaks off. Requests continue with local state, there is
 * a warning, and it is used again when it works again.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/postgres/start-postgres.ts';
import { openUpstream, sayYes, type Upstream } from './open-upstream.ts';
import { askings, send } from './send.ts';

type Trouble = 'none' | 'silent' | 'late' | 'breaks off';

let postgres: PostgresServer;
let way: Server;
let trouble: Trouble = 'none';
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
    near.on('data', (chunk) => void far.write(chunk));
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

async function open(): Promise<Upstream> {
  const url = new URL(postgres.url);
  url.port = String((way.address() as AddressInfo).port);
  return openUpstream({ answer: sayYes, database: { url: url.href, deadlineMs: 500 } });
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
