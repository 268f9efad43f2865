/** Every provider × every field case, over HTTP: accepted by its simulator, and nothing silently lost. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Content } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, createAgent } from './conformance/agent.ts';
import { complaint } from './conformance/seen-marks.ts';
import { openStations, type Stations } from './conformance/stations.ts';

const folder = new URL('../fixtures/', import.meta.url).pathname;
const histories: readonly { readonly name: string; readonly contents: readonly Content[] }[] = [
  ...globSync(`${folder}field/*.json`).sort(),
  `${folder}wire/conversation.json`,
].map((file) => ({ name: basename(file, '.json'), contents: JSON.parse(readFileSync(file, 'utf8')).contents }));

let stations: Stations;
let agent: Agent;
beforeAll(async () => {
  stations = await openStations();
  agent = createAgent();
});
afterAll(async () => {
  await agent.close();
  await stations.close();
});

test('all histories are here', () => {
  expect(histories).toHaveLength(105);
});

test.each(histories)(
  '$name',
  async ({ contents }) => {
    const complaints: Record<string, string> = {};
    for (const station of stations.all) {
      const before = station.simulator.log.length;
      await agent.ask(station, contents, { stream: before % 2 === 0 }).catch(() => undefined);
      const requests = station.simulator.log.slice(before);
      expect(requests).toHaveLength(1);
      for (const request of requests) {
        const said = complaint(request);
        if (said !== undefined) complaints[station.name] = said;
      }
    }
    expect(complaints).toEqual({});
  },
  60_000,
);
