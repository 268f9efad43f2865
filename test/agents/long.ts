/**
 * `npm run agents:long`: the real agents, in pinned versions, against the simulators. Each goes through the gateway to every provider
 * family and is switched to the next one in the middle of its session; each writes sessions of its own that are imported and go on at
 * every provider; and those that there is a writer for go on with a session of ours. Name agents to run only those.
 */
import type { Model } from '@interlock/simulators';
import { createAgent } from '../conformance/agent.ts';
import { openStations, type Station } from '../conformance/stations.ts';
import { writeProof } from '../proofs/write-proof.ts';
import type { AgentDriver } from './agent-driver.ts';
import { agentDrivers, writingDrivers } from './drivers/index.ts';
import { resumeExported } from './resume-exported.ts';
import { type Passage, passThrough } from './through-gateway.ts';
import { type WrittenAndImported, writeAndImport } from './write-and-import.ts';

const named = process.argv.slice(2);
const chosen = (drivers: readonly AgentDriver[]): readonly AgentDriver[] =>
  drivers.filter(({ agent }) => named.length === 0 || named.includes(agent));
const problems: string[] = [];

/** The task model of the agent that runs. */
let model: Model | undefined;
const stations = await openStations({
  numbered: false,
  model: (seen) => model?.(seen) ?? { parts: [{ say: 'Yes.' }], stop: 'end' },
});
/** One for each simulator. */
const families = stations.all.filter(
  ({ simulator }, at) => stations.all.findIndex((other) => other.simulator === simulator) === at,
);

async function throughGateway(driver: AgentDriver): Promise<object> {
  const passages: Passage[] = [];
  for (const [at, from] of families.entries()) {
    const to = families[(at + 1) % families.length] as Station;
    const passage = await passThrough({ driver, from, to, answerWith: (next) => (model = next) });
    passages.push(passage);
    const said = passage.wrong.map((line) => `${driver.agent}, ${passage.from} to ${passage.to}: ${line}`);
    problems.push(...said);
    for (const line of said) console.error(line);
  }
  const sum = (count: (passage: Passage) => number): number => passages.reduce((all, each) => all + count(each), 0);
  const [found, missed] = [sum(({ seals }) => seals.found), sum(({ seals }) => seals.missed)];
  return {
    families: passages.length,
    requests: sum(({ requests }) => requests),
    wrong: sum(({ wrong }) => wrong.length),
    sealsFound: `${found} of ${found + missed}`,
    withPicture: passages.filter(({ pictures }) => pictures > 0).length,
  };
}

async function written(driver: AgentDriver, viaGateway: boolean): Promise<WrittenAndImported> {
  model = undefined;
  const agent = createAgent();
  try {
    const result = await writeAndImport({ driver, agent, stations: stations.all, throughGateway: viaGateway });
    problems.push(...result.wrong.map((line) => `${driver.agent}: ${line}`));
    for (const line of result.wrong) console.error(`${driver.agent}: ${line}`);
    return result;
  } finally {
    await agent.close();
  }
}

const counts: Record<string, Record<string, unknown>> = {};
for (const driver of chosen(agentDrivers)) {
  const resumed = await resumeExported(driver);
  if (resumed?.passed === false) problems.push(`${driver.agent} did not go on with an exported session`);
  counts[driver.agent] = {
    version: driver.version,
    ...(resumed === undefined ? {} : { resumesOurSession: resumed }),
    throughGateway: await throughGateway(driver),
  };
  console.log(driver.agent, JSON.stringify(counts[driver.agent], null, 1));
}
for (const driver of chosen(writingDrivers)) {
  const ways = driver.resumes === false ? [false, true] : [false];
  for (const viaGateway of ways) {
    const way = ['writes', driver.variant, viaGateway ? 'through the gateway' : undefined].filter(Boolean).join(', ');
    const result = await written(driver, viaGateway);
    counts[driver.agent] = { ...counts[driver.agent], [way]: result };
    console.log(driver.agent, way, JSON.stringify(result, null, 1));
  }
}
await stations.close();
const passed = Object.keys(counts).length > 0 && problems.length === 0;
writeProof({ script: 'agents:long', args: named, passed, counts: { agents: counts, problems: problems.length } });
process.exitCode = passed ? 0 : 1;
