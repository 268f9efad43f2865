/**
 * `npm run bench:runtime`: the cost of the scheduler, as ratios within one run: five parallel reads of equal length against one; the cost
 * per call in growing batches of trivial calls against the smallest batch; a batch against `Promise.all` of the bare functions.
 */
import type { ToolCallBlock } from '@interlock/transcript';
import type { Approvals } from '../packages/runtime/src/approval/approval.ts';
import { createScheduler } from '../packages/runtime/src/scheduler/batch-run.ts';
import { systemClock } from '../packages/runtime/src/time/clock.ts';
import type { Access, AgentTool } from '../packages/runtime/src/tool/tool.ts';

const readMs = 20;
const rounds = 15;
const sizes = [10, 100, 1_000, 10_000] as const;
/** For each size in each round. Processor time, and the best of all: other work on the machine only makes it slower. */
const callsPerRow = 10_000;
const sizeRounds = 6;

const patterns: readonly (readonly [string, (n: number) => Access])[] = [
  ['independent reads', (n) => ({ reads: [`workspace/src/file${n}.ts`] })],
  ['writes of one file', () => ({ writes: ['workspace/src/file.ts'] })],
  ['a folder read, a file in it written, in turn', (n) => (n % 2 ? { reads: ['w/src'] } : { writes: [`w/src/${n}`] })],
];

const allow: Approvals = {
  decide: async () => ({ verdict: 'allow', by: 'rule' }),
  denyOpen: () => undefined,
  remember: () => undefined,
  rules: [],
};

await printReads();
// Warm-up: all patterns share our code, and the first would pay for its compilation.
for (const [, access] of [...patterns, ...patterns])
  await runBatch(
    makeTool(access, async () => 'text'),
    10_000,
  );
for (const [name, access] of patterns) await printSizes(name, access);
console.log('target: 2');
await printOverhead();

async function printReads(): Promise<void> {
  const read = makeTool(
    () => ({ reads: ['file'] }),
    () => systemClock.sleep(readMs).then(() => 'text'),
  );
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await timeOf(() => runBatch(read, 1));
    ratios.push((await timeOf(() => runBatch(read, 5))) / one);
  }
  console.log(`five parallel reads compared with one: ${median(ratios).toFixed(2)} x (target: 1.3)`);
}

async function printSizes(name: string, access: (n: number) => Access): Promise<void> {
  const trivial = makeTool(access, async () => 'text');
  const best = new Map<number, number>();
  for (let round = 0; round < sizeRounds; round += 1) {
    for (const size of sizes) {
      const count = Math.ceil(callsPerRow / size);
      const cost = (await processorTimeOf(() => repeat(count, () => runBatch(trivial, size)))) / (count * size);
      best.set(size, Math.min(best.get(size) ?? cost, cost));
    }
  }
  const [first, ...rest] = sizes;
  const cells = rest.map((size) => `${size}: ${((best.get(size) ?? 0) / (best.get(first) ?? 0)).toFixed(2)} x`);
  console.log(`${name}: cost of a call in a batch of n compared with a batch of ${first}: ${cells.join(', ')}`);
}

async function printOverhead(): Promise<void> {
  const bare = async (): Promise<string> => JSON.stringify(await Promise.resolve({ text: 'text' }));
  const trivial = makeTool(() => ({}), bare);
  const turn = makeTool(
    () => ({}),
    () => systemClock.sleep(readMs).then(() => 'text'),
  );
  const size = 100;
  const trivials: number[] = [];
  const turns: number[] = [];
  for (let round = 0; round < 10 * rounds; round += 1) {
    const alone = await timeOf(() => Promise.all(Array.from({ length: size }, bare)));
    trivials.push((await timeOf(() => runBatch(trivial, size))) / alone);
  }
  for (let round = 0; round < rounds; round += 1) {
    const alone = await timeOf(() => Promise.all(Array.from({ length: 8 }, () => systemClock.sleep(readMs))));
    turns.push((await timeOf(() => runBatch(turn, 8))) / alone);
  }
  console.log(`${size} empty functions, as a batch compared with Promise.all: ${median(trivials).toFixed(1)} x`);
  console.log(
    `8 functions of ${readMs} ms, as a batch compared with Promise.all: ${median(turns).toFixed(2)} x (target: 1.1)`,
  );
}

async function runBatch(tool: AgentTool, size: number): Promise<void> {
  const scheduler = createScheduler({
    tools: () => new Map([[tool.name, tool]]),
    approvals: allow,
    workspace: { root: '/workspace', alsoAllowed: [] },
    environment: {},
    journal: { started: async () => undefined, settled: async () => undefined, late: async () => undefined },
    emit: () => undefined,
    clock: systemClock,
  });
  const calls = Array.from({ length: size }, (_, n): ToolCallBlock => {
    return { type: 'tool_call', id: `call_${n}`, name: tool.name, parameters: { n } };
  });
  const { settled } = await scheduler.run(calls, new AbortController().signal);
  if (settled.some(({ outcome }) => outcome.state !== 'complete')) throw new Error('a call did not complete');
}

function makeTool(access: (n: number) => Access, run: () => Promise<string>): AgentTool {
  return {
    name: 'read',
    description: 'Reads.',
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    kind: 'read',
    access: ({ n }) => access(Number(n)),
    subject: () => '',
    run,
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Includes all threads and the garbage collector; long batches are interrupted more often than short ones. */
async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
