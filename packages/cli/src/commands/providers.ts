/** `interlock providers`: the providers, with key, address, and whether each would work now. */

import type { RouteStore, RouteTarget } from '@interlock/runtime';
import { ConfigError } from '@interlock/wire';
import { listModels } from '../agent/list-choices.ts';
import { targetEndpoint } from '../agent/target-endpoint.ts';
import type { Config } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { targetOf } from '../config/name-target.ts';
import { allEntries, defaultModelOf, keyStateOf, type ProviderEntry } from '../config/provider-entry.ts';
import { messageOf } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { dateTimeText } from '../print/date-text.ts';
import { jsonText } from '../print/json-text.ts';
import { plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { openStores } from '../sessions/open-stores.ts';
import { type TableLayout, tableText } from './table-text.ts';

export interface ProvidersFlags {
  readonly json?: boolean;
  /** Contacts each address, without a key. */
  readonly check?: boolean;
  readonly cwd?: string;
  readonly config?: string;
}

/** `configured`: a key is set, or none is needed. */
interface ProviderRecord {
  readonly name: string;
  readonly kind: string;
  readonly configured: boolean;
  /** Where the key comes from, or the variable to set. */
  readonly key?: string;
  readonly missing?: string;
  readonly endpoint?: string;
  readonly problem?: string;
  readonly reach?: Reach;
  /** Milliseconds since 1970. */
  readonly coolingUntil?: number;
}

export async function providers({ json, check, ...flags }: ProvidersFlags, { env, stdout }: Io): Promise<number> {
  const loaded = await loadConfig({ flags, env });
  const { store, routeStore } = await openStores(loaded, env, true);
  try {
    const { values } = loaded.config;
    const entries = allEntries(values, env);
    const records = await Promise.all(entries.map((entry) => recordOf(entry, values, env, routeStore, check === true)));
    const unloaded = unloadedRecords(loaded);
    const rows = [heads, ...records.map(rowOf), ...unloaded.map(({ name, problem }) => [name, 'not loaded', problem])];
    const text = json === true ? jsonText([...records, ...unloaded]) : tableText(rows, layout, stdout);
    await writeText(stdout, text);
    return exitCodes.fine;
  } finally {
    await store.close();
  }
}

interface UnloadedRecord {
  /** The file. */
  readonly name: string;
  readonly kind: 'file';
  readonly configured: false;
  readonly problem: string;
}

function unloadedRecords({ providerFiles, providerProblems }: LoadedConfig): readonly UnloadedRecord[] {
  const notTrusted = 'The folder is not trusted. If you trust it, start with --trust.';
  const untrusted = providerFiles
    .filter(({ isIgnored }) => isIgnored)
    .map(({ path }) => ({ name: plainText(path), problem: notTrusted }));
  const failed = providerProblems.map(({ where, text }) => ({ name: where, problem: text }));
  return [...failed, ...untrusted].map((each) => ({ ...each, kind: 'file', configured: false }));
}

async function recordOf(
  entry: ProviderEntry,
  config: Config,
  env: Io['env'],
  routes: RouteStore,
  check: boolean,
): Promise<ProviderRecord> {
  const key = keyStateOf(entry, config, env);
  const address = await addressOf(entry, config, env);
  const models = listModels(config, env).filter(({ name }) => name.startsWith(`${entry.name}/`));
  const cooling = key.there
    ? await coolingUntil(
        models.map(({ to }) => to),
        env,
        routes,
      )
    : undefined;
  const reach = check && key.there && address.endpoint !== undefined ? await checkReach(address.endpoint) : undefined;
  return {
    name: entry.name,
    kind: entry.provider.name,
    configured: key.there,
    ...(key.there ? { key: key.from } : { missing: key.variable }),
    ...address,
    ...(reach === undefined ? {} : { reach }),
    ...(cooling === undefined ? {} : { coolingUntil: cooling }),
  };
}

async function addressOf(
  entry: ProviderEntry,
  config: Config,
  env: Io['env'],
): Promise<{ readonly endpoint?: string; readonly problem?: string }> {
  const model = defaultModelOf(entry) ?? 'any';
  try {
    return { endpoint: await targetEndpoint(targetOf(entry, model, config), env) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

const heads: readonly string[] = ['PROVIDER', 'KEY', 'ADDRESS', 'STATUS'];

const layout: TableLayout = {
  hasHeads: true,
  shrink: [
    { column: 2, min: 16 },
    { column: 3, min: 20 },
    { column: 1, min: 12 },
  ],
};

function rowOf({
  name,
  key,
  missing,
  endpoint,
  problem,
  reach,
  coolingUntil: until,
}: ProviderRecord): readonly string[] {
  const now = [
    ...(reach === undefined ? [] : [reach.reachable ? `reachable (${reach.status})` : `not reachable (${reach.why})`]),
    ...(until === undefined ? [] : [`cooling down until ${dateTimeText(until)}`]),
  ];
  return [name, key ?? `none: set ${missing ?? ''}`, endpoint ?? problem ?? '', now.join(', ')];
}

/** Until when a provider or one of its models is cooling down. Undefined: nothing is. */
async function coolingUntil(
  targets: readonly RouteTarget[],
  env: Io['env'],
  store: RouteStore,
): Promise<number | undefined> {
  if (targets.length === 0) return undefined;
  const { createRoute } = await import('@interlock/runtime');
  try {
    const view = await createRoute({ policy: 'failover', targets }, { environment: env, store }).look();
    const times = view.targets.flatMap(({ accounts }) => accounts.flatMap((account) => account.coolingUntil ?? []));
    return times.length === 0 ? undefined : Math.max(...times);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** Whether a server answers at a URL. No key is sent; any answer counts, even a refusal. */
const defaultTimeoutMs = 3_000;

type Reach =
  | { readonly reachable: true; readonly status: number }
  | { readonly reachable: false; readonly why: string };

/** Never rejects. */
async function checkReach(endpoint: string, timeoutMs: number = defaultTimeoutMs): Promise<Reach> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(endpoint, { method: 'HEAD', redirect: 'manual', credentials: 'omit', signal });
    await answer.body?.cancel();
    return { reachable: true, status: answer.status };
  } catch (error) {
    return { reachable: false, why: whyOf(error) };
  }
}

function whyOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : 'no connection';
}
