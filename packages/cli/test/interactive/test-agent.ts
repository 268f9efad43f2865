/** The agent of the interactive tests: simulators with a scripted model, without any configuration. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
import { testModel } from './model.ts';
import { testTools } from './tools.ts';

export interface Folders {
  readonly workspace: string;
  readonly store: string;
  /** The folder of files that let tools continue (`tools.ts`) and make answers stop in the middle. */
  readonly gates: string;
}

/** `resumed`: the session to continue. Absent: a new one. */
export async function openTestAgent({ workspace, store: folder, gates }: Folders, resumed?: string): Promise<Agent> {
  const [anthropic, openai] = await Promise.all([
    startSimulator(createApi('anthropic'), { model: testModel }),
    startSimulator(createApi('openai-responses'), { model: testModel }),
  ]);
  // An answer stops in the middle as long as the test wants it to.
  const isStalled = (): boolean => existsSync(join(gates, 'gate-stall'));
  anthropic.fault({ do: 'stall', at: 1200, times: Number.POSITIVE_INFINITY, when: isStalled });
  // The same, after most of a long answer.
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
  return {
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
    routeView: () => route.look(),
    close: async () => {
      await Promise.all([anthropic.close(), openai.close(), store.close()]);
    },
  };
}
