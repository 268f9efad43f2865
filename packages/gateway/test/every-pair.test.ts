/**
 * The official SDKs through the gateway to every provider: two calls at once, their results, and a question after it. Each provider
 * is met by a third of the clients here, streamed or whole; `npm run gateway:long` holds both forms of every pair.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { share, times } from '../../../test/property/runs.ts';
import { sdkClients } from './clients/index.ts';
import { holdConversation } from './hold-conversation.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway();
});
afterAll(() => opened.close());

test.each(sdkClients.map((client, place) => ({ client, place, name: client.name })))(
  '$name to every provider',
  async ({ client, place }) => {
    const failures: string[] = [];
    for (const [at, station] of share([...opened.stations.entries()], 3, place)) {
      const forms = times > 1 ? [true, false] : [(place + at) % 4 < 2];
      for (const stream of forms) {
        const nonce = `${client.name}-${at}-${stream}`;
        await holdConversation({ client, station, stream, url: opened.gateway.url, nonce }).catch((error: unknown) => {
          failures.push(`${station.name}, ${stream ? 'streamed' : 'whole'}: ${String(error)}`);
        });
      }
    }
    expect(failures).toEqual([]);
  },
);

test('finds every earlier answer of every conversation again', () => {
  const missed = opened.lines.filter(({ seals }) => Reflect.get(Object(seals), 'missed') !== 0);
  expect(missed.map(({ api, target, seals }) => ({ api, target, seals }))).toEqual([]);
});
