/** One conversation of one SDK with one provider through the gateway, and everything that has to hold of it. */
import { expect } from 'vitest';
import type { Station } from '../../../test/conformance/stations.ts';
import type { SdkClient } from './clients/sdk-client.ts';
import { nameOf } from './open-gateway.ts';

export interface Pair {
  readonly client: SdkClient;
  readonly station: Station;
  readonly stream: boolean;
  readonly url: string;
  /** Stands in every result and every question: an answer without it is someone else's. */
  readonly nonce: string;
}

export async function holdConversation({ client, station, stream, url, nonce }: Pair): Promise<void> {
  const { log } = station.simulator;
  const before = log.length;
  const conversation = client.open({
    url,
    model: nameOf(station),
    stream,
    run: (args) => `content of ${String(Reflect.get(Object(args), 'path'))} ${nonce}`,
  });
  const first = await conversation.say(`Read a and b. ${nonce}`);
  const second = await conversation.say(`Thanks ${nonce}`);
  expect(first.rounds).toEqual([2]);
  expect(first.ids.filter((id) => !client.ids.test(id))).toEqual([]);
  expect(new Set(first.ids).size).toBe(2);
  expect(second).toEqual({ rounds: [], ids: [], text: `You said Thanks ${nonce}.` });
  const judged = log.slice(before).filter(({ path }) => !path.endsWith('/api/show'));
  expect(judged.map(({ verdict, rules, message }) => [verdict, rules, message])).toEqual(
    Array(3).fill(['accepted', [], undefined]),
  );
  const [, withResults, last] = judged.map(({ seen }) => JSON.stringify(seen));
  for (const path of ['a', 'b']) {
    const result = `content of ${path} ${nonce}`;
    expect(withResults?.split(result)).toHaveLength(2);
    expect(last).toContain(result);
  }
}
