/**
 * `npm run bench:peers`: compares Interlock with other libraries, from a history in memory to the bytes of a request, in one warm process,
 * interleaved in every round, in processor time. The others neither repair nor verify; Interlock does both. Then a session of 200 turns
 * with a request after each: the others convert the whole history every time. Everything is measured twice and written to
 * `docs/proofs/bench-peers-*.json` with the targets and whether they were reached.
 */
import type { Content } from '@interlock/transcript';
import { createPreparer } from '@interlock/wire';
import { writeProof } from '../../test/proofs/write-proof.ts';
import { type EvenHistoryOptions, evenHistory, evenTurn } from '../even-history.ts';
import { aiSdk } from './ai-sdk.ts';
import { interlock, targets } from './interlock.ts';
import { langchain } from './langchain.ts';
import { llmBridge } from './llm-bridge.ts';
import { type Api, bytesOf, type MakeBody, type Peer } from './peer.ts';
import { piAi } from './pi-ai.ts';

const peers: readonly Peer[] = [interlock, aiSdk, piAi, langchain, llmBridge];
const apis: readonly Api[] = ['anthropic', 'openai-chat'];
const idKinds: readonly EvenHistoryOptions['ids'][] = ['foreign', 'canonical'];
const short = 100;
const long = 4_000;
const sessionTurns = 200;
/** `npm run bench:peers -- 8`: an eighth of the rounds, for a busy machine. */
const share = Number(process.argv[2] ?? 1);

/** Fewer rounds where one takes long: every row processes about the same number of bytes. */
const rows: readonly { readonly messages: number; readonly textLength: number; readonly rounds: number }[] = [
  { messages: 200, textLength: short, rounds: 200 },
  { messages: 2_000, textLength: short, rounds: 60 },
  { messages: 20_000, textLength: short, rounds: 8 },
  { messages: 200, textLength: long, rounds: 40 },
  { messages: 2_000, textLength: long, rounds: 8 },
  { messages: 20_000, textLength: long, rounds: 2 },
];

/** Long histories for the work per message, and many short ones for the work per request. */
const warmUps = [
  { messages: 600, rounds: 30 },
  { messages: 12, rounds: 1_500 },
];

type Times = Readonly<Record<string, number[]>>;
interface Summary {
  readonly median: number;
  readonly least: number;
}

const stringify = 'stringify';
const results: object[] = [];
/** Each becomes false as soon as one row misses it; by minimum times. */
const goals = {
  'faster than every peer at 2,000 short messages with foreign ids': true,
  'at most 2 × stringify at 2,000 short messages with foreign ids': true,
  'a session of 200 turns at most a tenth of the fastest peer': true,
};

await warmUp();
for (const pass of [1, 2]) {
  console.log(`Pass ${pass}`);
  for (const api of apis)
    for (const ids of idKinds)
      for (const row of rows) await compare({ ...row, ids }, api, Math.ceil(row.rounds / share));
  for (const api of apis) await compareSessions(api);
  for (const api of apis) await measureGrowth(api);
}
console.log(goals);
const passed = Object.values(goals).every(Boolean);
const args = share === 1 ? [] : [String(share)];
writeProof({
  script: 'bench:peers',
  args,
  passed,
  counts: { unit: 'ms of processor time, median and least', goals, results },
});

/** Runs all of them until everything is compiled. */
async function warmUp(): Promise<void> {
  for (const api of apis) {
    for (const ids of idKinds) {
      for (const { messages, rounds } of warmUps) {
        const contents = evenHistory({ messages, textLength: short, ids });
        for (const peer of peers) {
          const make = peer.hold(contents, api);
          for (let round = 0; round < rounds; round += 1) await make();
        }
      }
    }
  }
}

async function compare(options: EvenHistoryOptions, api: Api, rounds: number): Promise<void> {
  const contents = evenHistory(options);
  const body: unknown = JSON.parse(new TextDecoder().decode(await interlock.hold(contents, api)()));
  const tasks: [string, MakeBody][] = peers.map((peer) => [peer.name, peer.hold(contents, api)]);
  tasks.push([stringify, () => bytesOf(body)]);
  const { messages, textLength, ids } = options;
  const summaries = report(
    `${api}, ${messages} messages of ${textLength}, ${ids} ids`,
    await interleave(tasks, rounds),
  );
  if (messages !== 2_000 || textLength !== short || ids !== 'foreign') return;
  const own = leastOf(summaries, interlock.name);
  if (own >= fastestPeer(summaries)) goals['faster than every peer at 2,000 short messages with foreign ids'] = false;
  if (own > 2 * leastOf(summaries, stringify))
    goals['at most 2 × stringify at 2,000 short messages with foreign ids'] = false;
}

