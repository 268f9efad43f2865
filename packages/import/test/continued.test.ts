/** Sessions of every agent continue at every provider: the next request is accepted, and shows every text and result once. */
import { join } from 'node:path';
import { currentContents, readers, readSession } from '@interlock/import';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, createAgent } from '../../../test/conformance/agent.ts';
import { openStations, type Stations } from '../../../test/conformance/stations.ts';
import { complaintsAboutContents } from '../../../test/import/accepted.ts';
import { share } from '../../../test/property/runs.ts';
import { fixtures, samplesOf } from './samples.ts';
import { storyOf } from './stories/story.ts';
import { bytesOf } from './stories/writer.ts';
import { writers } from './stories/writers.ts';

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

// A third of the providers, other ones for the next agent; all of them in the long form.
const placed = writers.map((writer, place) => ({ ...writer, place }));
test.each(placed)('$agent: a story continues at every provider', async ({ agent: name, can, form, write, place }) => {
  for (const [seed, station] of share([...stations.all.entries()], 3, place)) {
    const bytes = bytesOf(write(storyOf(seed, can)), form);
    const contents = currentContents(await readSession({ bytes: [bytes] }, { agent: name }));
    expect(await complaintsAboutContents(name, contents, agent, [station])).toEqual([]);
  }
});

test('every sample continues, at one provider after the other', async () => {
  const files = readers.flatMap(({ name }) => samplesOf(name));
  for (const [index, file] of files.entries()) {
    const at = index % stations.all.length;
    const contents = currentContents(await readSession(join(fixtures, file)));
    expect(await complaintsAboutContents(file, contents, agent, stations.all.slice(at, at + 1))).toEqual([]);
  }
});

test.each([
  ['gemini-cli', 'gemini-cli/resumed-and-refused.jsonl', 'that Gemini CLI cannot continue after a resume'],
  ['codex', 'codex/compacted-remotely.jsonl', 'that Codex can continue only at the provider that compacted it'],
])('%s: the session %s, %s, continues at every provider', async (name, file) => {
  const contents = currentContents(await readSession(join(fixtures, file)));
  expect(await complaintsAboutContents(name, contents, agent, share(stations.all, 3))).toEqual([]);
});
