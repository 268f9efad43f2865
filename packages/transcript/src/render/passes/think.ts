/**
 * Which thinking is kept (REQ-915-023, REQ-915-024). It never touches calls or results, so pairing and placement are the same
 * under every policy. Thinking of other models is never shown as the model's own words: the next model would imitate it.
 */
import type { ThinkingBlock } from '../../canonical/content.ts';
import { hasForeignSeal, originOf, readForeignSeal } from '../../canonical/foreign-seal.ts';
import { type Origin, sameOrigin } from '../../canonical/seal.ts';
import type { Entry } from '../../pairing/occurrence.ts';
import { reasoningNote } from '../model-texts.ts';
import type { Notes } from '../notes.ts';
import type { Scene } from '../scene.ts';
import { dropSeal, safeText, sealOptions, unsealEdited } from './say.ts';

export type ThinkingVerdict =
  | { readonly verdict: 'keep'; readonly block: ThinkingBlock }
  | { readonly verdict: 'note'; readonly text: string }
  | { readonly verdict: 'drop'; readonly why: 'policy' | 'foreign' | 'fault' | 'empty' };

export function think(block: ThinkingBlock, at: number, entry: Entry, scene: Scene, notes: Notes): ThinkingVerdict {
  const { policy } = scene;
  const { metadata } = entry.content;
  if (policy.reasoning === 'none') return { verdict: 'drop', why: 'policy' };
  if (policy.reasoning === 'last-turn' && scene.isPastTurn(entry.index, at)) return { verdict: 'drop', why: 'policy' };
  if (scene.conservative) return { verdict: 'drop', why: 'fault' };
  const own = hasForeignSeal(block) ? readForeignSeal<ThinkingBlock>(block, metadata) : block;
  const thought = safeText(own.thought, at, notes);
  const isEdited = thought !== own.thought && own.thought !== undefined && own.thought !== null;
  const whole = thought === own.thought ? own : { ...(isEdited ? unsealEdited(own, at, notes) : own), thought };
  const kept = dropSeal(whole, at, sealOptions(entry.index, scene), notes);
  if (thought === '' && kept.seal === undefined) return { verdict: 'drop', why: 'empty' };
  const origin = kept.seal ?? originOf(metadata ?? {});
  if (policy.target === undefined || !isForeign(origin, policy.target)) return { verdict: 'keep', block: kept };
  if (policy.foreignThinking === 'drop' || thought === '') return { verdict: 'drop', why: 'foreign' };
  return { verdict: 'note', text: reasoningNote(knownOrigin(origin), thought).toWellFormed() };
}

/** Thinking of unknown origin is foreign to every target: its origin cannot be verified. */
function isForeign(origin: Origin, target: Origin): boolean {
  return origin.provider === '' || !sameOrigin(origin, target);
}

function knownOrigin({ provider, model }: Origin): Partial<Origin> {
  return { ...(provider === '' ? {} : { provider }), ...(model === undefined ? {} : { model }) };
}
