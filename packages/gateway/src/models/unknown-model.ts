/** The failure for a name that no model has, or none that this client may use: which of the two is not told. */
import type { Failure } from '@interlock/wire';

/** It begins with Anthropic's own words. */
export function unknownModel(name: string): Failure {
  const advice =
    'The gateway has no model, alias or route of this name for this client. GET /v1/models lists those it has.';
  return { reason: 'model-not-found', message: `model: ${name.slice(0, 200)}. ${advice}` };
}
