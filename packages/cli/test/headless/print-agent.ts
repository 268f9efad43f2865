/** An agent with real parts and one simulated provider: its sessions are in memory, and its model is scripted. */
import { rm } from 'node:fs/promises';
import {
  codingAgent,
  createMemoryStore,
  createSession,
  type RouteConfig,
  type RouteTarget,
  resumeSession,
  type SessionOptions,
  type SessionStore,
} from '@interlock/runtime';
import { createAnthropic, type Model, type Simulator, startSimulator } from '@interlock/simulators';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import type { Agent } from '../../src/agent/agent.ts';

export interface PrintAgent {
  readonly agent: Agent;
  readonly simulator: Simulator;
  readonly workspace: string;
  readonly store: SessionStore;
  close(): Promise<void>;
}

/** `routeOf`: the route, if it is not only the simulated provider. */
export async function openPrintAgent(
  model: Model,
  more: Partial<SessionOptions> = {},
  routeOf?: (agent: Pick<PrintAgent, 'simulator'>) => RouteConfig,
): Promise<PrintAgent> {
  const simulator = await startSimulator(createAnthropic(), { model });
  const workspace = temporaryFolder('print');
  const store = createMemoryStore();
  const route: RouteTarget = {
    provider: 'anthropic',
    model: 'claude-opus-4-8',
    endpoint: `${simulator.url}/v1`,
    credentials: [{ key: simulator.key }],
  };
  const options: SessionOptions = {
    route: routeOf?.({ simulator }) ?? route,
    workspace,
    store,
    environment: {},
    ...more,
  };
  const agent: Agent = {
    workspace,
    trusted: false,
    config: { values: {}, origins: new Map(), files: [] },
    confinement: { state: 'off' },
    choices: [],
    tools: options.tools ?? [],
    store,
    notices: ['A notice.'],
    open: ({ approve }) => createSession(codingAgent({ ...options, ...(approve === undefined ? {} : { approve }) })),
    resume: (id) => resumeSession({ ...options, id }),
    routeView: async () => undefined,
    close: async () => undefined,
  };
  return {
    agent,
    simulator,
    workspace,
    store,
    close: async () => {
      await simulator.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}
