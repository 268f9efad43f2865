/** Everything the walks of one life have in common: simulators, a transport, a folder; and which session is at work. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type Transport } from '@interlock/wire';
import { createDeeds, type Deeds } from './deeds.ts';
import { createDice } from './dice.ts';
import { judgeRequest } from './judge-request.ts';
import type { Line } from './line.ts';
import { createModel, type Orders } from './model.ts';
import { openPlaces, type Places } from './places.ts';
import type { Tally } from './tally.ts';

export interface World {
  readonly folder: string;
  readonly places: Places;
  readonly transport: Transport;
  /** Of the walk that is in progress. */
  deeds: Deeds;
  orders: Orders;
  readonly tally: Tally;
  /** Whom requests are checked against. */
  active: Line | undefined;
  /** Which walk, and which step of it. */
  where: string;
  complain(wrong: readonly string[]): void;
  close(): Promise<void>;
}

export async function openWorld(tally: Tally): Promise<World> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'interlock-sessions-')));
  const places = await openPlaces(
    (seen) => world.orders.model(seen),
    (request, url) => {
      tally.requests += 1;
      const { active } = world;
      if (active === undefined) return world.complain(['a request of nobody']);
      noteDeeds(world, active, false);
      world.complain(judgeRequest(request, url, active, (n) => isKnown(world, active, n)));
    },
  );
  // Providers that fall silent are given up soon.
  const transport = createTransport({ proxy: 'none', timeouts: { firstByteMs: 250, idleMs: 250 } });
  const world: World = {
    folder,
    places,
    transport,
    deeds: createDeeds(() => world.active),
    orders: createModel(createDice(0)),
    tally,
    active: undefined,
    where: '',
    complain: (wrong) => {
      for (const each of wrong) tally.wrong.push(`${world.where}: ${each}`);
    },
    close: async () => {
      await world.deeds.release();
      await transport.close();
      await places.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/**
 * What tools have said so far, the next request has to show. What one said that had been told to stop may be on its way while a turn
 * runs; between turns it has to be there, however late it was. A failure of one that was stopped is told by the closure alone, so
 * failures count when they are reported.
 */
function noteDeeds({ deeds }: World, line: Line, atRest: boolean): void {
  for (const { n, owner, end } of deeds.all.values()) {
    if (n === 0 || owner !== line || end?.how !== 'result' || line.excused.has(n)) continue;
    if (!end.stopped || atRest) line.must.add(n);
  }
}

export async function settleDeeds(world: World, line: Line): Promise<void> {
  for (let quiet = 0; quiet < 8; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (line.store.writing > 0) quiet = 0;
  }
  noteDeeds(world, line, true);
}

/** Whether this session may know of the result at all. */
function isKnown({ deeds, orders }: World, line: Line, n: number): boolean {
  return orders.delegated.has(n) || line.inherited.has(n) || deeds.all.get(n)?.owner === line;
}