function leastOf(summaries: ReadonlyMap<string, Summary>, name: string): number {
  return summaries.get(name)?.least ?? Number.NaN;
}

function fastestPeer(summaries: ReadonlyMap<string, Summary>): number {
  return Math.min(...peers.filter((peer) => peer !== interlock).map(({ name }) => leastOf(summaries, name)));
}

/**
 * Interlock and `JSON.stringify` alone, up to 100,000 messages: the time per message must not grow. Long histories are slower for both
 * once they no longer fit into the processor's cache, so the ratio counts.
 */
async function measureGrowth(api: Api): Promise<void> {
  const row: Record<string, readonly number[]> = {};
  for (const messages of [200, 2_000, 20_000, 100_000]) {
    const make = interlock.hold(evenHistory({ messages, textLength: short, ids: 'foreign' }), api);
    const body: unknown = JSON.parse(new TextDecoder().decode(await make()));
    const tasks: [string, MakeBody][] = [
      [interlock.name, make],
      [stringify, () => bytesOf(body)],
    ];
    const times = await interleave(tasks, Math.min(100, Math.max(5, 100_000 / messages)));
    const [own = Number.NaN, base = Number.NaN] = tasks.map(([name]) => summaryOf(times[name] ?? []).least);
    row[messages] = [(1_000 * own) / messages, (1_000 * base) / messages, own / base].map(rounded);
  }
  console.log(`${api}, µs per message, by number of messages: Interlock, stringify, ratio`, row);
  results.push({ row: `${api}, µs for each of so many messages, foreign ids: Interlock, stringify, ratio`, ...row });
}

/** Milliseconds of processor time so far, of all threads: excludes other programs on the machine, includes garbage collection. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function interleave(tasks: readonly (readonly [string, MakeBody])[], rounds: number): Promise<Times> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, make] of tasks) {
      const from = spent();
      const { length } = await make();
      const took = spent() - from;
      if (length === 0) throw new Error(`${name} made nothing`);
      times[name] ??= [];
      times[name].push(took);
    }
  }
  return times;
}

/** The total cost of all requests of a session. Interlock keeps its work between requests, as its sessions do. */
async function compareSessions(api: Api): Promise<void> {
  const turns = Array.from({ length: sessionTurns }, (_, turn) => evenTurn(turn, short, 'foreign'));
  const histories = turns.map((_, turn) => turns.slice(0, turn + 1).flat());
  const times: Record<string, number[]> = {};
  for (let round = 0; round < Math.ceil(5 / share) + 1; round += 1) {
    for (const peer of peers) {
      times[peer.name] ??= [];
      times[peer.name]?.push(await sessionTime(peer, histories, api));
    }
  }
  const summaries = report(`${api}, a session of ${sessionTurns} turns`, times);
  if (10 * leastOf(summaries, interlock.name) > fastestPeer(summaries))
    goals['a session of 200 turns at most a tenth of the fastest peer'] = false;
}

async function sessionTime(peer: Peer, histories: readonly (readonly Content[])[], api: Api): Promise<number> {
  const preparer = createPreparer(targets[api]);
  let total = 0;
  for (const contents of histories) {
    const make =
      peer === interlock ? () => joinedLength(preparer.prepare({ contents }).pieces()) : peer.hold(contents, api);
    const from = spent();
    await make();
    total += spent() - from;
  }
  return total;
}

/** The pieces are sent as they are. */
function joinedLength(pieces: readonly Uint8Array[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}

function report(row: string, times: Times): ReadonlyMap<string, Summary> {
  const summaries = new Map(Object.entries(times).map(([name, all]) => [name, summaryOf(all)]));
  const own = summaries.get(interlock.name);
  if (own === undefined) return summaries;
  console.log(row);
  for (const [name, { median, least }] of summaries) {
    const base = summaries.get(stringify);
    const ofStringify =
      base === undefined ? '' : `${ratio(median, base.median)} (${ratio(least, base.least)}) × stringify`;
    const ofOwn =
      name === interlock.name ? '' : `${ratio(median, own.median)} (${ratio(least, own.least)}) × Interlock`;
    console.log(`  ${name.padEnd(14)}${ms(median)} (${ms(least)})   ${ofStringify.padEnd(28)}${ofOwn}`);
  }
  results.push({
    row,
    ...Object.fromEntries([...summaries].map(([name, { median, least }]) => [name, [rounded(median), rounded(least)]])),
  });
  return summaries;
}

function summaryOf(all: readonly number[]): Summary {
  const sorted = all.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, least: sorted[0] ?? Number.NaN };
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`.padStart(11);
}

function ratio(value: number, base: number): string {
  return (value / base).toFixed(2);
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
