/**
 * What the real agents sent in a run (`fixtures/agents`), sent again: three calls at once, one that fails, a picture, a second prompt by the
 * agent's own resume, and a third one at another provider. Ids of calls are those of this run; all else is the agent's.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Model, Seen } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentDriver } from '../../../test/agents/agent-driver.ts';
import {
  answersToFind,
  changedCalls,
  foundIn,
  lostMarks,
  lostPictures,
} from '../../../test/agents/check-conversation.ts';
import { passingDrivers } from '../../../test/agents/drivers/index.ts';
import { callIdsIn, type Exchange, lengthened, type Recording, unpacked } from '../../../test/agents/recording.ts';
import { callsOf, isConversation, taskModel } from '../../../test/agents/tasks.ts';
import { openGateways, refused } from '../../../test/agents/through-gateway.ts';
import { openStations, type Station, type Stations } from '../../../test/conformance/stations.ts';
import { times } from '../../../test/property/runs.ts';
import { send } from './send.ts';

/** Where the agents were, as it is in the recordings. */
const project = '/home/user/project';
const folder = join(import.meta.dirname, '../../../fixtures/agents');
const recordings: readonly Recording[] = readdirSync(folder).map((file) =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')),
);

let opened: Stations;
let model: Model | undefined;
beforeAll(async () => {
  // The thoughts of a run are those of the recording: some agents give them back as text.
  const answer: Model = (seen) => model?.(seen) ?? { parts: [{ say: 'Yes.' }], stop: 'end' };
  opened = await openStations({ model: answer, numbered: false });
});
afterAll(() => opened.close());

test('every agent is recorded in the version that is run', () => {
  const named = ({ agent, variant, version }: Pick<AgentDriver, 'agent' | 'variant' | 'version'>): string =>
    [agent, variant, version].filter(Boolean).join(', ');
  expect(recordings.map(named).toSorted()).toEqual(passingDrivers.map(named).toSorted());
});

/** The prompt of an agent alone does not fit. */
const tooSmall: ReadonlySet<string> = new Set(['llama3']);

/** Nothing else that these agents send is broken: after a resume, Gemini CLI sends every result twice. */
const doublesResults: ReadonlySet<string> = new Set(['gemini-cli']);

/** Two providers each, a different pair for every agent; `gateway:long` takes all. */
const fewPairs = 2;

test.each(
  recordings.map((recording, place) => ({
    name: [recording.agent, recording.variant].filter(Boolean).join(', '),
    ...recording,
    place,
  })),
)(
  '$name: every request is accepted and no repair is needed, with every word, call, result and picture in every later one, and every seal is found',
  async ({ agent, variant, exchanges, place }) => {
    const driver = passingDrivers.find((each) => each.agent === agent && each.variant === variant);
    if (driver === undefined) throw new Error(`There is no driver for ${agent}.`);
    model = taskModel(driver.tools, project);
    const calls = callsOf(['first', 'second', 'third'], driver.tools, project);
    const stations = opened.all.filter(({ target }) => !tooSmall.has(target.model ?? ''));
    const faults: object[] = [];
    const pairs = times > 1 ? stations.length : fewPairs;
    for (let at = 0; at < pairs; at += 1) {
      const from = stations[(place * fewPairs + at) % stations.length] as Station;
      const to = stations[(place * fewPairs + at + 7) % stations.length] as Station;
      const { wrong, seen, found } = await replay(unpacked(exchanges), from, to, driver);
      const conversations = seen.map((each) => each.filter((one) => isConversation(one, driver.tools)));
      const conversation = conversations.flat();
      const pictures = [from, to].map(({ target }, each) => lostPictures(conversations[each] ?? [], target, driver));
      const lost = [...lostMarks(conversation), ...changedCalls(conversation, calls), ...pictures.flat()];
      const unfound = answersToFind(conversation) - found;
      if (wrong.length + lost.length > 0 || unfound !== 0)
        faults.push({ from: from.name, to: to.name, wrong, lost, unfound });
    }
    expect(faults).toEqual([]);
  },
);

interface Replayed {
  readonly wrong: readonly string[];
  /** At the first provider, and at the second. */
  readonly seen: readonly [readonly Seen[], readonly Seen[]];
  /** Answers that the gateway found again. */
  readonly found: number;
}

async function replay(
  exchanges: readonly Exchange[],
  from: Station,
  to: Station,
  driver: AgentDriver,
): Promise<Replayed> {
  const ids = new Map<string, string>();
  const wrong: string[] = [];
  const seen: [Seen[], Seen[]] = [[], []];
  const lines: Record<string, unknown>[] = [];
  const open = openGateways((line) => void lines.push(JSON.parse(line)));
  const gateways = { from: await open(from), to: await open(to) };
  for (const { path, headers, body, calls } of exchanges) {
    const sent = lengthened(JSON.stringify(body));
    const isSwitched = sent.includes('[[task third]]');
    const station = isSwitched ? to : from;
    const start = station.simulator.log.length;
    const text = [...ids].reduce((changed, [recorded, given]) => changed.replaceAll(recorded, given), sent);
    const told = await send(gateways[isSwitched ? 'to' : 'from'].url, path, text, headers);
    if (told.status !== 200) wrong.push(`${told.status} ${JSON.stringify(told.body).slice(0, 300)}`);
    const answer = typeof told.body === 'string' ? told.body : JSON.stringify(told.body);
    for (const [place, id] of callIdsIn(answer).entries()) ids.set(calls[place] ?? id, id);
    const logged = station.simulator.log.slice(start);
    wrong.push(...logged.flatMap((request) => refused(request, driver) ?? []));
    seen[isSwitched ? 1 : 0].push(...logged.flatMap((request) => request.seen ?? []));
  }
  await Promise.all([gateways.from.close(), gateways.to.close()]);
  const repaired = lines
    .flatMap(({ repairs }) => (Array.isArray(repairs) ? repairs : []))
    .filter(({ kind }) => !(kind === 'deduplicated' && doublesResults.has(driver.agent)));
  wrong.push(...repaired.map((repair) => `repaired: ${JSON.stringify(repair)}`));
  return { wrong, seen, found: foundIn(lines) };
}
