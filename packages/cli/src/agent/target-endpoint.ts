/** The URL that requests to a target go to. The route resolves it, because only the route knows the vendors' environment variables. */
import type { RouteTarget } from '@interlock/runtime';
import { resolveTarget } from '@interlock/wire';
import type { Io } from '../io/io.ts';

/** Looks up no credential and sends nothing. Throws a `ConfigError` for an invalid URL. */
export async function targetEndpoint(target: RouteTarget, env: Io['env']): Promise<string> {
  const { createRoute } = await import('@interlock/runtime');
  // A placeholder that is never sent: real credentials might be commands.
  const bare = { ...target, credentials: [{ key: 'unused' }] };
  const turn = await createRoute({ policy: 'fixed', targets: [bare] }, { environment: env }).begin();
  const step = await turn.next({ tokens: 0 });
  const { name: _name, credentials: _credentials, weight: _weight, ...rest } = target;
  return step.do === 'send' ? step.selection.destination.endpoint : resolveTarget(rest).endpoint;
}
