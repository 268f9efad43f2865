/** How rules go through what was read of a body: the check says what is wrong with one message or block, if anything. */
import type { JsonObject } from '@interlock/transcript';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { none, pathOf, readBody, type SeenBlock, type SeenMessage } from './read-body.ts';

export type BlockCheck = (block: JsonObject, type: string, view: BodyView) => string | undefined;

export function inEachMessage(check: (seen: SeenMessage, view: BodyView) => string | undefined): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const seen of view.once(readBody).messages) {
      const message = check(seen, view);
      if (message !== undefined) found.push({ path: pathOf(seen), message });
    }
    return found;
  };
}

/** Blocks inside results too. */
export function inEachBlock(check: BlockCheck): Rule['find'] {
  return (view) => inAll(view.once(readBody).blocks, check, view);
}

/** Blocks of one type. */
export function inEach(type: string, check: BlockCheck): Rule['find'] {
  return (view) => inAll(view.once(readBody).byType.get(type) ?? none, check, view);
}

function inAll(blocks: readonly SeenBlock[], check: BlockCheck, view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const seen of blocks) {
    const message = check(seen.block, seen.type, view);
    if (message !== undefined) found.push({ path: pathOf(seen), message });
  }
  return found;
}
