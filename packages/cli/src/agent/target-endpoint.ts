/** The URL that requests to a target go to, resolved by the route: only it knows what the variables of vendors mean. */
import type { RouteTarget } from '@interlock/runtime';
import { resolveTarget } from '@interlock/wire';
import type { Io } from '../io/io.ts';

/** Looks up no credential and sends nothing. Throws a `ConfigError` for an invalid URL. */
export async function targetEndpoint(target: RouteTarget, env: Io['env']): Promise<string> {
  const { createRoute } = await import('@interlock/runtime');
  // Never sent: a placeholder for credentials that might be commands.
  const bare = { ...target, credentials: [{ key: 'unused' }] };
  const way = await createRoute({ policy: 'fixed', targets: [bare] }, { environment: env }).begin();
  const step = await way.next({ tokens: 0 });
  const { name: _name, credentials: _credentials, weight: _weight, ...rest } = target;
  return step.do === 'send' ? step.selection.destination.endpoint : resolveTarget(rest).endpoint;
}
