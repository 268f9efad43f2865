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
  createJsonlStore,
  createRoute,
  createSession,
  type RouteTarget,
  resumeSession,
  type SessionOptions,
} from '@interlock/runtime';
import { createApi, startSimulator } from '@interlock/simulators';
import type { Agent, Choice } from '../../src/agent/agent.ts';
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
anthropic.fault({ do: 'stall', at: 700, times: Number.POSITIVE_INFINITY, when: isStalled });
const target = (provider: string, model: string, url: string, key: string): RouteTarget => ({
  provider,
  model,
  endpoint: url,
  credentials: [{ key, account: 'main' }],
});
const claude = target('anthropic', 'claude-opus-5', `${anthropic.url}/v1`, anthropic.key);
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
const options = (approve: Approve | undefined): SessionOptions => ({
  route,
  workspace,
  store,
  tools: testTools(gates),
  instructions: false,
  subagents: false,
  ...(approve === undefined ? {} : { approve }),
});
const agent: Agent = {
  workspace,
  trusted: true,
  config: { values: {}, origins: new Map(), files: [] },
  choices: [
    model('anthropic/claude-opus-5', claude, '200k'),
    model('openai/gpt-5.5', gpt, '400k'),
    model('mistral/mistral-large-latest', claude, 'no key: set MISTRAL_API_KEY', false),
  ],
  store,
  notices: ['Two providers found.'],
  open: ({ approve }) =>
    resumed === undefined ? createSession(options(approve)) : resumeSession({ ...options(approve), id: resumed }),
  resume: (id, { approve }) => resumeSession({ ...options(approve), id }),
  look: () => route.look(),
  close: async () => {
    await Promise.all([anthropic.close(), openai.close(), store.close()]);
  },
};
const { stdin, stdout, stderr, env } = process;
const exitCode = await runInteractive(async () => agent, { stdin, stdout, stderr, env });
process.exitCode = exitCode;
