/** The token a block goes back with, if any; what was decided is noted. */
import type { Seal } from '@interlock/transcript';
import type { SealToken } from '../reply/events.ts';
import { type SealedBlock, type SealVerdict, sealToken } from './seal-token.ts';
import type { ShapeScene } from './shape-scene.ts';

export function blockSeal(
  seal: Seal | undefined,
  block: SealedBlock,
  at: number,
  scene: ShapeScene,
  isEdited: boolean = false,
): SealToken | undefined {
  if (seal === undefined) return undefined;
  const verdict = verdictOn(seal, block, scene, isEdited);
  const kept = typeof verdict === 'object';
  scene.notes.seals.push({
    step: at,
    block,
    outcome: kept ? 'replayed' : 'dropped',
    ...(kept ? {} : { why: verdict }),
  });
  return kept ? verdict : undefined;
}

/** What a seal covers is sent as it was, or without the seal. */
function verdictOn(seal: Seal, block: SealedBlock, scene: ShapeScene, isEdited: boolean): SealVerdict {
  if (scene.plain) return 'not-taken';
  const verdict = sealToken(seal, block, scene.origin, scene.traits.thinking.replay);
  return isEdited && typeof verdict === 'object' ? 'edited' : verdict;
}
