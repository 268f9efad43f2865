/**
 * One agent writes its own session, at its own provider: parallel calls, one that fails, a picture, a resume, a kill during a call, a
 * compaction, a fork. The session is then imported. Every result the agent ever received must be there exactly once, at its call, and the
 * conversation must continue at every provider.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGateway, type Gateway } from '@interlock/gateway';
import {
  currentContents,
  type FoundSession,
  findSessions,
  type ImportedSession,
  type Machine,
  readSession,
  type Verification,
  verifySession,
} from '@interlock/import';
import type { RouteTarget } from '@interlock/runtime';
import { createApi, type LoggedRequest, type Simulator, startSimulator } from '@interlock/simulators';
import type { Block } from '@interlock/transcript';
import type { Agent } from '../conformance/agent.ts';
import type { Station } from '../conformance/stations.ts';
import { complaintsAboutContents } from '../import/accepted.ts';
import type { AgentDriver, AgentRun } from './agent-driver.ts';
import { type AgentHome, openHome } from './run-agent.ts';
import { isConversation, promptFor, resultMark, taskModel, writeProject } from './tasks.ts';

export interface WrittenAndImported {
  /** Requests of the agent itself, and how many of them the provider refused. */
  readonly requests: number;
  readonly refused: readonly string[];
  readonly sessions: readonly SessionCounts[];
  readonly wrong: readonly string[];
}

interface SessionCounts {
  readonly messages: number;
  readonly results: number;
  readonly pictures: number;
  readonly closed: number;
  readonly compactions: number;
  readonly branches: number;
  /** Providers at which it continues. */
  readonly continuedAt: number;
  readonly digests?: Omit<Verification, 'missing'> & { readonly missing: number };
}

export interface WritingOptions {
  readonly driver: AgentDriver;
  /** Puts the gateway between the agent and its provider, for an agent that cannot resume without it. */
  readonly throughGateway?: boolean;
  readonly agent: Agent;
  readonly stations: readonly Station[];
  /** Called before the files are removed. */
  readonly keep?: (home: AgentHome, found: readonly FoundSession[]) => Promise<void> | void;
}

export async function writeAndImport({
  driver,
  agent,
  stations,
  keep,
  throughGateway = false,
}: WritingOptions): Promise<WrittenAndImported> {
  let model: ReturnType<typeof taskModel> | undefined;
  const simulator = await startSimulator(createApi(driver.api), {
    model: (seen) => model?.(seen) ?? { parts: [{ say: 'Not yet.' }], stop: 'end' },
  });
  const gateway = throughGateway ? await gatewayTo(simulator) : undefined;
  const home = openHome(driver, { url: gateway?.url ?? simulator.url + (driver.path ?? ''), key: simulator.key });
  const machine: Machine = { platform: process.platform, home: home.home, environment: home.environment };
  try {
    writeProject(home.folder);
    model = taskModel(driver.tools, home.folder);
    const wrong = [
      ...(await writeSessions(
        driver,
        home,
        () => findMain(driver, home.folder, machine),
        gateway !== undefined || driver.resumes !== false,
      )),
    ];
    const found = await findSessions(home.folder, { agents: [driver.reader ?? driver.agent], machine });
    const sessions: ImportedSession[] = [];
    const counts: SessionCounts[] = [];
    for (const one of found) {
      const session = await readSession(one, { machine });
      sessions.push(session);
      const problems = session.problems.filter(({ code }) => !expected.has(code));
      wrong.push(...problems.map(({ code, place, message }) => `${code} at ${place}: ${message}`));
      const contents = currentContents(session);
      const complaints = await complaintsAboutContents(driver.agent, contents, agent, stations);
      wrong.push(...complaints);
      const verified = await verifySession(one, { machine });
      if (verified !== undefined && verified.missing.length > 0)
        wrong.push(`${verified.missing.length} digests do not match`);
      counts.push({ ...countsOf(session), continuedAt: stations.length - complaints.length, ...digests(verified) });
    }
    wrong.push(...misplaced(sessions, simulator.log, driver));
    await keep?.(home, found);
    return { requests: simulator.log.length, refused: simulator.log.flatMap(refusal), sessions: counts, wrong };
  } finally {
    home.remove();
    await gateway?.close();
    await simulator.close();
  }
}

/** A compaction that only the provider can read is reported, and the messages it replaced are kept. */
const expected: ReadonlySet<string> = new Set(['unreadable-compaction']);

function gatewayTo({ url, key }: Simulator): Promise<Gateway> {
  const find = (model: string): RouteTarget => ({
    provider: 'google',
    model,
    endpoint: `${url}/v1beta`,
    credentials: [{ key }],
  });
  return createGateway({ models: { find, list: () => [] }, environment: {} });
}

async function findMain(driver: AgentDriver, folder: string, machine: Machine): Promise<FoundSession | undefined> {
  return (await findSessions(folder, { agents: [driver.reader ?? driver.agent], machine }))[0];
}

