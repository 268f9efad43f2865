/**
 * A random walk over whole sessions, over HTTP: turns with parallel calls, cancelled, abandoned, steered and switched in the middle;
 * failing providers and stores; compactions, forks, crashes, resumes. After every step the session is checked against what really
 * happened.
 */
import { type Input, resumeSession } from '@interlock/runtime';
import { compareWithReopened, recordsOf, reopen } from './compare-reopened.ts';
import { createDice, type Dice } from './dice.ts';
import { anyFault } from './faults.ts';
import { judgeRecords } from './judge-records.ts';
import { hasText, judgeEvents, judgeOpen, judgeRest } from './judge-session.ts';
import { calmOrder, createModel } from './model.ts';
import { newTrackedSession, openTrackedSession } from './open-tracked-session.ts';
import { anyActs, codeOf, type Played, playTurn, reportedIn, type TurnPlan } from './play-turn.ts';
import { anyRoute } from './reachable-targets.ts';
import { createToolRuns, pixel } from './tool-runs.ts';
import { callsIn, isBehind, numberOf, numbersIn, type TrackedSession } from './tracked-session.ts';
import { settleToolRuns, type World } from './world.ts';

interface Walk {
  readonly world: World;
  readonly dice: Dice;
  readonly sessions: TrackedSession[];
  /** A text that is used only once. */
  readonly name: () => string;
}

const mostSessions = 3;

