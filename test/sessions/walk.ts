/**
 * A random walk over whole sessions, over HTTP: turns with fan-outs, cancelled, left, steered and switched in the middle; providers
 * and stores that fail; compactions, forks, crashes, resumes. After every step the session is checked against what really happened.
 */
import { type Input, resumeSession } from '@interlock/runtime';
import { compareWithAgain, reopen } from './again.ts';
import { createDeeds, pixel } from './deeds.ts';
import { createDice, type Dice } from './dice.ts';
import { anyFault } from './faults.ts';
import { hasText, judgeEvents, judgeOpen, judgeRest } from './judge-session.ts';
import { callsIn, isBehind, type Line, numberOf, numbersIn } from './line.ts';
import { calmOrder, createModel } from './model.ts';
import { newLine, openLine } from './open-line.ts';
import { anyWay } from './places.ts';
import { anyActs, codeOf, type Played, playTurn, reportedIn, type TurnPlan } from './play-turn.ts';
import { settleDeeds, type World } from './world.ts';

interface Walk {
  readonly world: World;
  readonly dice: Dice;
  readonly lines: Line[];
  /** A text that is said once. */
  readonly name: () => string;
}

const mostLines = 3;

export async function walk(world: World, seed: number, steps: number): Promise<void> {
  const dice = createDice(seed);
  world.deeds = createDeeds(() => world.active);
  world.orders = createModel(createDice(-seed));
  world.where = `seed ${seed}`;
  let named = 0;
  const name = (): string => {
    named += 1;
    return `text ${seed}/${named} ${anyOrder(dice)}`;
  };
  const lines: Line[] = [];
  const on: Walk = { world, dice, lines, name };
  try {
    lines.push(await openLine(world, dice, `walk-${seed}`));
    for (let step = 0; step < steps; step += 1) {
      world.where = `seed ${seed}, step ${step}`;
      await takeStep(on, dice.pick(lines));
    }
    world.where = `seed ${seed}, the end`;
    await world.deeds.release();
    for (const line of lines) await lastWord(on, line);
  } catch (error) {
    world.complain([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  } finally {
    for (const { simulator } of world.places.all) simulator.clearFaults();
    for (const { session } of lines) await session.close().catch(() => undefined);
    await world.deeds.release();
    world.active = undefined;
    world.tally.walks += 1;
    world.tally.calls += world.deeds.all.size;
    world.tally.results += [...world.deeds.all.values()].filter(({ end }) => end?.how === 'result').length;
  }
}

/** What the model is to do: fan-outs of one to six calls, in up to three rounds. */
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

async function takeStep(on: Walk, line: Line): Promise<void> {
  const { world, dice } = on;
  world.active = line;
  if (dice.chance(0.3)) line.store.mend();
  if (dice.chance(0.1)) await world.deeds.release();
  await settleDeeds(world, line);
  const chance = dice.random();
  if (chance < 0.68) await turnStep(on, line);
  else if (chance < 0.78) switchStep(on, line);
  else if (chance < 0.82) steerStep(on, line);
  else if (chance < 0.88) await compactStep(on, line);
  else if (chance < 0.93) await forkStep(on, line);
  else await resumeStep(on, line);
  await settleDeeds(world, line);
  world.complain(judgeRest(line, world.deeds));
  if (!isBehind(line) && !line.session.state.closed && dice.chance(0.4)) {
    line.store.mend();
    world.complain(await compareWithAgain(line));
  }
}

async function turnStep(on: Walk, line: Line): Promise<void> {
  const { world, dice, name } = on;
  const { session, store, way } = line;
  const isQueued = session.state.queued.length > 0 && dice.chance(0.4);
  const text = isQueued ? undefined : name();
  const acts = anyActs(dice, () => anyWay(world.places, dice), name);
  if (dice.chance(0.35)) {
    for (const { simulator } of way.places) simulator.fault(anyFault(dice));
    world.tally.faults += way.places.length;
  }
  const refused = store.refused;
  const played = await play(world, line, { input: text === undefined ? undefined : anyInput(text, dice), acts });
  for (const simulator of world.places.simulators) simulator.clearFaults();
  if (text !== undefined) line.said.add(text);
  const failed = store.refused > refused;
  // A turn that got so far has written what was left behind.
  if (played.events.some(({ type }) => type === 'request')) line.cleanAt = refused;
  judgeTexts(on, line, played, failed ? text : undefined);
  if (session.state.closed) await open(on, line);
  for (const fork of played.forks) takeFork(on, line, fork, true);
  // What the store refused was reported all the same, with a turn that says so at its end.
  if (played.crash !== undefined)
    await inspectCrash(on, line, failed ? { ...played.crash, reported: [] } : played.crash);
}

/** A text, alone or with pictures that some take and some do not. */
function anyInput(text: string, dice: Dice): Input {
  if (dice.chance(0.85)) return text;
  const words = { type: 'text', text } as const;
  const picture = { type: 'media', mimeType: dice.pick(['image/png', 'application/pdf']), ...pixel } as const;
  return dice.chance(0.5) ? [words, picture] : [picture, words];
}

async function play(world: World, line: Line, plan: TurnPlan): Promise<Played> {
  const played = await playTurn(world, line, plan);
  const { events, end, left } = played;
  world.tally.turns += 1;
  if (end.outcome === 'cancelled') world.tally.cancels += 1;
  world.tally.compactions += events.filter((e) => e.type === 'compaction' && e.outcome === 'compacted').length;
  world.complain(judgeEvents(events, end, left));
  for (const n of reportedIn(events)) line.must.add(n);
  if (line.pending !== undefined) {
    line.way = line.pending;
    line.pending = undefined;
    world.tally.switches += 1;
  }
  return played;
}

/** Whatever was said is in the history once, or waits; unless it has been summarised, or the store did not take it. */
function judgeTexts({ world }: Walk, { session, said }: Line, { events }: Played, excused: string | undefined): void {
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

function switchStep({ world, dice }: Walk, line: Line): void {
  for (let times = 1 + dice.below(2); times > 0; times -= 1) {
    const way = anyWay(world.places, dice);
    const { when } = line.session.switchTo(way.to);
    if (when !== 'now') world.complain(['a switch at rest waits']);
    line.way = way;
    world.tally.switches += 1;
  }
}

function steerStep({ name, dice }: Walk, line: Line): void {
  const text = name();
  line.session.steer(text, dice.pick(['now', 'next-turn']));
  line.said.add(text);
}

/** No one may begin anything meanwhile, and it can be given up. */
async function compactStep({ world, dice }: Walk, line: Line): Promise<void> {
  const { session, store, way } = line;
  if (dice.chance(0.2)) for (const { simulator } of way.places) simulator.fault(anyFault(dice));
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
  for (const simulator of world.places.simulators) simulator.clearFaults();
  if (outcome !== 'compacted' && outcome !== 'unchanged') {
    if (store.refused === refused) world.complain([`compacting: ${outcome}`]);
  } else world.complain(judgeOpen(session.state.contents));
  if (outcome === 'compacted') world.tally.compactions += 1;
}

async function forkStep(on: Walk, line: Line): Promise<void> {
  const { dice, world } = on;
  const { session, store } = line;
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
  takeFork(on, line, fork, false);
}

function takeFork({ world, lines, dice }: Walk, line: Line, session: Line['session'], isRunning: boolean): void {
  const { contents } = session.state;
  const { id: _, ...options } = line.options;
  // The way of a fork in the middle of a turn is the turn's own; it is chosen anew, so that nothing has to be known of it.
  const way = anyWay(world.places, dice);
  session.switchTo(way.to);
  const fork = newLine(session, line.store, options, way);
  const present = numbersIn(contents);
  for (const n of isRunning ? realIn(contents) : line.must) if (present.has(n)) fork.must.add(n);
  for (const n of [...line.inherited, ...present]) fork.inherited.add(n);
  for (const n of present) fork.apart.add(n);
  world.tally.forks += 1;
  lines.push(fork);
  if (lines.length <= mostLines) return;
  const [oldest] = lines.splice(dice.below(lines.length - 1), 1);
  void oldest?.session.close().catch(() => undefined);
}

/** Calls whose own result is in the history, whole: the answer of a subagent may break off anywhere. */
function realIn(contents: Line['session']['state']['contents']): readonly number[] {
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

async function resumeStep(on: Walk, line: Line): Promise<void> {
  await line.session.close().catch(() => undefined);
  await open(on, line);
}

/** Opens what was closed. If it could not be closed properly, what was not written is gone, and that was said. */
async function open({ world, dice }: Walk, line: Line): Promise<void> {
  const { session, store, options } = line;
  const isWhole = await session.close().then(
    () => true,
    () => false,
  );
  for (const { n, owner, end } of world.deeds.all.values())
    if (owner === line && (end === undefined || !isWhole || !line.must.has(n))) line.excused.add(n);
  if (!isWhole) line.must.clear();
  const waiting = session.state.queued;
  line.said.clear();
  if (dice.chance(0.5)) store.mend();
  const again = (): Promise<Line['session']> => resumeSession({ ...options, id: session.id, route: line.way.to });
  line.session = await again().catch(() => {
    // The store was still out of order.
    store.mend();
    return again();
  });
  line.cleanAt = store.refused;
  const { queued } = line.session.state;
  for (const text of queued) line.said.add(text);
  if (isWhole && queued.join() !== waiting.join())
    world.complain([`of the texts ${waiting.join()} there wait after the resume: ${queued.join()}`]);
  if (!isWhole) for (const n of numbersIn(line.session.state.contents)) line.apart.add(n);
  world.tally.resumes += 1;
  world.complain(judgeOpen(line.session.state.contents));
}

/** What the process had reported before it died is there, all calls are closed, and the next provider takes it. */
async function inspectCrash(on: Walk, line: Line, { records, reported }: NonNullable<Played['crash']>): Promise<void> {
  const { world, dice, name } = on;
  const { session, store } = await reopen(line, records);
  world.tally.crashes += 1;
  const { contents } = session.state;
  const text = JSON.stringify(contents);
  const present = numbersIn(contents);
  const isKept = (n: number): boolean => !present.has(n) || text.includes(`[[result ${n}]]`);
  world.complain(reported.filter((n) => !isKept(n)).map((n) => `result ${n} was reported and is lost`));
  world.complain(judgeOpen(contents));
  const way = anyWay(world.places, dice);
  session.switchTo(way.to);
  const copy = newLine(session, { ...line.store, ...store }, line.options, way);
  for (const n of realIn(contents)) copy.must.add(n);
  for (const n of present) copy.inherited.add(n);
  world.active = copy;
  await play(world, copy, { input: name(), acts: [] });
  await session.close();
  world.active = line;
}

/** Whatever has happened, the session works, and shows all that it knows. */
async function lastWord(on: Walk, line: Line): Promise<void> {
  const { world, dice } = on;
  world.active = line;
  line.store.mend();
  for (const { simulator } of world.places.all) simulator.clearFaults();
  await settleDeeds(world, line);
  let outcome = '';
  for (let attempt = 0; attempt < 3 && outcome !== 'done'; attempt += 1) {
    const way = anyWay(world.places, dice);
    line.session.switchTo(way.to);
    line.way = way;
    const { end } = await play(world, line, { input: calmOrder, acts: [] });
    outcome = `${end.outcome} ${end.why ?? end.failure?.message ?? ''}`.trim();
  }
  if (outcome !== 'done') world.complain([`it does not work any more: ${outcome}`]);
  world.complain([...judgeRest(line, world.deeds), ...judgeOpen(line.session.state.contents)]);
  world.complain(await compareWithAgain(line));
}
