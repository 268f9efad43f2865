/**
 * Runs our agent and a second one with an independent client: a turn with calls, a denial, a cancel during parallel calls, continuing
 * after a kill, and a change of model. `npm run acp:long [-- agent…]`. Every step states what it expects, and the proof lists the failed
 * ones. All lines between client and agent are validated against the schemas of the SDK: an invalid line of our agent is a failure; those
 * of the others are only counted.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createAnthropic, type Model, type Simulator, script, startSimulator } from '@interlock/simulators';
import { type Line, wrongLines } from '../../packages/cli/test/acp/protocol-lines.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { writeProof } from '../proofs/write-proof.ts';
import { acpxVersion, type Client, openClient, type Ran } from './acpx.ts';
import { type AcpAgent, acpAgents } from './agents.ts';

interface Step {
  readonly step: string;
  readonly passed: boolean;
  readonly why?: string;
}

interface Stage {
  readonly agent: AcpAgent;
  readonly client: Client;
  readonly folder: string;
  readonly simulator: Simulator;
}

interface Checked {
  readonly connections: number;
  readonly lines: { readonly agent: number; readonly client: number };
  /** The number of invalid lines from each side, and the first few of them. */
  readonly wrong: { readonly agent: number; readonly client: number; readonly first: readonly string[] };
}

interface Result {
  readonly steps: readonly Step[];
  readonly protocol: Checked;
}

const nonce = 'NONCE-4711';

/** Each returns undefined if it succeeded, otherwise what was wrong. */
const scenes: Readonly<Record<string, (stage: Stage) => Promise<string | undefined>>> = {
  'a turn with calls': async ({ client }) => {
    const made = await client.run('--approve-all', 'sessions', 'new');
    if (made.code !== 0) return `sessions new: ${made.output}`;
    const ran = await client.run('--approve-all', 'prompt', 'read the notes');
    if (stopReason(ran) !== 'end_turn') return ended(ran);
    const calls = callsIn(ran);
    if (calls.size !== 2 || [...calls.values()].some((status) => status !== 'completed'))
      return `calls: ${list(calls)}`;
    return said(ran).includes(nonce) ? undefined : `It said: ${said(ran)}`;
  },
  'a denial': async ({ client, folder }) => {
    const ran = await client.run('--deny-all', 'prompt', 'write a file');
    if (existsSync(join(folder, 'denied.txt'))) return 'The file was written.';
    const asked = ran.messages.some(({ method }) => method === 'session/request_permission');
    if (!asked) return `Nobody was asked. ${ended(ran)}`;
    // Some agents end the turn when a call is denied.
    return ['end_turn', 'cancelled'].includes(stopReason(ran) ?? '') ? undefined : ended(ran);
  },
  'a cancel in a fan-out': async ({ client, folder }) => {
    const running = client.run('--approve-all', 'prompt', 'fan out');
    for (let tries = 0; !existsSync(join(folder, 'begun.txt')); tries += 1) {
      if (tries > 600) return `It did not begin. ${ended(await running)}`;
      await pause(100);
    }
    const cancel = await client.run('cancel');
    const ran = await running;
    if (stopReason(ran) !== 'cancelled') return `${ended(ran)} ${cancel.output}`;
    const calls = callsIn(ran);
    const open = [...calls.values()].filter((status) => status !== 'completed' && status !== 'failed');
    return calls.size >= 2 && open.length === 0 ? undefined : `calls: ${list(calls)}`;
  },
  'going on after a kill': async ({ client, simulator }) => {
    await client.killAll();
    const before = simulator.log.length;
    const ran = await client.run('--approve-all', 'prompt', 'after the kill');
    if (stopReason(ran) !== 'end_turn') return ended(ran);
    const texts = simulator.log.slice(before).flatMap(({ seen }) => seen?.turns.map(({ text }) => text) ?? []);
    const loaded = ran.messages.some(({ method }) => method === 'session/load' || method === 'session/resume');
    if (!loaded) return 'The session was neither loaded nor resumed.';
    return texts.some((text) => text.includes('read the notes')) ? undefined : 'The conversation did not come along.';
  },
  'a change of model': async ({ agent, client, simulator }) => {
    const [, other] = agent.models;
    const set = await client.run('set', 'model', other?.value ?? '');
    if (set.code !== 0) return `set model: ${set.output.slice(-300)}`;
    const before = simulator.log.length;
    const ran = await client.run('--approve-all', 'prompt', 'after the change');
    if (stopReason(ran) !== 'end_turn') return ended(ran);
    const asked = simulator.log
      .slice(before)
      .filter(({ seen }) => seen?.turns.some(({ text }) => text.includes('after the change')));
    if (!asked.some(({ model }) => model === other?.model)) return `asked: ${asked.map(({ model }) => model).join()}`;
    const refused = simulator.log.filter(({ verdict }) => verdict === 'refused' || verdict === 'failed');
    return refused.length === 0 ? undefined : `refused: ${refused.map(({ rules }) => rules.join()).join('; ')}`;
  },
};