export async function walk(world: World, seed: number, steps: number): Promise<void> {
  const dice = createDice(seed);
  world.toolRuns = createToolRuns(() => world.active);
  world.orders = createModel(createDice(-seed));
  world.where = `seed ${seed}`;
  let named = 0;
  const name = (): string => {
    named += 1;
    return `text ${seed}/${named} ${anyOrder(dice)}`;
  };
  const sessions: TrackedSession[] = [];
  const on: Walk = { world, dice, sessions, name };
  try {
    sessions.push(await openTrackedSession(world, dice, `walk-${seed}`));
    for (let step = 0; step < steps; step += 1) {
      world.where = `seed ${seed}, step ${step}`;
      await takeStep(on, dice.pick(sessions));
    }
    world.where = `seed ${seed}, the end`;
    await world.toolRuns.release();
    for (const tracked of sessions) await lastWord(on, tracked);
  } catch (error) {
    world.complain([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  } finally {
    for (const { simulator } of world.reachable.all) simulator.clearFaults();
    for (const { session } of sessions) await session.close().catch(() => undefined);
    await world.toolRuns.release();
    world.active = undefined;
    world.tally.walks += 1;
    world.tally.calls += world.toolRuns.all.size;
    world.tally.results += [...world.toolRuns.all.values()].filter(({ end }) => end?.how === 'result').length;
  }
}

/** A random instruction for the model: one to six parallel calls, in up to three rounds. */
function anyOrder(dice: Dice): string {
  const count = dice.pick([0, 1, 1, 1, 2, 3]);
  const round = (): string => Array.from({ length: dice.pick([1, 2, 3, 4, 6]) }, () => anyCall(dice)).join(' ');
  return `[do ${Array.from({ length: count }, round).join(' / ')}]`;
}

const tools = ['look', 'look', 'look', 'change', 'change', 'alone', 'forbidden', 'ask'];
const manners = [
  ...['ok', 'ok', 'ok', 'slow', 'slow', 'data', 'media', 'picture', 'huge', 'talk', 'failed', 'throw'],
  ...['hang', 'obey', 'deaf', 'deaf', 'never', 'broken', 'wrong', 'again'],
];

function anyCall(dice: Dice): string {
  const chance = dice.random();
  if (chance < 0.03) return 'nothing:ok';
  if (chance < 0.07) return 'task:ok';
  return `${dice.pick(tools)}:${dice.pick(manners)}`;
}

async function takeStep(on: Walk, tracked: TrackedSession): Promise<void> {
  const { world, dice } = on;
  world.active = tracked;
  if (dice.chance(0.3)) tracked.store.mend();
  if (dice.chance(0.1)) await world.toolRuns.release();
  await settleToolRuns(world, tracked);
  const chance = dice.random();
  if (chance < 0.68) await turnStep(on, tracked);
  else if (chance < 0.78) switchStep(on, tracked);
  else if (chance < 0.82) steerStep(on, tracked);
  else if (chance < 0.88) await compactStep(on, tracked);
  else if (chance < 0.93) await forkStep(on, tracked);
  else await resumeStep(on, tracked);
  await settleToolRuns(world, tracked);
  world.complain(judgeRest(tracked, world.toolRuns));
  if (!isBehind(tracked) && !tracked.session.state.closed && dice.chance(0.4)) {
    tracked.store.mend();
    world.complain(await compareWithReopened(tracked));
  }
}

async function turnStep(on: Walk, tracked: TrackedSession): Promise<void> {
  const { world, dice, name } = on;
  const { session, store, choice } = tracked;
  const isQueued = session.state.queued.length > 0 && dice.chance(0.4);
  const text = isQueued ? undefined : name();
  const acts = anyActs(dice, () => anyRoute(world.reachable, dice), name);
  if (dice.chance(0.35)) {
    for (const { simulator } of choice.reachable) simulator.fault(anyFault(dice));
    world.tally.faults += choice.reachable.length;
  }
  const refused = store.refused;
  const played = await play(world, tracked, { input: text === undefined ? undefined : anyInput(text, dice), acts });
  for (const simulator of world.reachable.simulators) simulator.clearFaults();
  if (text !== undefined) tracked.said.add(text);
  const failed = store.refused > refused;
  // A turn that got this far has written the records that were missing.
  if (played.events.some(({ type }) => type === 'request')) tracked.cleanAt = refused;
  judgeTexts(on, tracked, played, failed ? text : undefined);
  if (session.state.closed) await open(on, tracked);
  for (const fork of played.forks) takeFork(on, tracked, fork, true);
  // Records that the store refused were reported, and the turn says so at its end.
  if (played.crash !== undefined)
    await inspectCrash(on, tracked, failed ? { ...played.crash, reported: [] } : played.crash);
}

/** A text, alone or with pictures, which some targets accept and some do not. */
function anyInput(text: string, dice: Dice): Input {
  if (dice.chance(0.85)) return text;
  const words = { type: 'text', text } as const;
  const picture = { type: 'media', mimeType: dice.pick(['image/png', 'application/pdf']), ...pixel } as const;
  return dice.chance(0.5) ? [words, picture] : [picture, words];
}

async function play(world: World, tracked: TrackedSession, plan: TurnPlan): Promise<Played> {
  const played = await playTurn(world, tracked, plan);
  const { events, end, left } = played;
  world.tally.turns += 1;
  if (end.outcome === 'cancelled') world.tally.cancels += 1;
  world.tally.compactions += events.filter((e) => e.type === 'compaction' && e.outcome === 'compacted').length;
  world.complain(judgeEvents(events, end, left));
  for (const n of reportedIn(events)) tracked.must.add(n);
  if (tracked.pending !== undefined) {
    tracked.choice = tracked.pending;
    tracked.pending = undefined;
    world.tally.switches += 1;
  }
  return played;
}

/** Every text is in the history once, or queued, unless it was summarized or the store refused it. */
function judgeTexts(
  { world }: Walk,
  { session, said }: TrackedSession,
  { events }: Played,
  excused: string | undefined,
): void {
  const { contents, queued } = session.state;
  const isShort = events.some((event) => event.type === 'compaction' && event.outcome === 'compacted');
  for (const text of [...said]) {
    const times = hasText(contents, text);
    const waits = queued.filter((each) => each === text).length;
    if (times + waits > 1) world.complain([`a text is there ${times} times and waits ${waits} times`]);
    if (times + waits === 0 && !isShort && text !== excused) world.complain([`a text is lost: ${text}`]);
    if (waits === 0) said.delete(text);
  }
}

function switchStep({ world, dice }: Walk, tracked: TrackedSession): void {
  for (let times = 1 + dice.below(2); times > 0; times -= 1) {
    const choice = anyRoute(world.reachable, dice);
    const { when } = tracked.session.switchTo(choice.to);
    if (when !== 'now') world.complain(['a switch at rest waits']);
    tracked.choice = choice;
    world.tally.switches += 1;
  }
}

function steerStep({ name, dice }: Walk, tracked: TrackedSession): void {
  const text = name();
  tracked.session.steer(text, dice.pick(['now', 'next-turn']));
  tracked.said.add(text);
}

/** Nothing else may start during a compaction, and it can be cancelled. */
async function compactStep({ world, dice }: Walk, tracked: TrackedSession): Promise<void> {
  const { session, store, choice } = tracked;
  if (dice.chance(0.2)) for (const { simulator } of choice.reachable) simulator.fault(anyFault(dice));
  const refused = store.refused;
  const controller = new AbortController();
  const compacting = session.compact({ signal: controller.signal });
  const asked = compacting.then(({ outcome }) => outcome, codeOf);
  if (dice.chance(0.3)) {
    const said = await (async () => session.send('in between'))().then(() => 'sent', codeOf);
    if (said !== 'busy') world.complain([`while it was compacted: ${said}`]);
  }
  const chance = dice.random();
  const timer = setTimeout(() => controller.abort(), chance < 0.2 ? dice.below(20) : 60_000);
  if (chance > 0.8) await session.cancel();
  const outcome = await asked;
  clearTimeout(timer);
  for (const simulator of world.reachable.simulators) simulator.clearFaults();
  if (outcome !== 'compacted' && outcome !== 'unchanged') {
    if (store.refused === refused) world.complain([`compacting: ${outcome}`]);
  } else world.complain(judgeOpen(session.state.contents));
  if (outcome === 'compacted') world.tally.compactions += 1;
}

async function forkStep(on: Walk, tracked: TrackedSession): Promise<void> {
  const { dice, world } = on;
  const { session, store } = tracked;
  const all = session.state.turns;
  const turns = dice.chance(0.5) ? { turns: 1 + dice.below(all + 1) } : {};
  const refused = store.refused;
  const fork = await session.fork(turns).catch((error: unknown) => {
    if (store.refused === refused) throw error;
    return undefined;
  });
  if (fork === undefined) return;
  world.complain(judgeOpen(fork.state.contents));
  const expected = Math.min(all, turns.turns ?? all);
  if (fork.state.turns !== expected) world.complain([`a fork has ${fork.state.turns} of ${expected} turns`]);
  takeFork(on, tracked, fork, false);
}

function takeFork(
  { world, sessions, dice }: Walk,
  tracked: TrackedSession,
  session: TrackedSession['session'],
  isRunning: boolean,
): void {
  const { contents } = session.state;
  const { id: _, ...options } = tracked.options;
  // A fork in the middle of a turn uses the turn's route; choosing a new one avoids having to know it.
  const choice = anyRoute(world.reachable, dice);
  session.switchTo(choice.to);
  const fork = newTrackedSession(session, tracked.store, options, choice);
  const present = numbersIn(contents);
  for (const n of isRunning ? realIn(contents) : tracked.must) if (present.has(n)) fork.must.add(n);
  for (const n of [...tracked.inherited, ...present]) fork.inherited.add(n);
  for (const n of present) fork.apart.add(n);
  world.tally.forks += 1;
  sessions.push(fork);
  if (sessions.length <= mostSessions) return;
  const [oldest] = sessions.splice(dice.below(sessions.length - 1), 1);
  void oldest?.session.close().catch(() => undefined);
}

/** Calls whose complete result is in the history; a subagent's answer may be truncated anywhere. */
function realIn(contents: TrackedSession['session']['state']['contents']): readonly number[] {
  const calls = new Map(callsIn(contents).map(({ id, parameters }) => [id, numberOf(parameters)]));
  return contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'tool_response' &&
      block.synthetic === undefined &&
      /\[\[result \d+\]\]/.test(JSON.stringify(block))
        ? (calls.get(block.callId) ?? [])
        : [],
    ),
  );
}

