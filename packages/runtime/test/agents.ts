/** Sets up a workspace folder, simulated providers with a scripted model, and sessions. Everything is removed after the test. */
import { rm } from 'node:fs/promises';
import { type ApiName, type Model, type Simulator, type SimulatorSet, startAll } from '@interlock/simulators';
import { createTransport, type Transport } from '@interlock/wire';
import { temporaryFolder } from '../../../test/program/temporary-folder.ts';
import type { RouteTarget } from '../src/index.ts';
import {
  codingAgent,
  createMemoryStore,
  createSession,
  type Session,
  type SessionEvent,
  type SessionOptions,
  type SessionRecord,
  type SessionStore,
  type TurnEnd,
} from '../src/index.ts';

/** One provider of each family, by the name of its simulator. */
const models = {
  anthropic: { provider: 'anthropic', model: 'claude-opus-4-8', path: '/v1' },
  'openai-responses': { provider: 'openai', model: 'gpt-5.6-terra', path: '/v1' },
  gemini: { provider: 'google', model: 'gemini-3.1-pro', path: '/v1beta' },
  mistral: { provider: 'mistral', model: 'mistral-large-latest', path: '/v1' },
  moonshot: { provider: 'moonshot', model: 'kimi-k3', path: '/v1' },
  deepseek: { provider: 'deepseek', model: 'deepseek-v4-pro', path: '' },
  ollama: { provider: 'ollama', model: 'qwen3', path: '' },
} as const satisfies Partial<Record<ApiName, { provider: string; model: string; path: string }>>;

export type Family = keyof typeof models;
export const families = Object.keys(models) as readonly Family[];

export interface Agents {
  readonly workspace: string;
  readonly simulators: SimulatorSet;
  of(family: Family): Simulator;
  target(family: Family, more?: Partial<RouteTarget>): RouteTarget;
  /** Closed at the end of the test. */
  open(options: Partial<SessionOptions> & Pick<SessionOptions, 'route'>): Promise<Session>;
  /** Checks that every provider accepted every request without a warning, and returns the number of requests. */
  accepted(): number;
  close(): Promise<void>;
}

export interface AgentsOptions {
  readonly model: Model;
  readonly only?: readonly Family[];
  /** Keys with their accounts, if one key is not enough. */
  readonly keys?: Readonly<Record<string, string>>;
}

export async function openAgents({ model, only = families, keys }: AgentsOptions): Promise<Agents> {
  const workspace = temporaryFolder('agents');
  const simulators = await startAll({ names: only, model, ...(keys === undefined ? {} : { keysOf: () => keys }) });
  const transport: Transport = createTransport({ proxy: 'none' });
  const sessions: Session[] = [];
  const of = (family: Family): Simulator => simulators.of(family);
  return {
    workspace,
    simulators,
    of,
    target: (family, more) => {
      const { provider, model: name, path } = models[family];
      const { url, key } = of(family);
      return { provider, model: name, endpoint: url + path, credentials: [{ key }], ...more };
    },
    open: async (options) => {
      const session = await createSession(codingAgent({ workspace, transport, environment: {}, ...options }));
      sessions.push(session);
      return session;
    },
    accepted: () => {
      const logged = simulators.all.flatMap(({ log }) => log);
      for (const { verdict, warnings, rules, message } of logged)
        if (verdict === 'refused' || warnings.length > 0)
          throw new Error(`${verdict} ${[...rules, ...warnings].join(' ')} ${message ?? ''}`);
      return logged.length;
    },
    close: async () => {
      for (const session of sessions) await session.close();
      await transport.close();
      await simulators.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}

export async function play(session: Session, text?: string): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of session.send(text)) events.push(event);
  return events;
}

export function endOf(events: readonly SessionEvent[]): TurnEnd {
  const last = events.at(-1);
  if (last?.type !== 'turn-end') throw new Error(`The last event is ${last?.type}.`);
  return last;
}

export function typesOf(events: readonly SessionEvent[]): readonly string[] {
  return events.map(({ type }) => type);
}

/** The records of a session in a store. */
export async function recordsOf(store: SessionStore, id: string): Promise<readonly SessionRecord[]> {
  const found: SessionRecord[] = [];
  for await (const { record } of (await store.read(id)).records) found.push(record);
  return found;
}

/** A copy of the store as a crash would leave it: the records of all its sessions so far. */
export async function crashedCopy(store: SessionStore): Promise<SessionStore> {
  const copy = createMemoryStore();
  for (const { header } of await store.list()) {
    const log = await copy.create(header);
    for (const record of await recordsOf(store, header.id)) await log.append(record, true);
    await log.close();
  }
  return copy;
}
