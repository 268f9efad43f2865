/**
 * `npm run agents:long`: the real agents, in pinned versions, against the simulators. Each agent runs through the gateway to every
 * provider family and is switched to the next family in the middle of its session; once more through `interlock serve` processes that
 * share a database; and once as `interlock run` starts it. Each also writes its own sessions, which are imported and continued at every
 * provider, and agents that have a writer continue a session exported by us. Every answer the gateway gave must be found again. Name
 * agents to run only those; `--families <n>` uses only the first families. Each agent gets its own proof. An interrupted run continues
 * where it stopped; with `--minutes <n>` it stops by itself, with exit code 75, before the first part that would start later.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Model } from '@interlock/simulators';
import { root } from '../architecture/repository.ts';
import { createAgent } from '../conformance/agent.ts';
import { openStations, type Station } from '../conformance/stations.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { writeProof } from '../proofs/write-proof.ts';
import type { AgentDriver } from './agent-driver.ts';
import { agentDrivers, passingDrivers, writingDrivers } from './drivers/index.ts';
import { OutOfTime, Progress, stateOfCode } from './progress.ts';
import { resumeExported } from './resume-exported.ts';
import { openProcesses } from './serve-process.ts';
import { startByRun } from './started-by-run.ts';
import { type OpenGateways, openGateways, type Passage, passThrough } from './through-gateway.ts';
import { type WrittenAndImported, writeAndImport } from './write-and-import.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { families: { type: 'string' }, minutes: { type: 'string' } },
});

const progress = new Progress({
  file: join(root, '.cache/agents/progress.json'),
  state: stateOfCode('packages', 'test'),
  ...(values.minutes === undefined ? {} : { mostMs: Number(values.minutes) * 60_000 }),
});

/** The task model of the agent that is running. */
let model: Model | undefined;
const stations = await openStations({
  numbered: false,
  model: (seen) => model?.(seen) ?? { parts: [{ say: 'Yes.' }], stop: 'end' },
});
const database = await startPostgres();
/** One per simulator; those with their own protocol come first. */
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
  #found = 0;
  #given = 0;

  constructor(driver: AgentDriver) {
    this.#driver = driver;
    this.#counts = { version: driver.version };
  }

  async run(): Promise<boolean> {
    const { agent, resumes } = this.#driver;
    const part = <T>(name: string, make: () => Promise<T>): Promise<T> => progress.part(`${agent}: ${name}`, make);
    const resumed = await part('goes on with our session', async () => (await resumeExported(this.#driver)) ?? null);
    if (resumed !== null) this.#counts['goesOnWithOurSession'] = resumed;
    if (resumed?.passed === false) this.#complain(['it did not go on with an exported session']);
    for (const driver of writingDrivers.filter((each) => each.agent === agent)) {
      for (const viaGateway of resumes === false ? [false, true] : [false]) {
        const way = ['writes', driver.variant, viaGateway ? 'through the gateway' : undefined]
          .filter(Boolean)
          .join(', ');
        const written = await part(way, () => this.#written(driver, viaGateway));
        this.#complain(written.wrong);
        this.#counts[way] = summaryOf(written);
      }
    }
    const [from, to] = families as [Station, Station];
    const passed = async (name: string, make: () => Promise<Passage>): Promise<Passage> => {
      const passage = await part(name, make);
      this.#found += passage.seals.found;
      this.#given += passage.seals.given;
      this.#complain(passage.wrong.map((line) => `${passage.from} to ${passage.to}: ${line}`));
      return passage;
    };
    this.#counts['throughServe'] = totals([
      await passed('serve', () => this.#pass(from, to, openProcesses(database.url))),
    ]);
    const started = await part('started by run', () => startByRun(this.#driver, from, (next) => (model = next)));
    this.#complain(started.wrong.map((line) => `started by run: ${line}`));
    this.#counts['startedByRun'] = { requests: started.requests, wrong: started.wrong.length };
    for (const driver of passingDrivers.filter((each) => each.agent === agent)) {
      const passages: Passage[] = [];
      for (const [at, family] of families.entries()) {
        const next = families[(at + 1) % families.length] as Station;
        const way = [`${family.name} to ${next.name}`, driver.variant].filter(Boolean).join(', ');
        passages.push(await passed(way, () => this.#pass(family, next, openGateways, driver)));
      }
      this.#counts[['throughGateway', driver.variant].filter(Boolean).join(', ')] = totals(passages);
    }
    const isWell = this.#problems.length === 0;
    const { families: most } = values;
    const args = [agent, ...(most === undefined ? [] : ['--families', most])];
    const counts = { ...this.#counts, hitRate: this.hitRate, problems: this.#problems.length };
    writeProof({ script: 'agents:long', about: agent, args, passed: isWell, counts });
    console.log(agent, JSON.stringify(counts, null, 1));
    return isWell;
  }

  /** Of the answers that came back to the gateway, those it found. */
  get hitRate(): string {
    const percent = ((this.#found / this.#given) * 100).toFixed(1).replace('.0', '');
    return `${percent} % (${this.#found} of ${this.#given})`;
  }

  #pass(from: Station, to: Station, gateways: OpenGateways, driver = this.#driver): Promise<Passage> {
    return passThrough({ driver, from, to, gateways, answerWith: (next) => (model = next) });
  }

  async #written(driver: AgentDriver, throughGateway: boolean): Promise<WrittenAndImported> {
    model = undefined;
    const agent = createAgent();
    try {
      return await writeAndImport({ driver, agent, stations: stations.all, throughGateway });
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
  return {
    families: passages.length,
    switches: passages.map(({ from, to }) => `${from} to ${to}`).join(', '),
    requests: sum(({ requests }) => requests),
    wrong: sum(({ wrong }) => wrong.length),
    sealsFound: `${sum(({ seals }) => seals.found)} of ${sum(({ seals }) => seals.given)}`,
    withPicture: passages.filter(({ pictures }) => pictures > 0).length,
  };
}

/** Refusals are only counted: their wording is the same for all agents. */
function summaryOf({ refused, ...result }: WrittenAndImported): object {
  return { ...result, refused: refused.length };
}

const chosen = agentDrivers.filter(({ agent }) => positionals.length === 0 || positionals.includes(agent));
let passed = chosen.length > 0;
const hitRates: string[] = [];
try {
  for (const driver of chosen) {
    const proof = new Proof(driver);
    passed = (await proof.run()) && passed;
    hitRates.push(`${driver.agent} ${driver.version}: ${proof.hitRate}`);
  }
  console.log(['Answers that came back and were found:', ...hitRates].join('\n  '));
  progress.end();
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  if (!(error instanceof OutOfTime)) throw error;
  console.log(`Stopped before "${error.message}". Run the same command again to continue.`);
  process.exitCode = 75;
} finally {
  await stations.close();
  await database.stop();
}
