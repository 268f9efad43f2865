/** The context window and output limit of a model name. For a route, the smallest of its targets, because any of them may answer. */
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import { ConfigError, resolveTarget } from '@interlock/wire';

export interface ModelLimits {
  readonly contextWindow: number;
  readonly maxOutput: number;
}

/** Undefined: no target can be used. */
export function modelLimits(found: RouteTarget | RouteConfig | undefined): ModelLimits | undefined {
  const targets = found === undefined ? [] : 'targets' in found ? found.targets : [found];
  const limits = targets.flatMap(limitsOf);
  if (limits.length === 0) return undefined;
  return {
    contextWindow: Math.min(...limits.map(({ contextWindow }) => contextWindow)),
    maxOutput: Math.min(...limits.map(({ maxOutput }) => maxOutput)),
  };
}

/** A misconfigured target is reported when it is used, not when models are listed. */
function limitsOf(target: RouteTarget): readonly ModelLimits[] {
  try {
    return [resolveTarget(target).traits];
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}
