/** Settings from outside the files: defaults, environment and flags. */
import { endpointVariable, providers } from '@interlock/wire';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { didYouMean } from '../print/did-you-mean.ts';
import type { AgentFlags } from './agent-flags.ts';
import type { Config } from './config.ts';
import type { Layer } from './merge-layers.ts';

type Effort = NonNullable<NonNullable<Config['reasoning']>['effort']>;

const efforts: readonly Effort[] = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

export interface DefaultFacts {
  readonly limits: NonNullable<Config['limits']>;
  readonly subagents: Exclude<NonNullable<Config['subagents']>, false>;
  readonly sessionFolder: string;
}

export function defaultLayer({ limits, subagents, sessionFolder }: DefaultFacts): Layer {
  const { steps, repeats, toolTimeoutMs, parallel } = limits;
  const { depth, children, concurrent, timeMs } = subagents;
  return {
    values: withoutUndefined({
      reasoning: { replay: 'all' },
      approval: { mode: 'ask' },
      tools: { network: false, confine: 'auto', own: true },
      limits: withoutUndefined({ steps, repeats, toolTimeoutMs, parallel }),
      subagents: withoutUndefined({ depth, children, concurrent, timeMs }),
      sessions: { folder: sessionFolder, history: true },
    }),
    origin: { from: 'default', name: 'built in' },
  };
}

/** `INTERLOCK_MODEL`, `INTERLOCK_ROUTE`, `INTERLOCK_EFFORT`, and the URLs that vendors' own clients read. */
export function environmentLayer(env: Io['env']): Layer {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const model = read('INTERLOCK_MODEL');
  const route = read('INTERLOCK_ROUTE');
  const effort = read('INTERLOCK_EFFORT');
  if (model !== undefined && route !== undefined) {
    throw usageError('INTERLOCK_MODEL and INTERLOCK_ROUTE cannot be combined. Unset one of them.');
  }
  const addresses = providers.flatMap((provider) => {
    const variable = endpointVariable(provider);
    const baseUrl = read(variable);
    return baseUrl === undefined ? [] : [{ name: provider.name, variable, baseUrl }];
  });
  const names = new Map<string, string>([
    ['model', 'INTERLOCK_MODEL'],
    ['route', 'INTERLOCK_ROUTE'],
    ['reasoning.effort', 'INTERLOCK_EFFORT'],
    ...addresses.map(({ name, variable }) => [`providers.${name}.baseUrl`, variable] as const),
  ]);
  return {
    values: withoutUndefined({
      model,
      route,
      ...(effort === undefined ? {} : { reasoning: { effort: checkEffort(effort, 'INTERLOCK_EFFORT') } }),
      ...(addresses.length === 0
        ? {}
        : { providers: Object.fromEntries(addresses.map(({ name, baseUrl }) => [name, { baseUrl }])) }),
    }),
    origin: (path) => ({ from: 'environment', name: names.get(path) ?? '' }),
  };
}

export function flagLayer(flags: AgentFlags): Layer {
  const { model, route, effort, maxTurns, system, appendSystem, allow, deny, sandbox, mode, webSearch } = flags;
  const names = new Map<string, string>([
    ['model', '--model'],
    ['route', '--route'],
    ['reasoning.effort', '--effort'],
    ['limits.steps', '--max-turns'],
    ['tools.confine', '--sandbox'],
    ['tools.webSearch', '--web-search'],
    ['approval.mode', '--mode'],
    ['system.role', '--system'],
    ['system.append', '--append-system'],
  ]);
  return {
    values: withoutUndefined({
      model,
      route,
      ...(effort === undefined ? {} : { reasoning: { effort: checkEffort(effort, '--effort') } }),
      ...(maxTurns === undefined ? {} : { limits: { steps: maxTurns } }),
      ...(sandbox === undefined && webSearch === undefined
        ? {}
        : { tools: withoutUndefined({ confine: sandbox, webSearch }) }),
      ...(system === undefined && appendSystem === undefined
        ? {}
        : { system: withoutUndefined({ role: system, append: appendSystem }) }),
      ...(allow === undefined && deny === undefined && mode === undefined
        ? {}
        : { approval: withoutUndefined({ mode, allow, deny }) }),
    }),
    origin: (path) => ({
      from: 'flag',
      name: names.get(path) ?? (path.startsWith('approval.allow') ? '--allow' : '--deny'),
    }),
  };
}

function checkEffort(value: string, name: string): Effort {
  const effort = efforts.find((each) => each === value);
  if (effort !== undefined) return effort;
  throw usageError(
    `${name}: expected one of ${efforts.join(', ')}; got ${JSON.stringify(value.slice(0, 40))}.${didYouMean(value, efforts)}`,
  );
}

/** Removes undefined keys, which would hide values of lower layers. */
function withoutUndefined<T extends object>(object: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
