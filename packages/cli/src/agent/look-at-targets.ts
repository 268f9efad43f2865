/** Cooldowns of the targets in use. */
import type { RouteStore, RouteTarget, RouteView } from '@interlock/runtime';
import { ConfigError } from '@interlock/wire';
import type { Io } from '../io/io.ts';
import type { Choice } from './agent.ts';

/** Undefined: none of the names is known, or none can be used. */
export async function lookAtTargets(
  names: readonly string[],
  choices: readonly Choice['to'][],
  env: Io['env'],
  store: RouteStore,
): Promise<RouteView | undefined> {
  const targets = choices.flatMap(targetsOf);
  const used = names.flatMap((name) => targets.find((target) => targetName(target) === name) ?? []);
  if (used.length === 0) return undefined;
  const { createRoute } = await import('@interlock/runtime');
  try {
    return await createRoute({ policy: 'failover', targets: used }, { environment: env, store }).look();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** One target, or those of a route. */
export function targetsOf(to: Choice['to']): readonly RouteTarget[] {
  if ('begin' in to) return to.config.targets;
  return 'targets' in to ? to.targets : [to];
}

export function targetName({ name, provider, model }: RouteTarget): string {
  return name ?? `${provider}/${model ?? ''}`;
}
