/**
 * `npm run import:long`: generates sessions of every agent that has a generator (400 by default, from seed 1; both can be given as
 * arguments) and continues each at every provider.
 */
import { currentContents, readSession } from '@interlock/import';
import fc from 'fast-check';
import { story } from '../../packages/import/test/property/story.ts';
import { writers } from '../../packages/import/test/property/writers.ts';
import { storyOf } from '../../packages/import/test/stories/story.ts';
import { bytesOf } from '../../packages/import/test/stories/writer.ts';
import { writers as storyWriters } from '../../packages/import/test/stories/writers.ts';
import { createAgent } from '../conformance/agent.ts';
import { openStations } from '../conformance/stations.ts';
import { writeProof } from '../proofs/write-proof.ts';
import { complaintsAbout, complaintsAboutContents } from './accepted.ts';

const wanted = Number(process.argv[2] ?? 400);
const seed = Number(process.argv[3] ?? 1);
const agent = createAgent();
const stations = await openStations();
const wrong: string[] = [];
let sessions = 0;
for (const told of fc.sample(story, { seed, numRuns: Math.ceil(wanted / writers.length) })) {
  for (const writer of writers) {
    wrong.push(...(await complaintsAbout(told, writer, agent, stations.all)));
    sessions += 1;
  }
  if (sessions % 50 === 0) console.log(`${sessions} sessions, ${wrong.length} complaints`);
}
for (const { agent: name, can, form, write } of storyWriters) {
  for (let number = 0; number < wanted / storyWriters.length / 4; number += 1) {
    const bytes = bytesOf(write(storyOf(seed + number, can)), form);
    const contents = currentContents(await readSession({ bytes: [bytes] }, { agent: name }));
    wrong.push(...(await complaintsAboutContents(name, contents, agent, stations.all)));
    sessions += 1;
  }
  console.log(`${name}: ${sessions} sessions, ${wrong.length} complaints`);
}
await agent.close();
await stations.close();
for (const line of wrong.slice(0, 100)) console.error(line);
const providers = stations.all.length;
writeProof({
  script: 'import:long',
  args: process.argv.slice(2),
  seed,
  passed: wrong.length === 0,
  counts: {
    agents: [...writers, ...storyWriters].map((writer) => writer.agent),
    sessions,
    providers,
    requests: sessions * providers,
    wrong: wrong.length,
  },
});
process.exitCode = wrong.length === 0 ? 0 : 1;
