/** Claude as Bedrock has it: its ids, and which of them are asked by an inference profile alone (BDR-014). */

import { type Claude, claudes, findClaude, housed } from '../anthropic/models.ts';
import type { Violation } from '../api/api.ts';
import { type NamedModel, needsProfile, unknownModel } from './model-id.ts';

/** As the inference profiles of the region call them. */
export const claudeIds: readonly string[] = claudes.map(
  (claude) => `${isOld(claude) ? '' : 'us.'}anthropic.${claude.id}-v1:0`,
);

/** Of the time before inference profiles, with the words of that time for what it does not know (BDR-012). */
export function isOld({ id }: Claude): boolean {
  return id.startsWith('claude-3');
}

export function findHosted(named: NamedModel): Claude | Violation {
  const claude = named.id.startsWith('anthropic.') ? findClaude(named.id.slice('anthropic.'.length)) : undefined;
  if (!claude) return unknownModel();
  return named.profiled || isOld(claude) ? housed(claude, 'bedrock') : needsProfile(named);
}
