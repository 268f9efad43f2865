/** Stored sessions, made by the runtime against a strict provider, in a home folder of their own. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  codingAgent,
  createJsonlStore,
  createSession,
  type RouteTarget,
  type Session,
  type SessionOptions,
  type SessionStore,
} from '@interlock/runtime';
import { createAnthropic, type Model, startSimulator } from '@interlock/simulators';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';

export interface KeptSessions {
  /** The environment for `runCli`, without anything of the machine that runs the test. */
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  readonly workspace: string;
  readonly sessions: string;
  /** The route of these sessions. */
  target(more?: Partial<RouteTarget>): RouteTarget;
  /** Opens a new store at each call; the caller closes it. */
  store(): SessionStore;
  /** Sends these texts in a new session, closes it, and returns its id. */
  talk(texts: readonly string[], more?: Partial<SessionOptions>): Promise<string>;
  close(): Promise<void>;
}

export async function keepSessions(model: Model): Promise<KeptSessions> {
  const simulator = await startSimulator(createAnthropic(), { model });
  const home = temporaryFolder('home');
  const workspace = join(home, 'project');
  await mkdir(workspace);
  const sessions = join(home, 'state', 'interlock', 'sessions');
  const route = {
    provider: 'anthropic',
    model: 'claude-opus-4-8',
    endpoint: `${simulator.url}/v1`,
    credentials: [{ key: simulator.key }],
  };
  return {
    env: { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config'), PATH: '/nowhere' },
    home,
    workspace,
    sessions,
    target: (more) => ({ ...route, ...more }),
    store: () => createJsonlStore(sessions),
    talk: async (texts, more) => {
      const store = createJsonlStore(sessions);
      const session: Session = await createSession(codingAgent({ route, workspace, store, environment: {}, ...more }));
      for (const text of texts) await session.send(text).ended;
      await session.close();
      await store.close();
      return session.id;
    },
    close: async () => {
      await simulator.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
