/** The token a block goes back with, if any; what was decided is noted. */
import type { Seal } from '@interlock/transcript';
import type { SealToken } from '../events.ts';
import { type SealedBlock, sealToken } from './seal-token.ts';
import type { ShapeScene } from './shape-scene.ts';

export function blockSeal(
  seal: Seal | undefined,
  block: SealedBlock,
  at: number,
  scene: ShapeScene,
): SealToken | undefined {
  if (seal === undefined) return undefined;
  const verdict = scene.plain ? 'not-taken' : sealToken(seal, block, scene.origin, scene.traits.thinking.replay);
  const kept = typeof verdict === 'object';
  scene.notes.seals.push({
    step: at,
    block,
    outcome: kept ? 'replayed' : 'dropped',
    ...(kept ? {} : { why: verdict }),
  });
  return kept ? verdict : undefined;
}
