/** What came with a result in its tool content: images, files, text. It is sent with the completion, once. */
import type { Answer } from '../../pairing/occurrence.ts';
import type { Notes } from '../notes.ts';
import type { Scene } from '../scene.ts';
import type { SpokenBlock } from '../step.ts';
import { attachedTo } from './attribute.ts';
import { isSpoken, say, sealOptions } from './say.ts';

const none: readonly SpokenBlock[] = [];

export function attachmentsOf(answer: Answer, scene: Scene, notes: Notes): readonly SpokenBlock[] {
  const entry = scene.pairing.entries[answer.entry];
  if (entry === undefined || entry.content.speaker !== 'tool') return none;
  const { blocks, metadata } = entry.content;
  if (blocks.length === entry.answers.length) return none;
  const options = { ...sealOptions(answer.entry, scene), metadata };
  const own = notes.about(answer.entry);
  return attachedTo(answer.at, blocks, entry.copies).flatMap((at) => {
    const block = blocks[at];
    return block !== undefined && isSpoken(block) ? (say(block, at, options, own) ?? none) : none;
  });
}
