/**
 * One agent through the gateway: a session that begins at one provider, continues there by the agent's own resume, and then at
 * another, behind the agent's back. Every request has to be accepted, and to hold every result that any earlier one held.
 */
import { createGateway, createMemoryAnswerStore, type Gateway } from '@interlock/gateway';
import type { LoggedRequest, Model, Seen } from '@interlock/simulators';
import { nameOf, routeTarget } from '../../packages/gateway/test/open-gateway.ts';
import type { Station } from '../conformance/stations.ts';
import type { AgentDriver } from './agent-driver.ts';
import { openHome } from './run-agent.ts';
import { isConversation, promptFor, resultsOf, type TaskName, taskModel, writeProject } from './tasks.ts';

export interface Passage {
  readonly from: string;
  readonly to: string;
  readonly requests: number;
  /** Answers of earlier requests that the gateway found again, of those it gave out. */
  readonly seals: { readonly found: number; readonly missed: number };
  readonly pictures: number;
  /** What went wrong; empty if nothing did. */
  readonly wrong: readonly string[];
}

/** Gateways one after the other, each to one provider whatever the model is called, with one memory of the answers they gave. */
export function openGateways(write: (line: string) => void): (station: Station, port?: number) => Promise<Gateway> {
  const answers = createMemoryAnswerStore();
  return (station, port) => {
    const target = routeTarget(station);
    const models = {
      find: () => target,
      list: () => ['claude-opus-4-6', 'gpt-5.5', 'gemini-3-pro-preview', 'qwen3.8-max'],
    };
    return createGateway({ models, answers, environment: {}, log: { write }, ...(port === undefined ? {} : { port }) });
  };
}

export type OpenGateways = typeof openGateways;

export interface PassageOptions {
  readonly driver: AgentDriver;
  readonly from: Station;
  readonly to: Station;
  /** Sets who answers at all stations. */
  readonly answerWith: (model: Model) => void;
  /** How gateways are opened. Default: in this process. */
  readonly gateways?: OpenGateways;
  /** Something between the agent and the gateway, by the gateway's address. */
  readonly between?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }>;
}

export async function passThrough({
  driver,
  from,
  to,
  answerWith,
  between,
  gateways = openGateways,
}: PassageOptions): Promise<Passage> {
  const lines: Record<string, unknown>[] = [];
  const open = gateways((line) => void lines.push(JSON.parse(line)));
  let gateway = await open(from);
  const middle = await between?.(gateway.url);
  const agent = openHome(driver, { url: middle?.url ?? gateway.url, key: 'interlock' });
  const wrong: string[] = [];
  const starts = [from, to].map(({ simulator }) => simulator.log.length);
  try {
    writeProject(agent.folder);
    answerWith(taskModel(driver.tools, agent.folder));
    for (const task of ['first', 'second', 'third'] satisfies TaskName[]) {
      if (task === 'third') {
        const port = Number(new URL(gateway.url).port);
        await gateway.close();
        gateway = await open(to, port);
      }
      const { code, output } = await agent.run(driver.ask(promptFor(task), task === 'first' ? 'new' : 'last'));
      if (code !== 0) wrong.push(`${task}: exit ${code}: ${output.slice(-500)}`);
    }
  } finally {
    agent.remove();
    await middle?.close();
    await gateway.close();
  }
  const before = from.simulator.log.slice(starts[0]);
  const log = from.simulator === to.simulator ? before : [...before, ...to.simulator.log.slice(starts[1])];
  for (const request of log) {
    const said = refused(request);
    if (said !== undefined) wrong.push(said);
  }
  for (const { msg, end, status, failure } of lines) {
    if (msg === 'request' && end !== 'answered') wrong.push(`${String(end)} ${status}: ${JSON.stringify(failure)}`);
    if (msg === 'fault') wrong.push(JSON.stringify(lines.find((line) => line['msg'] === 'fault')));
  }
  const conversation = log.flatMap(({ seen }) => (isConversation(seen, driver.tools) ? [seen] : []));
  wrong.push(...lostResults(conversation));
  const switched = to.simulator.log
    .slice(starts[1])
    .some(({ seen }) => JSON.stringify(seen)?.includes('[[task third]]'));
  if (!switched) wrong.push(`${to.name} was never asked`);
  return {
    from: nameOf(from),
    to: nameOf(to),
    requests: log.length,
    seals: sealsIn(lines),
    pictures: picturesIn(conversation.at(-1)),
    wrong,
  };
}

export function refused({ verdict, rules, warnings, message }: LoggedRequest): string | undefined {
  if (verdict === 'served' || (verdict === 'accepted' && warnings.length === 0)) return undefined;
  return `${verdict} ${[...rules, ...warnings].join(' ')} ${message ?? ''}`;
}

/** Results that a request does not hold once although an earlier one held them, and those that none did. */
export function lostResults(
  conversation: readonly Seen[],
  done: readonly TaskName[] = ['first', 'second', 'third'],
): readonly string[] {
  const wrong: string[] = [];
  const known = new Set<string>();
  const expected = resultsOf(done);
  for (const [at, { turns }] of conversation.entries()) {
    const shown = JSON.stringify(turns.flatMap(({ results, role, text }) => [results, role === 'user' ? text : '']));
    for (const mark of expected) {
      const times = shown.split(mark).length - 1;
      if (times > 1 || (times === 0 && known.has(mark))) wrong.push(`request ${at + 1}: ${mark} ${times} times`);
      if (times > 0) known.add(mark);
    }
  }
  return [...wrong, ...expected.filter((mark) => !known.has(mark)).map((mark) => `${mark} never came back`)];
}

function sealsIn(lines: readonly Record<string, unknown>[]): Passage['seals'] {
  let [found, missed] = [0, 0];
  for (const { seals } of lines) {
    found += Number(Reflect.get(Object(seals), 'found') ?? 0);
    missed += Number(Reflect.get(Object(seals), 'missed') ?? 0);
  }
  return { found, missed };
}

function picturesIn(seen: Seen | undefined): number {
  const turns = seen?.turns ?? [];
  return turns.flatMap(({ media, results }) => [...media, ...results.flatMap((result) => result.media)]).length;
}
