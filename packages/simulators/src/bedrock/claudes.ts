/** Claude on Bedrock: its ids, and which of them require an inference profile (BDR-014). */

import { type Claude, claudes, findClaude, hostedOn } from '../anthropic/models.ts';
import type { Violation } from '../api/api.ts';
import { type NamedModel, needsProfile, unknownModel } from './model-id.ts';

/** Names of the region's inference profiles. */
export const claudeIds: readonly string[] = claudes.map(
  (claude) => `${predatesProfiles(claude) ? '' : 'us.'}anthropic.${claude.id}-v1:0`,
);

/** Whether it predates inference profiles; such models report unknown fields with an older text (BDR-012). */
export function predatesProfiles({ id }: Claude): boolean {
  return id.startsWith('claude-3');
}

export function findHosted(named: NamedModel): Claude | Violation {
  const claude = named.id.startsWith('anthropic.') ? findClaude(named.id.slice('anthropic.'.length)) : undefined;
  if (!claude) return unknownModel();
  return named.profiled || predatesProfiles(claude) ? hostedOn(claude, 'bedrock') : needsProfile(named);
}
