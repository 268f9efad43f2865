/**
 * `npm run bench:peers`: from a history in memory to the bytes of a request, beside other libraries, in one process, warm, one
 * after the other in every round. The others neither repair nor verify; Interlock does both. Then a session of 200 turns, a
 * request after each: the others convert the whole history every time. Writes `docs/proofs/bench-peers-*.json`.
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

/** Fewer rounds where one takes long: every row moves about the same number of bytes. */
const rows: readonly { readonly messages: number; readonly textLength: number; readonly rounds: number }[] = [
  { messages: 200, textLength: short, rounds: 300 },
  { messages: 2_000, textLength: short, rounds: 60 },
  { messages: 20_000, textLength: short, rounds: 12 },
  { messages: 200, textLength: long, rounds: 60 },
  { messages: 2_000, textLength: long, rounds: 12 },
  { messages: 20_000, textLength: long, rounds: 3 },
];

type Times = Readonly<Record<string, number[]>>;
interface Summary {
  readonly median: number;
  readonly least: number;
}

const stringify = 'stringify';
const results: object[] = [];
let isFastest = true;

await warmUp();
for (const api of apis)
  for (const ids of idKinds) for (const row of rows) await compare({ ...row, ids }, api, row.rounds);
for (const api of apis) await compareSessions(api);
writeProof({ script: 'bench:peers', passed: isFastest, counts: { unit: 'ms, median and least', results } });

/** All of them at a size at which everything is compiled. */
async function warmUp(): Promise<void> {
  for (const api of apis) {
    for (const ids of idKinds) {
      const contents = evenHistory({ messages: 600, textLength: short, ids });
      for (const peer of peers) {
        const make = peer.hold(contents, api);
        for (let round = 0; round < 30; round += 1) await make();
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
  report(`${api}, ${messages} messages of ${textLength}, ${ids} ids`, await interleave(tasks, rounds));
}

async function interleave(tasks: readonly (readonly [string, MakeBody])[], rounds: number): Promise<Times> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, make] of tasks) {
      const from = performance.now();
      const { length } = await make();
      const took = performance.now() - from;
      if (length === 0) throw new Error(`${name} made nothing`);
      times[name] ??= [];
      times[name].push(took);
    }
  }
  return times;
}

/** What all requests of a session cost together. Interlock's keeps what it has done, as its sessions do. */
async function compareSessions(api: Api): Promise<void> {
  const turns = Array.from({ length: sessionTurns }, (_, turn) => evenTurn(turn, short, 'foreign'));
  const histories = turns.map((_, turn) => turns.slice(0, turn + 1).flat());
  const times: Record<string, number[]> = {};
  for (let round = 0; round < 5; round += 1) {
    for (const peer of peers) {
      times[peer.name] ??= [];
      times[peer.name]?.push(await sessionTime(peer, histories, api));
    }
  }
  report(`${api}, a session of ${sessionTurns} turns`, times);
}

async function sessionTime(peer: Peer, histories: readonly (readonly Content[])[], api: Api): Promise<number> {
  const preparer = createPreparer(targets[api]);
  let total = 0;
  for (const contents of histories) {
    const make =
      peer === interlock ? () => joinedLength(preparer.prepare({ contents }).pieces()) : peer.hold(contents, api);
    const from = performance.now();
    await make();
    total += performance.now() - from;
  }
  return total;
}

/** Pieces are what is sent. */
function joinedLength(pieces: readonly Uint8Array[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}

function report(row: string, times: Times): void {
  const summaries = new Map(Object.entries(times).map(([name, all]) => [name, summaryOf(all)]));
  const own = summaries.get(interlock.name);
  if (own === undefined) return;
  console.log(row);
  for (const [name, { median, least }] of summaries) {
    const base = summaries.get(stringify);
    const ofStringify =
      base === undefined ? '' : `${ratio(median, base.median)} (${ratio(least, base.least)}) × stringify`;
    const ofOwn =
      name === interlock.name ? '' : `${ratio(median, own.median)} (${ratio(least, own.least)}) × Interlock`;
    console.log(`  ${name.padEnd(14)}${ms(median)} (${ms(least)})   ${ofStringify.padEnd(28)}${ofOwn}`);
    if (name !== stringify && name !== interlock.name && least <= own.least) isFastest = false;
  }
  results.push({
    row,
    ...Object.fromEntries([...summaries].map(([name, { median, least }]) => [name, [rounded(median), rounded(least)]])),
  });
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
