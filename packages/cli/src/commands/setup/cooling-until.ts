/** Until when something of a provider is cooling down: the whole of it, or one of its models. */
import type { RouteStore, RouteTarget } from '@interlock/runtime';
import { ConfigError } from '@interlock/wire';
import type { Io } from '../../io.ts';

/** Milliseconds since 1970; undefined when nothing is. */
export async function coolingUntil(
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
