/**
 * `npm run bench:import`: the processor time of reading a session of another agent (1,024 MB of Claude Code's records by default; the
 * argument changes it), compared with parsing every line, and the memory it needs besides its result.
 */
import { createReadStream, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { currentContents, readSession } from '@interlock/import';
import { temporaryFolder } from '../test/program/temporary-folder.ts';
import { writeProof } from '../test/proofs/write-proof.ts';

const megabytes = Number(process.argv[2] ?? 1_024);
const folder = temporaryFolder('bench');
const path = join(folder, 'session.jsonl');
const limits = { time: 2.5, memory: 3 };

/** One turn as Claude Code writes it: each result also in raw form, with snapshots in between. */
function* turn(number: number): Generator<object> {
  const id = (kind: string): string => `${number}-${kind}`;
  const common = {
    isSidechain: false,
    cwd: '/home/user/project',
    sessionId: 'bench',
    version: '2.1.325',
    userType: 'external',
  };
  const output = `line ${number} of a file that was read, with "quotes" and\ttabs\n`.repeat(100);
  const before = number === 0 ? null : `${number - 1}-answer`;
  const message = {
    id: id('m'),
    role: 'assistant',
    model: 'claude-opus-5-5',
    usage: { input_tokens: 9, output_tokens: 9 },
  };
  yield {
    ...common,
    type: 'user',
    uuid: id('user'),
    parentUuid: before,
    message: { role: 'user', content: `Question ${number}.` },
  };
  const thinking = { type: 'thinking', thinking: 'Let me see. '.repeat(20), signature: 'x'.repeat(400) };
  yield {
    ...common,
    type: 'assistant',
    uuid: id('t'),
    parentUuid: id('user'),
    message: { ...message, content: [thinking] },
  };
  const call = {
    type: 'tool_use',
    id: id('call'),
    name: 'Read',
    input: { file_path: `/home/user/project/${number}.ts` },
  };
  yield { ...common, type: 'assistant', uuid: id('c'), parentUuid: id('t'), message: { ...message, content: [call] } };
  const result = { type: 'tool_result', tool_use_id: id('call'), content: output };
  const raw = { type: 'text', file: { filePath: 'x', content: output } };
  yield {
    ...common,
    type: 'user',
    uuid: id('r'),
    parentUuid: id('c'),
    message: { role: 'user', content: [result] },
    toolUseResult: raw,
  };
  yield { type: 'file-history-snapshot', snapshot: { files: { a: 'b'.repeat(300) } } };
  const text = { type: 'text', text: 'The answer is in the file. '.repeat(20) };
  yield {
    ...common,
    type: 'assistant',
    uuid: id('answer'),
    parentUuid: id('r'),
    message: { ...message, id: id('n'), content: [text] },
  };
}

function write(): number {
  const file = openSync(path, 'w');
  let bytes = 0;
  for (let number = 0; bytes < megabytes * 1024 * 1024; number += 1) {
    bytes += writeSync(file, `${[...turn(number)].map((record) => JSON.stringify(record)).join('\n')}\n`);
  }
  return bytes;
}

/** Includes all threads and garbage collection; other programs on this machine hardly affect it. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Keeps nothing: there is no cheaper way to look at every record. */
async function parseLines(): Promise<number> {
  const from = cpuTime();
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) JSON.parse(line);
  }
  return cpuTime() - from;
}

async function timeReading(): Promise<number> {
  const from = cpuTime();
  await readSession(path);
  return cpuTime() - from;
}

interface Memory {
  readonly contents: number;
  readonly problems: number;
  readonly result: number;
  readonly peak: number;
}

/** The heap in use between two steps of reading, after garbage collection: what reading needs, not what V8 has not freed yet. */
async function measureMemory(): Promise<Memory> {
  const empty = used();
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, used() - empty);
  };
  const watch = setInterval(look, 2_000);
  const session = await readSession(path);
  clearInterval(watch);
  peak = Math.max(peak, process.memoryUsage().heapUsed - empty);
  const result = used() - empty;
  return { contents: currentContents(session).length, problems: session.problems.length, result, peak };
}

const mega = (bytes: number): number => Math.round(bytes / 1024 / 1024);

function used(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const bytes = write();
try {
  const parsing = await parseLines();
  const reading = await timeReading();
  const { contents, problems, result, peak } = await measureMemory();
  const counts = {
    megabytes: mega(bytes),
    contents,
    parseSeconds: Math.round(parsing / 100) / 10,
    readSeconds: Math.round(reading / 100) / 10,
    timesParsing: Math.round((reading / parsing) * 100) / 100,
    resultMegabytes: mega(result),
    peakMegabytes: mega(peak),
    timesResult: Math.round((peak / result) * 100) / 100,
  };
  console.table(counts);
  const passed = counts.timesParsing <= limits.time && counts.timesResult <= limits.memory && problems === 0;
  writeProof({ script: 'bench:import', args: process.argv.slice(2), passed, counts });
  process.exitCode = passed ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
