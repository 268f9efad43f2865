/** What all walks share: simulators, a transport, a folder, and which session is running. */
import { rm } from 'node:fs/promises';
import { createTransport, type Transport } from '@interlock/wire';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { createDice } from './dice.ts';
import { judgeRequest } from './judge-request.ts';
import { createModel, type Orders } from './model.ts';
import { openTargets, type ReachableTargets } from './reachable-targets.ts';
import type { Tally } from './tally.ts';
import { createToolRuns, type ToolRuns } from './tool-runs.ts';
import type { TrackedSession } from './tracked-session.ts';

export interface World {
  readonly folder: string;
  readonly reachable: ReachableTargets;
  readonly transport: Transport;
  /** Of the current walk. */
  toolRuns: ToolRuns;
  orders: Orders;
  readonly tally: Tally;
  /** The session that requests are checked against. */
  active: TrackedSession | undefined;
  /** Which walk, and which step of it. */
  where: string;
  complain(wrong: readonly string[]): void;
  close(): Promise<void>;
}

export async function openWorld(tally: Tally): Promise<World> {
  const folder = temporaryFolder('sessions');
  const reachable = await openTargets(
    (seen) => world.orders.model(seen),
    (request, url) => {
      tally.requests += 1;
      const { active } = world;
      if (active === undefined) return world.complain(['a request of nobody']);
      noteToolRuns(world, active, false);
      world.complain(judgeRequest(request, url, active, (n) => isKnown(world, active, n)));
    },
  );
  // Providers that stop responding time out quickly.
  const transport = createTransport({ proxy: 'none', timeouts: { firstByteMs: 250, idleMs: 250 } });
  const world: World = {
    folder,
    reachable,
    transport,
    toolRuns: createToolRuns(() => world.active),
    orders: createModel(createDice(0)),
    tally,
    active: undefined,
    where: '',
    complain: (wrong) => {
      for (const each of wrong) tally.wrong.push(`${world.where}: ${each}`);
    },
    close: async () => {
      await world.toolRuns.release();
      await transport.close();
      await reachable.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/**
 * Notes which tool results the next request must contain. The result of a tool that was told to stop may still be in transit while a turn
 * runs; between turns it must be there, however late it was. The failure of a tool that was stopped is known only from the closure, so
 * failures count when they are reported.
 */
function noteToolRuns({ toolRuns }: World, tracked: TrackedSession, atRest: boolean): void {
  for (const { n, owner, end } of toolRuns.all.values()) {
    if (n === 0 || owner !== tracked || end?.how !== 'result' || tracked.excused.has(n)) continue;
    if (!end.stopped || atRest) tracked.must.add(n);
  }
}

export async function settleToolRuns(world: World, tracked: TrackedSession): Promise<void> {
  for (let quiet = 0; quiet < 8; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (tracked.store.writing > 0) quiet = 0;
  }
  noteToolRuns(world, tracked, true);
}

/** Whether this session can know the result at all. */
function isKnown({ toolRuns, orders }: World, tracked: TrackedSession, n: number): boolean {
  return orders.delegated.has(n) || tracked.inherited.has(n) || toolRuns.all.get(n)?.owner === tracked;
}
