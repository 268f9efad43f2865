/** Sends every field case and reported case to every provider over HTTP: the simulator must accept it, and nothing may be lost silently. */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Content } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, createAgent } from './conformance/agent.ts';
import { anySettings } from './conformance/any-settings.ts';
import { mulberry32 } from './conformance/mulberry32.ts';
import { complaint, lostMarks } from './conformance/seen-marks.ts';
import { openEveryModel, openStations, type Stations } from './conformance/stations.ts';
import { share, times } from './property/runs.ts';

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));
const histories: readonly { readonly name: string; readonly contents: readonly Content[] }[] = [
  ...globSync(`${folder}{field,reported}/*.json`).sort(),
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

test('covers all histories', () => {
  expect(histories).toHaveLength(105 + 169);
});

// Each case goes to a few of the providers; histories:long sends it to all. The wire tests check the bodies for all of them.
test.each(histories.map((history, at) => ({ ...history, at })))('$name', async ({ contents, at }) => {
  const complaints: Record<string, string> = {};
  for (const station of share(stations.all, 16, at)) {
    const before = station.simulator.log.length;
    await agent.ask(station, contents, { stream: before % 4 === 0 }).catch(() => undefined);
    const requests = station.simulator.log.slice(before);
    expect(requests).toHaveLength(1);
    for (const request of requests) {
      const said = complaint(request) ?? lostMarks(request, contents);
      if (said !== undefined) complaints[station.name] = said;
    }
  }
  expect(complaints).toEqual({});
});

test('every model that a simulator knows accepts any history with any settings', async () => {
  const everywhere = await openEveryModel();
  const random = mulberry32(915);
  const rounds = times === 1 ? 1 : 5 * times;
  const complaints: string[] = [];
  let requests = 0;
  for (const station of everywhere.all) {
    for (let round = 0; round < rounds; round += 1) {
      const { name, contents } = histories[Math.floor(random() * histories.length)] ?? { name: '', contents: [] };
      const settings = anySettings(random);
      const before = station.simulator.log.length;
      const failed = await agent.ask(station, contents, settings).then(() => undefined, String);
      const [request] = station.simulator.log.slice(before);
      requests += 1;
      const said = request === undefined ? `not sent: ${failed}` : complaint(request);
      if (said !== undefined) complaints.push(`${station.name}, ${name}, ${JSON.stringify(settings)}: ${said}`);
    }
  }
  await everywhere.close();
  expect(complaints).toEqual([]);
  expect(requests).toBeGreaterThan(160 * rounds);
});