async function resumeStep(on: Walk, tracked: TrackedSession): Promise<void> {
  await tracked.session.close().catch(() => undefined);
  await open(on, tracked);
}

/** Opens a closed session. If it could not be closed properly, unwritten records are lost, and that was reported. */
async function open({ world, dice }: Walk, tracked: TrackedSession): Promise<void> {
  const { session, store, options } = tracked;
  const isWhole = await session.close().then(
    () => true,
    () => false,
  );
  for (const { n, owner, end } of world.toolRuns.all.values())
    if (owner === tracked && (end === undefined || !isWhole || !tracked.must.has(n))) tracked.excused.add(n);
  if (!isWhole) tracked.must.clear();
  const waiting = session.state.queued;
  tracked.said.clear();
  if (dice.chance(0.5)) store.mend();
  const again = (): Promise<TrackedSession['session']> =>
    resumeSession({ ...options, id: session.id, route: tracked.choice.to });
  tracked.session = await again().catch(() => {
    // The store was still failing.
    store.mend();
    return again();
  });
  tracked.cleanAt = store.refused;
  const { queued } = tracked.session.state;
  for (const text of queued) tracked.said.add(text);
  if (isWhole && queued.join() !== waiting.join())
    world.complain([`of the texts ${waiting.join()} there wait after the resume: ${queued.join()}`]);
  if (!isWhole) for (const n of numbersIn(tracked.session.state.contents)) tracked.apart.add(n);
  world.tally.resumes += 1;
  world.complain(judgeOpen(tracked.session.state.contents));
}

