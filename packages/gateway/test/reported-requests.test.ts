/**
 * Requests that clients really sent and providers really refused, each in its own format, through the gateway: accepted upstream,
 * nothing real lost, repairs told. Each goes to a few providers here; `npm run gateway:long` sends each to all.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { echoModel } from '@interlock/simulators';
import type { Content } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaint, lostMarks } from '../../../test/conformance/seen-marks.ts';
import { times } from '../../../test/property/runs.ts';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

interface Reported {
  readonly name: string;
  readonly protocol: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly contents: readonly Content[];
}

const folder = fileURLToPath(new URL('../../../fixtures/reported/', import.meta.url));
const requests: readonly Reported[] = globSync(`${folder}*.json`)
  .sort()
  .map((file) => ({ ...JSON.parse(readFileSync(file, 'utf8')), name: basename(file, '.json') }))
  .filter(({ request }) => request !== undefined);

const paths: Readonly<Record<string, (model: string) => string>> = {
  'anthropic-messages': () => '/v1/messages',
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  gemini: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
  'ollama-chat': () => '/api/chat',
};

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({ model: echoModel });
});
afterAll(() => opened.close());

test('covers all reported requests', () => {
  expect(requests).toHaveLength(144);
});

const perRequest = 4;

/** Requests with a kind of block, or a reference to a stored item, that may be known to the provider of their API. */
const knownToProvider: ReadonlySet<string> = new Set(['blocks-nobody-knows', 'compaction-item']);

/** Anthropic, which gets its own compaction unchanged, shows the model only what comes after it (ANT-074): so many contents are hidden. */
const compacted: ReadonlyMap<string, number> = new Map([['compaction-block', 1]]);

test.each(requests.map((request, at) => ({ ...request, at })))(
  '$name',
  async ({ name, protocol, request, contents, at }) => {
    const complaints: Record<string, string> = {};
    const targets = times > 1 ? opened.stations.length : perRequest;
    for (let step = 0; step < targets; step += 1) {
      const station = opened.stations[(at * perRequest + step) % opened.stations.length];
      if (station === undefined) continue;
      const model = nameOf(station);
      const hidden = station.target.provider === 'anthropic' ? (compacted.get(name) ?? 0) : 0;
      const before = station.simulator.log.length;
      const { status, body } = await send(opened.gateway.url, paths[protocol]?.(model) ?? '', {
        ...request,
        ...(protocol === 'gemini' ? {} : { model, stream: false }),
      });
      // What only the provider of the API may know is passed on to it. If it does not, the request is sent again without it.
      const asked = station.simulator.log.slice(before).filter(({ path }) => !path.endsWith('/api/show'));
      const judged = asked.at(-1);
      const said =
        judged === undefined || status !== 200 || asked.length > (knownToProvider.has(name) ? 2 : 1)
          ? `asked ${asked.length} times: ${status} ${JSON.stringify(body)}`
          : (complaint(judged) ?? lostMarks(judged, contents.slice(hidden)));
      if (said !== undefined) complaints[station.name] = said;
    }
    expect(complaints).toEqual({});
  },
);
