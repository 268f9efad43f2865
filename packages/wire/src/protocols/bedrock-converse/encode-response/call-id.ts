/** The id of a call in an answer that we give as this API would. */
import { canonicalSuffix } from '@interlock/transcript';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { ReplyHead } from '../../protocol.ts';

/** One that we read again as the canonical one, else the provider's as far as it fits, else one that no other answer has. */
export function callId(
  { id, rawId, index }: Extract<ReplyEvent, { type: 'call-start' | 'call-end' }>,
  head: ReplyHead,
): string {
  if (id !== undefined) return `toolu_${canonicalSuffix(id)}`;
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(rawId)) return rawId;
  return `tooluse_${head.id.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 40)}_${index}`;
}
