/**
 * Conversations of each client format, damaged at random as clients with a fault do it, through the gateway: every request is accepted
 * upstream, what the client sent reaches the model as often as it was sent or the report says why not, and repairs name the client's ids.
 */
import { echoModel, type LoggedRequest } from '@interlock/simulators';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../test/conformance/mulberry32.ts';
import { complaint } from '../../../test/conformance/seen-marks.ts';
import type { Station } from '../../../test/conformance/stations.ts';
import { times } from '../../../test/property/runs.ts';
import { countMarks } from '../../transcript/test/property/marks.ts';
import { type ClientFormat, clientFormats } from './damaged/client-formats.ts';
import { makeConversation, type Pick } from './damaged/conversation.ts';
import { damageFields, damageOrder } from './damaged/damage-list.ts';
import { pairingFaults } from './damaged/pairing-faults.ts';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({ model: echoModel });
});
afterAll(() => opened.close());

interface Sent {
  readonly status: number;
  readonly told: string;
  readonly asked: readonly LoggedRequest[];
  readonly repairs: readonly { readonly kind: string; readonly callIds: readonly string[] }[];
  readonly leftOut: readonly string[];
  readonly passed: string;
}

async function ask(format: ClientFormat, station: Station, body: JsonObject): Promise<Sent> {
  const model = nameOf(station);
  const before = station.simulator.log.length;
  const named = format.api === 'gemini' ? body : { ...body, model, stream: false };
  const { status, headers, body: answer } = await send(opened.gateway.url, format.path(model), named);
  const id = headers.get('x-interlock-request-id');
  const {
    repairs = [],
    leftOut = [],
    passed = '',
  } = (opened.lines.findLast(({ requestId }) => requestId === id) ?? {}) as {
    repairs?: Sent['repairs'];
    leftOut?: readonly { readonly what: string }[];
    passed?: string;
  };
  const asked = station.simulator.log.slice(before).filter(({ path }) => !path.endsWith('/api/show'));
  const left = leftOut.map(({ what }) => what).filter((what) => !what.startsWith('media'));
  return { status, told: JSON.stringify(answer), asked, repairs, leftOut: left, passed };
}

/** Nothing is left that a model could answer. */
const nothingToSay = /There is no prompt|no message to send|must be a list|not a string|neither text|neither a string/;

/** Anthropic itself takes a first message of the model and several messages of the user in a row (live); other hosts never get them. */
const takenByAnthropic: ReadonlySet<string> = new Set(['ANT-020', 'ANT-021']);

function faultsOf({ status, told, asked, repairs, passed }: Sent, list: JsonValue): readonly string[] {
  const judged = asked.at(-1);
  if (judged === undefined) return nothingToSay.test(told) ? [] : [`not sent: ${status} ${told}`];
  const isTaken = passed === 'whole' && judged.warnings.every((rule) => takenByAnthropic.has(rule));
  const refusal = judged.verdict === 'accepted' && isTaken ? undefined : complaint(judged);
  const text = JSON.stringify(list);
  const strange = repairs.flatMap(({ callIds }) =>
    callIds.filter((id) => !id.startsWith('hist_tool_') && !text.includes(JSON.stringify(id).slice(1, -1))),
  );
  const seen = countMarks(judged.seen ?? null);
  const more = [...seen].filter(([mark, times]) => times > (countMarks(list).get(mark) ?? 1));
  return [
    ...(status === 200 ? [] : [`answered with ${status}`]),
    ...(refusal === undefined ? [] : [refusal]),
    ...strange.map((id) => `unknown id ${id}`),
    ...more.map(([mark]) => `more than once: ${mark}`),
  ];
}

function lostIn({ asked }: Sent, list: JsonValue): readonly string[] {
  const judged = asked.at(-1);
  if (judged === undefined) return [];
  const seen = countMarks(judged.seen ?? null);
  return [...countMarks(list)].flatMap(([mark, times]) => new Array(times - (seen.get(mark) ?? 0)).fill(mark));
}

/** Sends `runs` conversations to a station each; `check` names what is wrong. */
async function play(
  format: ClientFormat,
  runs: number,
  damage: (list: readonly JsonValue[], pick: Pick) => readonly JsonValue[],
  check: (sent: Sent, list: JsonValue) => readonly string[],
  ids: 'unique' | 'repeated' = 'unique',
): Promise<void> {
  const wrong: object[] = [];
  for (let seed = 1; seed <= runs * times; seed += 1) {
    const random = mulberry32(seed);
    const pick: Pick = (below) => Math.floor(random() * below);
    const request = format.write(makeConversation(pick, ids));
    const list = damage(request[format.list] as readonly JsonValue[], pick);
    const station = opened.stations[pick(opened.stations.length)] as Station;
    const sent = await ask(format, station, { ...request, [format.list]: list });
    const faults = [...faultsOf(sent, list), ...check(sent, list)];
    if (faults.length > 0) wrong.push({ seed, station: station.name, faults });
  }
  expect(wrong).toEqual([]);
}

describe.each(clientFormats)('$api', (format) => {
  test.each(['unique', 'repeated'] as const)(
    'a valid conversation with %s ids is not repaired, and every result is with its call',
    async (ids) => {
      const check = (sent: Sent, list: JsonValue): readonly string[] => [
        ...sent.repairs.map(({ kind }) => `repaired: ${kind}`),
        ...sent.leftOut.map((what) => `left out: ${what}`),
        ...lostIn(sent, list),
        ...sent.asked.flatMap(({ seen }) => (seen === undefined ? [] : pairingFaults(seen))),
      ];
      await play(format, 29, (list) => list, check, ids);
    },
  );

  test('entries and parts lost, doubled, moved, merged and split: only copies are left out', async () => {
    const check = (sent: Sent, list: JsonValue): readonly string[] => {
      const lost = lostIn(sent, list);
      const dropped = sent.repairs.filter(({ kind }) => kind === 'deduplicated').length;
      const results = lost.filter((mark) => mark.includes('result'));
      const others = lost.filter((mark) => !mark.includes('result'));
      const astray = sent.asked.flatMap(({ seen }) => (seen === undefined ? [] : pairingFaults(seen)));
      return [...others, ...(results.length > dropped ? results : []), ...(format.api === 'ollama-chat' ? [] : astray)];
    };
    await play(format, 120, damageOrder, check);
  });

  test('fields of the wrong kind: what cannot be read is in the report', async () => {
    const check = (sent: Sent, list: JsonValue): readonly string[] =>
      sent.repairs.length + sent.leftOut.length > 0 ? [] : lostIn(sent, list);
    await play(format, 120, damageFields, check);
  });
});