/** Everything the process had reported before it died is there, all calls are closed, and the next provider accepts the request. */
async function inspectCrash(
  on: Walk,
  tracked: TrackedSession,
  { records, reported }: NonNullable<Played['crash']>,
): Promise<void> {
  const { world, dice, name } = on;
  const { session, store } = await reopen(tracked, records);
  world.tally.crashes += 1;
  const { contents } = session.state;
  const text = JSON.stringify(contents);
  const present = numbersIn(contents);
  const isKept = (n: number): boolean => !present.has(n) || text.includes(`[[result ${n}]]`);
  world.complain(reported.filter((n) => !isKept(n)).map((n) => `result ${n} was reported and is lost`));
  world.complain(judgeOpen(contents));
  const choice = anyRoute(world.reachable, dice);
  session.switchTo(choice.to);
  const copy = newTrackedSession(session, { ...tracked.store, ...store }, tracked.options, choice);
  for (const n of realIn(contents)) copy.must.add(n);
  for (const n of present) copy.inherited.add(n);
  world.active = copy;
  await play(world, copy, { input: name(), acts: [] });
  await session.close();
  world.active = tracked;
}

/** Whatever has happened, the session works, and shows all that it knows. */
async function lastWord(on: Walk, tracked: TrackedSession): Promise<void> {
  const { world, dice } = on;
  world.active = tracked;
  tracked.store.mend();
  for (const { simulator } of world.reachable.all) simulator.clearFaults();
  await settleToolRuns(world, tracked);
  let outcome = '';
  for (let attempt = 0; attempt < 3 && outcome !== 'done'; attempt += 1) {
    const choice = anyRoute(world.reachable, dice);
    tracked.session.switchTo(choice.to);
    tracked.choice = choice;
    const { end } = await play(world, tracked, { input: calmOrder, acts: [] });
    outcome = `${end.outcome} ${end.why ?? end.failure?.message ?? ''}`.trim();
  }
  if (outcome !== 'done') world.complain([`it does not work any more: ${outcome}`]);
  world.complain([...judgeRest(tracked, world.toolRuns), ...judgeOpen(tracked.session.state.contents)]);
  world.complain(await compareWithReopened(tracked));
  await inspectRecords(world, tracked);
}

/** Those of the session, and of the subagents that it has started. */
async function inspectRecords(world: World, { store, session }: TrackedSession): Promise<void> {
  for (const { header } of await store.list()) {
    if (header.id !== session.id && header.parent !== session.id) continue;
    const records = await recordsOf(store, header.id);
    world.complain(judgeRecords(records));
    world.tally.recorded += records.filter(({ kind }) => kind === 'request').length;
    world.tally.continued += records.filter(
      (each) => each.kind === 'turn-start' && each.continues !== undefined,
    ).length;
  }
}