/** Does what the prompt says; a request for a title or the like gets a few words. */
function modelFor({ tools }: AcpAgent, folder: string): Model {
  const file = (name: string): string => join(folder, name);
  return script([
    { when: { user: 'read the notes[^]*$', result: nonce }, say: 'Read: {{results}}' },
    {
      when: { user: 'read the notes', answers: 0 },
      say: 'I look.',
      call: [tools.read(file('notes.txt')), tools.run('echo out')],
    },
    { when: { user: 'write a file', failed: true }, say: 'I may not.' },
    { when: { user: 'write a file' }, call: [tools.write(file('denied.txt'), 'no')] },
    {
      when: { user: 'fan out' },
      say: 'All at once.',
      call: [tools.read(file('notes.txt')), tools.run(`echo begun > ${file('begun.txt')}; sleep 300`)],
    },
    { say: 'You said: {{user}}' },
  ]);
}

function updatesIn({ messages }: Ran): readonly Readonly<Record<string, unknown>>[] {
  return messages.flatMap(({ method, params }) =>
    method === 'session/update' && params?.update !== undefined ? [params.update] : [],
  );
}

/** The last status of each call. */
function callsIn(ran: Ran): ReadonlyMap<string, string> {
  const calls = new Map<string, string>();
  for (const { sessionUpdate, toolCallId, status } of updatesIn(ran)) {
    if (sessionUpdate !== 'tool_call' && sessionUpdate !== 'tool_call_update') continue;
    if (typeof status === 'string') calls.set(String(toolCallId), status);
  }
  return calls;
}

function said(ran: Ran): string {
  return updatesIn(ran)
    .map(({ sessionUpdate, content }) => {
      const isText = sessionUpdate === 'agent_message_chunk' && typeof content === 'object' && content !== null;
      return isText && 'text' in content ? String(content.text) : '';
    })
    .join('');
}

function stopReason({ messages }: Ran): string | undefined {
  const reason = messages.findLast(({ result }) => result?.['stopReason'] !== undefined)?.result?.['stopReason'];
  return typeof reason === 'string' ? reason : undefined;
}

function ended(ran: Ran): string {
  return `It ended with ${ran.code}, ${stopReason(ran) ?? 'no answer'}: ${ran.output.slice(-300)}`;
}

function list(calls: ReadonlyMap<string, string>): string {
  return [...calls].map(([id, status]) => `${id} ${status}`).join(', ');
}

/** Each file is one connection, with its own message ids. */
function checkLines(folder: string): Checked {
  const connections = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Line => JSON.parse(line)),
  );
  const wrong = connections.flatMap((lines) => wrongLines(lines));
  const of = (side: Line['from']): number => connections.flat().filter(({ from }) => from === side).length;
  const wrongOf = (side: Line['from']): number => wrong.filter((line) => line.startsWith(`${side}:`)).length;
  return {
    connections: connections.length,
    lines: { agent: of('agent'), client: of('client') },
    wrong: {
      agent: wrongOf('agent'),
      client: wrongOf('client'),
      first: wrong.slice(0, 5).map((line) => line.slice(0, 300)),
    },
  };
}

async function runAgent(agent: AcpAgent): Promise<Result> {
  const home = temporaryFolder('acp');
  const folder = join(home, 'project');
  const recorded = join(home, 'lines');
  for (const each of [folder, recorded]) mkdirSync(each);
  writeFileSync(join(folder, 'notes.txt'), `${nonce}\n`);
  const simulator = await startSimulator(createAnthropic(), { model: modelFor(agent, folder) });
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const environment = {
    PATH: path,
    HOME: home,
    TERM: 'dumb',
    ...agent.setUp({ home, url: simulator.url, key: simulator.key }),
  };
  const recorder = [process.execPath, join(import.meta.dirname, 'record-lines.ts'), recorded];
  const client = openClient([...recorder, agent.command()].join(' '), folder, environment);
  const steps: Step[] = [];
  const stage: Stage = { agent, client, folder, simulator };
  try {
    for (const [name, scene] of Object.entries(scenes)) {
      const why = await scene(stage).catch((error: unknown) => String(error));
      steps.push({ step: name, passed: why === undefined, ...(why === undefined ? {} : { why: why.slice(0, 600) }) });
      process.stdout.write(`${agent.name}: ${name}: ${why ?? 'passed'}\n`);
    }
    await client.killAll();
    return { steps, protocol: checkLines(recorded) };
  } finally {
    await client.killAll();
    await simulator.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Invalid lines count as failures only for our own agent. */
function hasPassed(agent: string, { steps, protocol }: Result): boolean {
  const isSound = agent !== 'interlock' || (protocol.wrong.agent === 0 && protocol.lines.agent > 0);
  return isSound && steps.length > 0 && steps.every((step) => step.passed);
}

const wanted = process.argv.slice(2);
const results: Record<string, Result> = {};
for (const agent of acpAgents.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const result = await runAgent(agent);
  results[agent.name] = result;
  const { lines, wrong } = result.protocol;
  process.stdout.write(
    `${agent.name}: ${lines.agent} lines, ${wrong.agent} invalid; from the client ${lines.client}, ${wrong.client} invalid\n`,
  );
}
const all = Object.entries(results);
const passed = all.length > 0 && all.every(([name, result]) => hasPassed(name, result));
writeProof({ script: 'acp:long', args: wanted, passed, counts: { client: `acpx ${acpxVersion}`, agents: results } });
process.exitCode = passed ? 0 : 1;
