/**
 * The interactive program on simulators with a scripted model, without any configuration: what the tests run in a terminal.
 *
 *   node program.ts <workspace> <store> <gates> [session to resume]
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import {
  type Approve,
  codingAgent,
  createJsonlStore,
  createRoute,
  createSession,
  type RouteTarget,
  resumeSession,
  type SessionOptions,
} from '@interlock/runtime';
import { createApi, startSimulator } from '@interlock/simulators';
import type { Agent, Choice } from '../../src/agent/agent.ts';
import { projectPermissions, readPermissions } from '../../src/agent/project-permissions.ts';
import { runInteractive } from '../../src/interactive/run-interactive.ts';
import { testModel } from './model.ts';
import { testTools } from './tools.ts';

const [workspace = '.', folder = '.', gates = '.', resumed] = process.argv.slice(2);

const [anthropic, openai] = await Promise.all([
  startSimulator(createApi('anthropic'), { model: testModel }),
  startSimulator(createApi('openai-responses'), { model: testModel }),
]);
// An answer stops in the middle, as long as the test says so.
const isStalled = (): boolean => existsSync(join(gates, 'gate-stall'));
anthropic.fault({ do: 'stall', at: 1200, times: Number.POSITIVE_INFINITY, when: isStalled });
// The same, when most of a long one is there.
const isHalted = (): boolean => existsSync(join(gates, 'gate-halt'));
anthropic.fault({ do: 'stall', at: 60_000, times: Number.POSITIVE_INFINITY, when: isHalted });
const target = (provider: string, model: string, url: string, key: string): RouteTarget => ({
  provider,
  model,
  endpoint: url,
  credentials: [{ key, account: 'main' }],
});
const claude = target('anthropic', 'claude-opus-4-5', `${anthropic.url}/v1`, anthropic.key);
const gpt = target('openai', 'gpt-5.5', `${openai.url}/v1`, openai.key);
const model = (name: string, to: RouteTarget, note: string, usable = true): Choice => ({
  name,
  kind: 'model',
  note,
  usable,
  to,
});
const store = createJsonlStore(folder);
const route = createRoute({ policy: 'fixed', targets: [claude] });
const permissions = projectPermissions(join(folder, '..', 'state'), workspace);
const options = async (approve: Approve | undefined): Promise<SessionOptions> => ({
  route,
  workspace,
  store,
  tools: testTools(gates),
  rules: readPermissions(await permissions.list()),
  instructions: false,
  subagents: false,
  settings: { reasoning: 'low' },
  ...(approve === undefined ? {} : { approve }),
});
const agent: Agent = {
  workspace,
  trusted: true,
  config: { values: {}, origins: new Map(), files: [] },
  confinement: { state: 'off' },
  choices: [
    model('anthropic/claude-opus-4-5', claude, '200k'),
    model('openai/gpt-5.5', gpt, '400k'),
    model('mistral/mistral-large-latest', claude, 'no key: set MISTRAL_API_KEY', false),
  ],
  tools: testTools(gates),
  store,
  permissions,
  inputHistory: join(folder, '..', 'history'),
  notices: ['Two providers found.'],
  open: async ({ approve }) =>
    resumed === undefined
      ? createSession(codingAgent(await options(approve)))
      : resumeSession(codingAgent({ ...(await options(approve)), id: resumed })),
  resume: async (id, { approve }) => resumeSession({ ...(await options(approve)), id }),
  look: () => route.look(),
  close: async () => {
    await Promise.all([anthropic.close(), openai.close(), store.close()]);
  },
};
const { stdin, stdout, stderr, env } = process;
process.on('SIGUSR2', () => {
  throw new Error('It broke.');
});

type Opening = Extract<Parameters<typeof runInteractive>[0], (...args: never) => unknown>;

/** What may happen on the way to an agent, by `TEST_AGENT`. */
const openings: Readonly<Record<string, Opening>> = {
  broken: async () => {
    await agent.close();
    throw new Error('There is no agent.');
  },
  asks: async ({ trust }) => ({ ...agent, notices: [`Trusted: ${await trust(workspace, [])}`] }),
};
const { TEST_AGENT: how = '' } = env;
const firstMessage = how === 'asks' ? 'the first message' : undefined;
process.exitCode = await runInteractive(
  openings[how] ?? (async () => agent),
  { stdin, stdout, stderr, env },
  firstMessage,
).catch((error: Error) => {
  stderr.write(`${error.message}\n`);
  return 2;
});
