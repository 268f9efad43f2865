/**
 * One agent, killed repeatedly at random moments of turns with many tool calls. After each kill the session is reopened and checked: no
 * reported result is lost, no effect happened twice, and whichever provider comes next accepts the request.
 */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createJsonlStore, type RouteTarget, resumeSession, type SessionStore } from '@interlock/runtime';
import { script } from '@interlock/simulators';
import { crashedCopy } from '../../packages/runtime/test/agents.ts';
import { mulberry32 } from '../conformance/mulberry32.ts';
import { openStations, type Station } from '../conformance/stations.ts';
import { programArgs } from '../program/bundle.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';

export interface CrashTally {
  kills: number;
  /** Results that the process had reported before it was killed. */
  safe: number;
  effects: number;
  interrupted: number;
  /** The number of providers. */
  providers: number;
  /** Requests sent to them after kills, and how many they accepted. */
  asked: number;
  accepted: number;
  readonly wrong: string[];
}

const model = script([
  { when: { user: 'hello' }, say: 'Hello.' },
  { when: { user: 'work', of: 'work' }, say: 'Done.' },
  {
    when: { user: 'work' },
    say: 'I work.',
    call: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ tool: 'work', args: { n } })),
  },
]);

export interface Extent {
  readonly kills: number;
  /** The maximum number of kills per session. */
  readonly perSession: number;
  /** After each kill every `nth` provider is asked, and different ones after the next kill. */
  readonly nth: number;
}

export async function killAndResume(seed: number, { kills, perSession, nth }: Extent): Promise<CrashTally> {
  const counts = { kills: 0, safe: 0, effects: 0, interrupted: 0, providers: 0, asked: 0, accepted: 0 };
  const tally: CrashTally = { ...counts, wrong: [] };
  const random = mulberry32(seed);
  while (tally.kills < kills) {
    const extent = { kills: Math.min(perSession, kills - tally.kills), nth };
    await oneSession(tally, random, extent, `crash-${seed}-${tally.kills}`);
  }
  return tally;
}

async function oneSession(
  tally: CrashTally,
  random: () => number,
  { kills, nth }: Pick<Extent, 'kills' | 'nth'>,
  id: string,
): Promise<void> {
  const stations = await openStations({
    model,
    onRequest: ({ verdict, warnings, rules, message }, name) => {
      if (verdict === 'refused' || warnings.length > 0)
        tally.wrong.push(`${id}: ${name} ${verdict} ${[...rules, ...warnings].join(' ')} ${message ?? ''}`);
    },
  });
  tally.providers = stations.all.length;
  const folder = temporaryFolder('crash');
  const safe = new Set<string>();
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const station = stations.all[Math.floor(random() * stations.all.length)] ?? stations.all[0];
      const moment = { events: Math.floor(random() * 70), ms: random() * 8 };
      const mode = kill === 0 ? 'new' : 'again';
      const reported = await killedAfter(moment, [folder, id, JSON.stringify(station && routeTo(station)), mode]);
      for (const call of reported) safe.add(call);
      tally.kills += 1;
      const asked = stations.all.filter((_, at) => at % nth === tally.kills % nth);
      await inspect(tally, asked, folder, id, safe);
    }
    tally.safe += safe.size;
  } finally {
    await stations.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function routeTo({ target: { key, ...target } }: Station): RouteTarget {
  return { ...target, credentials: [{ key: key ?? '' }] };
}

interface Moment {
  /** Counted from when it was ready: nothing can be lost before that. */
  readonly events: number;
  readonly ms: number;
}

/** What it had reported. */
async function killedAfter({ events, ms }: Moment, args: readonly string[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, [...programArgs('killed'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const reported: string[] = [];
  let seen = 0;
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready' || line === 'tick') seen += 1;
    if (seen > events) setTimeout(() => child.kill('SIGKILL'), ms);
    if (line.startsWith('safe ')) reported.push(line.slice(5));
  }
  await gone;
  return reported;
}

/**
 * Sends a request to each provider as the first one after the kill, each with a copy of what the process left behind; the last one
 * continues the session.
 */
async function inspect(
  tally: CrashTally,
  stations: readonly Station[],
  folder: string,
  id: string,
  safe: ReadonlySet<string>,
): Promise<void> {
  const effects = (await readFile(join(folder, 'effects.log'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  for (const call of effects.filter((each, index) => effects.indexOf(each) < index))
    tally.wrong.push(`${id}: ${call} was run twice`);
  tally.effects = Math.max(tally.effects, effects.length);
  const store = createJsonlStore(join(folder, 'sessions'));
  const last = stations.at(-1);
  for (const station of stations) {
    const text = await sayHello(tally, station, station === last ? store : await crashedCopy(store), folder, id);
    for (const call of safe)
      if (!text.includes(`[[result ${call}]]`))
        tally.wrong.push(`${id}: the result of ${call} is lost at ${station.name}`);
    if (station === last) tally.interrupted += text.match(/"synthetic":"interrupted"/g)?.length ?? 0;
  }
  await store.close();
}

/** The history it was sent with. */
async function sayHello(
  tally: CrashTally,
  station: Station,
  store: SessionStore,
  workspace: string,
  id: string,
): Promise<string> {
  const session = await resumeSession({
    ...{ workspace, environment: {}, tools: [], store, id, subagents: false as const },
    route: routeTo(station),
  });
  const text = JSON.stringify(session.state.contents);
  const end = await session.send('hello').ended;
  tally.asked += 1;
  if (end.outcome === 'done') tally.accepted += 1;
  else tally.wrong.push(`${id}: ${station.name} ${end.outcome} ${end.why ?? end.failure?.message}`);
  await session.close();
  return text;
}
