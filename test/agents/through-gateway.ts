/**
 * Runs one agent through the gateway: a session starts at one provider, is resumed there by the agent, and then continues at another
 * provider without the agent knowing. Every request must be accepted and contain every result that an earlier one contained.
 */
import { createGateway, createMemoryAnswerStore, type Gateway } from '@interlock/gateway';
import type { LoggedRequest, Model, Seen } from '@interlock/simulators';
import { nameOf, routeTarget } from '../../packages/gateway/test/open-gateway.ts';
import type { Station } from '../conformance/stations.ts';
import type { AgentDriver } from './agent-driver.ts';
import { answersToFind, changedCalls, foundIn, lostMarks, lostPictures, picturesIn } from './check-conversation.ts';
import { openHome } from './run-agent.ts';
import { callsOf, isConversation, promptFor, type TaskName, taskModel, taskOf, writeProject } from './tasks.ts';

export interface Passage {
  readonly from: string;
  readonly to: string;
  readonly requests: number;
  /** How many of the answers that came back in requests the gateway found again. */
  readonly seals: { readonly found: number; readonly given: number };
  /** In the last request. */
  readonly pictures: number;
  /** What went wrong; empty if nothing did. */
  readonly wrong: readonly string[];
}

/** Opens gateways one after the other. Each routes every model name to one provider, and all share one memory of the answers they gave. */
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
  /** Sets the model that answers at all stations. */
  readonly answerWith: (model: Model) => void;
  /** How gateways are opened. Default: in this process. */
  readonly gateways?: OpenGateways;
  /** Starts something between the agent and the gateway, given the gateway's address. */
  readonly between?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }>;
}

const steps = ['first', 'second', 'third'] satisfies TaskName[];

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
    for (const task of steps) {
      if (task === 'third') {
        const port = Number(new URL(gateway.url).port);
        await gateway.close();
        gateway = await open(to, port);
      }
      const { code, output } = await agent.run(
        driver.ask(promptFor(task), task === 'first' ? 'new' : 'last', agent.home),
      );
      if (code !== 0) wrong.push(`${task}: exit ${code}: ${output.slice(-500)}`);
    }
  } finally {
    agent.remove();
    await middle?.close();
    await gateway.close();
  }
  const logs = [from, to].map(({ simulator }, at) => simulator.log.slice(starts[at]));
  const log = logs.flat();
  const conversations = logs.map((each) =>
    each.flatMap(({ seen }) => (isConversation(seen, driver.tools) ? [seen] : [])),
  );
  const conversation = conversations.flat();
  const seals = { found: foundIn(lines), given: answersToFind(conversation) };
  return {
    from: nameOf(from),
    to: nameOf(to),
    requests: log.length,
    seals,
    pictures: conversation.slice(-1).flatMap(picturesIn)[0] ?? 0,
    wrong: [
      ...wrong,
      ...log.flatMap((request) => refused(request, driver) ?? []),
      ...lines.flatMap(failed),
      ...lostMarks(conversation),
      ...changedCalls(conversation, callsOf(steps, driver.tools, agent.folder)),
      ...[from, to].flatMap(({ target }, at) => lostPictures(conversations[at] ?? [], target, driver)),
      ...(seals.found === seals.given ? [] : [`${seals.given} answers came back, of which ${seals.found} were found`]),
      ...misdirected(conversations),
    ],
  };
}

/** The third task belongs to the second provider, all before it to the first. */
function misdirected([before = [], after = []]: readonly (readonly Seen[])[]): readonly string[] {
  const early = before.filter((seen) => taskOf(seen) === 'third').length;
  const late = after.filter((seen) => taskOf(seen) !== 'third').length;
  return early + late === 0 && after.length > 0
    ? []
    : [`the switch: ${early} requests too late, ${late} too early, ${after.length} after it`];
}

/** What the gateway itself refused or could not answer. */
function failed({ msg, end, status, reason, failure, ...rest }: Record<string, unknown>): readonly string[] {
  if (msg === 'fault') return [JSON.stringify(rest)];
  if (msg === 'refused') return [`refused by the gateway: ${status} ${reason}`];
  return msg === 'request' && end !== 'answered' ? [`${end} ${status}: ${JSON.stringify(failure)}`] : [];
}

export function refused(
  { verdict, rules, warnings, message }: LoggedRequest,
  { breaks = [] }: Pick<AgentDriver, 'breaks'> = {},
): string | undefined {
  const warned = warnings.filter((rule) => !breaks.includes(rule));
  if (verdict === 'served' || (verdict === 'accepted' && warned.length === 0)) return undefined;
  return `${verdict} ${[...rules, ...warned].join(' ')} ${message ?? ''}`;
}