/** What went wrong in the agent itself. */
async function writeSessions(
  driver: AgentDriver,
  home: AgentHome,
  find: () => Promise<FoundSession | undefined>,
  isWhole: boolean,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const step = async (name: string, run: AgentRun): Promise<void> => {
    const { code, output } = await home.run(run);
    if (code !== 0) wrong.push(`${name}: exit ${code}: ${output.slice(-600)}`);
  };
  const running = join(home.folder, 'running.pid');
  await step('first', driver.ask(promptFor('first'), 'new', home.home));
  if (!isWhole) {
    await home.run(driver.ask(promptFor('second'), 'last', home.home));
    return wrong;
  }
  await step('second', driver.ask(promptFor('second'), 'last', home.home));
  await home.runUntil(driver.ask(promptFor('killed'), 'last', home.home), isWritten(running, find));
  if (existsSync(running)) endProcess(Number(readFileSync(running, 'utf8')));
  else wrong.push('killed: the call did not begin');
  await step('after the kill', driver.ask(promptFor('afterKill'), 'last', home.home));
  const id = (await find())?.id ?? '';
  if (driver.compact !== undefined) {
    const { code, output } = await driver.compact(home, { id, prompt: promptFor('talk') });
    if (code !== 0) wrong.push(`compaction: exit ${code}: ${output.slice(-600)}`);
    await step('after the compaction', driver.ask(promptFor('afterCompaction'), 'last', home.home));
  }
  if (driver.fork !== undefined) await step('fork', driver.fork(promptFor('forked'), id));
  return wrong;
}

/** The call is running, and the agent has recorded it; an agent that never does leaves nothing of the call in its file. */
function isWritten(running: string, find: () => Promise<FoundSession | undefined>): () => boolean {
  let looks = 0;
  let written = false;
  return () => {
    if (!existsSync(running)) return false;
    looks += 1;
    void find().then((found) => {
      written ||= found !== undefined && readFileSync(found.path).includes('running.pid');
    });
    return written || looks > mostLooks;
  };
}

const mostLooks = 60;

/** Kills the command of the killed agent if it is still running. */
function endProcess(pid: number): void {
  try {
    if (pid > 1) process.kill(pid, 'SIGKILL');
  } catch {
    // It ended together with the agent.
  }
}

function refusal({ verdict, rules, message }: LoggedRequest): readonly string[] {
  return verdict === 'accepted' || verdict === 'served' ? [] : [`${verdict} ${rules.join(' ')} ${message ?? ''}`];
}

function digests(verified: Verification | undefined): Pick<SessionCounts, 'digests'> {
  return verified === undefined ? {} : { digests: { ...verified, missing: verified.missing.length } };
}

function countsOf(session: ImportedSession): Omit<SessionCounts, 'continuedAt'> {
  const blocks = blocksOf(session);
  return {
    messages: session.log.filter(({ kind }) => kind === 'content').length,
    results: blocks.filter(({ type }) => type === 'tool_response').length,
    pictures: blocks.filter(({ type }) => type === 'media').length,
    closed: session.log.filter(({ kind }) => kind === 'closed').length,
    compactions: session.log.filter(({ kind }) => kind === 'compaction').length,
    branches: session.branches.length,
  };
}

export function blocksOf({ log }: ImportedSession): readonly Block[] {
  return log.flatMap((entry) => (entry.kind === 'content' ? entry.content.blocks : []));
}

/** Results that the agent received but that are missing from every session, appear twice in one, or are attached to the wrong call. */
function misplaced(
  sessions: readonly ImportedSession[],
  log: readonly LoggedRequest[],
  { tools }: AgentDriver,
): readonly string[] {
  const had = new Set(
    log.flatMap(({ seen }) =>
      isConversation(seen, tools) ? (JSON.stringify(seen.turns).match(/\[\[result \d+\]\]/g) ?? []) : [],
    ),
  );
  const wrong: string[] = [];
  for (let number = 1; number <= 10; number += 1) {
    const mark = resultMark(number);
    const places = sessions.map((session) => placesOf(mark, `${number}.txt`, blocksOf(session)));
    if (had.has(mark) && places.every(({ right }) => right === 0)) wrong.push(`${mark} was not imported`);
    for (const { right, other } of places) {
      if (right > 1 || other > 0) wrong.push(`${mark}: ${right} times at its call, ${other} times elsewhere`);
    }
  }
  return wrong;
}

/** How often a result is attached to the call that asked for its file, and how often to another. */
export function placesOf(mark: string, file: string, blocks: readonly Block[]): { right: number; other: number } {
  const calls = new Map(blocks.flatMap((block) => (block.type === 'tool_call' ? [[block.id, block] as const] : [])));
  let [right, other] = [0, 0];
  for (const block of blocks) {
    if (block.type !== 'tool_response' || !JSON.stringify(block).includes(mark)) continue;
    const call = calls.get(block.callId);
    if (call !== undefined && JSON.stringify(call.parameters).match(new RegExp(`\\b${file}`)) !== null) right += 1;
    else other += 1;
  }
  return { right, other };
}
