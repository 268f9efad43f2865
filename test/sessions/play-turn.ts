/** Plays one turn with interventions, at its start or after a given number of events. */
import { getEventListeners } from 'node:events';
import { type Input, SessionError, type SessionEvent, type SessionRecord, type TurnEnd } from '@interlock/runtime';
import { patienceMs } from '../program/until.ts';
import { recordsOf } from './compare-reopened.ts';
import type { Dice } from './dice.ts';
import type { RouteChoice, TrackedSession } from './tracked-session.ts';
import type { World } from './world.ts';

export type Act =
  | { readonly do: 'cancel' | 'leave' | 'abort' | 'close' | 'cancel-switch' | 'intrude' | 'crash' | 'fork' }
  | { readonly do: 'steer'; readonly text: string; readonly when: 'now' | 'next-turn' }
  | { readonly do: 'switch'; readonly choice: RouteChoice }
  | { readonly do: 'outage'; readonly appends: number; readonly after: number };

export interface TurnPlan {
  readonly input: Input | undefined;
  /** By the number of events before it; 0 is right after `send`. */
  readonly acts: readonly (readonly [at: number, act: Act])[];
}

export interface Played {
  readonly events: readonly SessionEvent[];
  readonly end: TurnEnd;
  readonly left: boolean;
  /** The records that a process killed in the middle of the turn would leave, and the results it had reported by then. */
  readonly crash?: { readonly records: readonly SessionRecord[]; readonly reported: readonly number[] };
  readonly forks: readonly TrackedSession['session'][];
}

interface Stage {
  readonly world: World;
  readonly tracked: TrackedSession;
  readonly events: SessionEvent[];
  readonly controller: AbortController;
  readonly forks: TrackedSession['session'][];
  /** Operations that were started and must end with the turn. */
  readonly waits: Promise<unknown>[];
  crash?: Played['crash'];
}

export async function playTurn(world: World, tracked: TrackedSession, { input, acts }: TurnPlan): Promise<Played> {
  const controller = new AbortController();
  const stage: Stage = { world, tracked, events: [], controller, forks: [], waits: [] };
  const { session } = tracked;
  const turn = session.send(input, { signal: controller.signal });
  const left = await inTime(listen(stage, turn, acts), () => `hangs after ${lastOf(stage.events)}`);
  const end = await inTime(turn.ended, () => `does not end after ${lastOf(stage.events)}`);
  await inTime(Promise.all(stage.waits), () => 'does not come to rest');
  if (getEventListeners(controller.signal, 'abort').length > 0) world.complain(['a turn holds on to its signal']);
  const { events, forks, crash } = stage;
  return { events, end, left, forks, ...(crash === undefined ? {} : { crash }) };
}

/** Whether the listener stopped before the end. */
async function listen(stage: Stage, turn: AsyncIterable<SessionEvent>, acts: TurnPlan['acts']): Promise<boolean> {
  const due = (count: number): readonly Act[] => acts.flatMap(([at, act]) => (at === count ? [act] : []));
  for (const act of due(0)) if (act.do !== 'leave') perform(stage, act);
  for await (const event of turn) {
    stage.events.push(event);
    if (event.type === 'turn-end') continue;
    for (const act of due(stage.events.length)) {
      if (act.do === 'leave') return true;
      perform(stage, act);
    }
  }
  return false;
}

function perform(stage: Stage, act: Act): void {
  const { world, tracked, events, controller, forks, waits } = stage;
  const { session } = tracked;
  switch (act.do) {
    case 'cancel':
      waits.push(session.cancel());
      return;
    case 'abort':
      controller.abort();
      return;
    case 'close':
      waits.push(session.close().catch(() => undefined));
      return;
    case 'steer':
      // A closed session accepts no text.
      if (session.state.closed) return;
      session.steer(act.text, act.when);
      tracked.said.add(act.text);
      return;
    case 'switch':
      // Events may arrive after the turn has ended.
      if (session.switchTo(act.choice.to).when === 'after-turn') tracked.pending = act.choice;
      else if (session.state.busy) world.complain(['a switch in a turn counts at once']);
      else {
        tracked.choice = act.choice;
        tracked.pending = undefined;
      }
      return;
    case 'cancel-switch':
      if (session.state.busy) tracked.pending = undefined;
      session.cancelSwitch();
      return;
    case 'intrude':
      if (session.state.busy) waits.push(intrude(world, tracked));
      return;
    case 'outage':
      tracked.store.fail(act.appends, act.after);
      world.tally.outages += 1;
      return;
    case 'fork':
      waits.push(
        session.fork().then(
          (fork) => forks.push(fork),
          () => undefined,
        ),
      );
      return;
    case 'crash': {
      const reported = reportedIn(events);
      waits.push(
        recordsOf(tracked.store, session.id).then((records) => {
          stage.crash = { records, reported };
        }),
      );
      return;
    }
    default:
  }
}

/** Numbers of the results that a listener was told about: the output of a tool, or its failure. */
export function reportedIn(events: readonly SessionEvent[]): readonly number[] {
  return events.flatMap((event) => {
    if (event.type !== 'tool-result' || !['complete', 'error'].includes(event.outcome.state)) return [];
    return (JSON.stringify(event.outcome).match(/(?<=\[\[result )\d+(?=\]\])/g) ?? []).map(Number);
  });
}

/** Operations that are not allowed during a turn are refused with that reason. */
async function intrude(world: World, { session }: TrackedSession): Promise<void> {
  const said = await Promise.all([
    (async () => session.send('in between'))().then(() => 'sent', codeOf),
    session.compact().then(() => 'compacted', codeOf),
  ]);
  const expected = session.state.closed ? ['busy', 'closed'] : ['busy'];
  world.complain(said.filter((code) => !expected.includes(code)).map((code) => `in the middle of a turn: ${code}`));
}

export function codeOf(error: unknown): string {
  return error instanceof SessionError ? error.code : String(error);
}

export function anyActs(dice: Dice, anyRoute: () => RouteChoice, name: () => string): TurnPlan['acts'] {
  const count = dice.pick([0, 0, 0, 1, 1, 2, 3]);
  return Array.from({ length: count }, () => [anyMoment(dice), anyAct(dice, anyRoute, name)] as const);
}

/** Early ones are more likely, because every turn ends at some point. */
function anyMoment(dice: Dice): number {
  return Math.floor(dice.random() ** 1.5 * 45);
}

function anyAct(dice: Dice, anyRoute: () => RouteChoice, name: () => string): Act {
  const chance = dice.random();
  if (chance < 0.22) return { do: dice.pick(['cancel', 'cancel', 'leave', 'abort']) };
  if (chance < 0.44) return { do: 'steer', text: name(), when: dice.pick(['now', 'now', 'next-turn']) };
  if (chance < 0.62) return { do: 'switch', choice: anyRoute() };
  if (chance < 0.68) return { do: 'cancel-switch' };
  if (chance < 0.74) return { do: 'intrude' };
  if (chance < 0.82) return { do: 'crash' };
  if (chance < 0.87) return { do: 'fork' };
  if (chance < 0.9) return { do: 'close' };
  return { do: 'outage', appends: 1 + dice.below(5), after: dice.below(8) };
}

function lastOf(events: readonly SessionEvent[]): string {
  return events
    .slice(-5)
    .map(({ type }) => type)
    .join(' ');
}

async function inTime<T>(work: Promise<T>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the turn ${what()}`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
