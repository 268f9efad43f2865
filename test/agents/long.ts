/**
 * `npm run agents:long`: the real agents, in pinned versions, against the simulators. Each goes through the gateway to every provider
 * family and is switched to the next one in the middle of its session, once more through `interlock serve` as a process; each writes
 * sessions of its own that are imported and go on at every provider; and those that there is a writer for go on with a session of ours.
 * Name agents to run only those; `--families <n>` takes only the first of the families. There is a proof for each agent.
 */
import { parseArgs } from 'node:util';
import type { Model } from '@interlock/simulators';
import { createAgent } from '../conformance/agent.ts';
import { openStations, type Station } from '../conformance/stations.ts';
import { writeProof } from '../proofs/write-proof.ts';
import type { AgentDriver } from './agent-driver.ts';
import { agentDrivers, writingDrivers } from './drivers/index.ts';
import { resumeExported } from './resume-exported.ts';
import { openProcesses } from './serve-process.ts';
import { type OpenGateways, openGateways, type Passage, passThrough } from './through-gateway.ts';
import { type WrittenAndImported, writeAndImport } from './write-and-import.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { families: { type: 'string' } } });

/** The task model of the agent that runs. */
let model: Model | undefined;
const stations = await openStations({
  numbered: false,
  model: (seen) => model?.(seen) ?? { parts: [{ say: 'Yes.' }], stop: 'end' },
});
/** One for each simulator, those of a protocol of their own first. */
const first = [
  'anthropic',
  'openai-responses',
  'gemini',
  'openai-chat',
  'mistral',
  'moonshot',
  'bedrock-converse',
  'ollama',
];
const rank = ({ simulator }: Station): number =>
  first.includes(simulator.name) ? first.indexOf(simulator.name) : first.length;
const families = stations.all
  .filter(({ simulator }, at) => stations.all.findIndex((other) => other.simulator === simulator) === at)
  .toSorted((one, other) => rank(one) - rank(other))
  .slice(0, Number(values.families ?? stations.all.length));

class Proof {
  readonly #driver: AgentDriver;
  readonly #problems: string[] = [];
  readonly #counts: Record<string, unknown>;

  constructor(driver: AgentDriver) {
    this.#driver = driver;
    this.#counts = { version: driver.version };
  }

  async run(): Promise<boolean> {
    const { agent, resumes } = this.#driver;
    const resumed = await resumeExported(this.#driver);
    if (resumed !== undefined) this.#counts['goesOnWithOurSession'] = resumed;
    if (resumed?.passed === false) this.#complain(['it did not go on with an exported session']);
    for (const driver of writingDrivers.filter((each) => each.agent === agent)) {
      for (const viaGateway of resumes === false ? [false, true] : [false]) await this.#written(driver, viaGateway);
    }
    const [from, to] = families as [Station, Station];
    this.#counts['throughServe'] = totals([await this.#pass(from, to, openProcesses)]);
    const passages: Passage[] = [];
    for (const [at, family] of families.entries()) {
      passages.push(await this.#pass(family, families[(at + 1) % families.length] as Station, openGateways));
    }
    this.#counts['throughGateway'] = totals(passages);
    const passed = this.#problems.length === 0;
    const args = process.argv.slice(2);
    const counts = { ...this.#counts, problems: this.#problems.length };
    writeProof({ script: 'agents:long', about: agent, args: args.length > 0 ? args : [agent], passed, counts });
    console.log(agent, JSON.stringify(counts, null, 1));
    return passed;
  }

  async #pass(from: Station, to: Station, gateways: OpenGateways): Promise<Passage> {
    const passage = await passThrough({
      driver: this.#driver,
      from,
      to,
      gateways,
      answerWith: (next) => (model = next),
    });
    this.#complain(passage.wrong.map((line) => `${passage.from} to ${passage.to}: ${line}`));
    return passage;
  }

  async #written(driver: AgentDriver, throughGateway: boolean): Promise<void> {
    model = undefined;
    const agent = createAgent();
    try {
      const result = await writeAndImport({ driver, agent, stations: stations.all, throughGateway });
      this.#complain(result.wrong);
      const way = ['writes', driver.variant, throughGateway ? 'through the gateway' : undefined];
      this.#counts[way.filter(Boolean).join(', ')] = told(result);
    } finally {
      await agent.close();
    }
  }

  #complain(problems: readonly string[]): void {
    this.#problems.push(...problems);
    for (const line of problems) console.error(`${this.#driver.agent}: ${line}`);
  }
}

function totals(passages: readonly Passage[]): object {
  const sum = (count: (passage: Passage) => number): number => passages.reduce((all, each) => all + count(each), 0);
  const [found, missed] = [sum(({ seals }) => seals.found), sum(({ seals }) => seals.missed)];
  return {
    families: passages.length,
    switches: passages.map(({ from, to }) => `${from} to ${to}`).join(', '),
    requests: sum(({ requests }) => requests),
    wrong: sum(({ wrong }) => wrong.length),
    sealsFound: `${found} of ${found + missed}`,
    withPicture: passages.filter(({ pictures }) => pictures > 0).length,
  };
}

/** The words of refusals are the same for all. */
function told({ refused, ...result }: WrittenAndImported): object {
  return { ...result, refused: refused.length };
}

const chosen = agentDrivers.filter(({ agent }) => positionals.length === 0 || positionals.includes(agent));
let passed = chosen.length > 0;
for (const driver of chosen) passed = (await new Proof(driver).run()) && passed;
await stations.close();
process.exitCode = passed ? 0 : 1;
