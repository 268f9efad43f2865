/** Marks for the cache. */
import type { JsonObject } from '@interlock/transcript';
import { asText } from '../../json.ts';
import type { BodyView, Finding, Rule } from '../../rule.ts';
import { allBlocksOf, blocksIn, eachBlock, isThinking, messagesOf, toolsOf } from './rule-view.ts';

export const cacheRules: readonly Rule[] = [
  {
    id: 'ANT-065',
    level: 'error',
    scope: 'request',
    text: 'At most 4 blocks are marked for the cache.',
    fix: 'Mark fewer blocks.',
    find: findTooMany,
  },
  {
    id: 'ANT-066',
    level: 'error',
    scope: 'message',
    text: 'An empty text is not marked for the cache.',
    fix: 'Leave out the empty text.',
    find: (view) => [
      ...blocksIn(view.body['system'], 'system')
        .filter(({ block, type }) => isMarkedEmpty(block, type))
        .map(({ path }) => ({ path, message: emptyMarked })),
      ...eachBlock((block, type) => (isMarkedEmpty(block, type) ? emptyMarked : undefined))(view),
    ],
  },
  {
    id: 'ANT-067',
    level: 'error',
    scope: 'message',
    text: 'Thinking is not marked for the cache.',
    fix: 'Mark another block.',
    find: eachBlock((block, type) => (isMarked(block) && isThinking(type) ? 'Thinking is marked.' : undefined)),
  },
];

const most = 4;
const emptyMarked = 'An empty text is marked.';

function findTooMany(view: BodyView): readonly Finding[] {
  const marked = [...toolsOf(view), ...blocksIn(view.body['system'], 'system')].filter(({ block }) => isMarked(block));
  for (const placed of messagesOf(view)) {
    for (const inner of allBlocksOf(placed)) if (isMarked(inner.block)) marked.push(inner);
  }
  const count = marked.length + (isSet(view.body['cache_control']) ? 1 : 0);
  return count > most ? [{ path: marked.at(-1)?.path ?? '', message: `There are ${count} marks.` }] : [];
}

function isMarkedEmpty(block: JsonObject, type: string): boolean {
  return isMarked(block) && type === 'text' && asText(block['text']) === '';
}

function isMarked(block: JsonObject): boolean {
  return isSet(block['cache_control']);
}

function isSet(mark: unknown): boolean {
  return mark !== undefined && mark !== null;
}
