/** What a model name can do, and its limits. For a route, what all of its targets can do, and the smallest limits: any of them may answer. */
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import { ConfigError, type MediaKind, resolveTarget } from '@interlock/wire';

export interface ModelLimits {
  readonly contextWindow: number;
  readonly maxOutput: number;
  /** What users can attach. */
  readonly media: readonly MediaKind[];
  readonly thinks: boolean;
}

/** Undefined: no target can be used. */
export function modelLimits(found: RouteTarget | RouteConfig | undefined): ModelLimits | undefined {
  const targets = found === undefined ? [] : 'targets' in found ? found.targets : [found];
  const limits = targets.flatMap(limitsOf);
  if (limits.length === 0) return undefined;
  return {
    contextWindow: Math.min(...limits.map(({ contextWindow }) => contextWindow)),
    maxOutput: Math.min(...limits.map(({ maxOutput }) => maxOutput)),
    media: (limits[0]?.media ?? []).filter((kind) => limits.every(({ media }) => media.includes(kind))),
    thinks: limits.every(({ thinks }) => thinks),
  };
}

/** A misconfigured target is reported when it is used, not when models are listed. */
function limitsOf(target: RouteTarget): readonly ModelLimits[] {
  try {
    const { contextWindow, maxOutput, media, thinking } = resolveTarget(target).traits;
    const thinks = thinking.control !== 'none' || thinking.byDefault;
    return [{ contextWindow, maxOutput, media: media.user, thinks }];
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}
