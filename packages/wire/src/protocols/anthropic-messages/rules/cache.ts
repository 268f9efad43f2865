/** Rules for cache marks. */
import { asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { pathOf, readBody, type SeenBlock } from './read-body.ts';
import { isThinking } from './thinking.ts';

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
    fix: 'Omit the empty text.',
    find: (view) =>
      findMarked(view, (placed) => placed.within !== 'tools' && isEmptyText(placed), 'An empty text is marked.'),
  },
  {
    id: 'ANT-067',
    level: 'error',
    scope: 'message',
    text: 'Thinking is not marked for the cache.',
    fix: 'Mark another block.',
    find: (view) =>
      findMarked(view, ({ within, type }) => typeof within !== 'string' && isThinking(type), 'Thinking is marked.'),
  },
];

const most = 4;

function findTooMany(view: BodyView): readonly Finding[] {
  const marked = view.once(readMarked);
  const count = marked.length + (isSet(view.body['cache_control']) ? 1 : 0);
  const last = marked.at(-1);
  return count > most ? [{ path: last === undefined ? '' : pathOf(last), message: `There are ${count} marks.` }] : [];
}

/** All blocks with a mark: tools, then the system text, then the messages. */
function readMarked(view: BodyView): readonly SeenBlock[] {
  const { tools, system, blocks } = view.once(readBody);
  const marked: SeenBlock[] = [];
  addMarked(tools, marked);
  addMarked(system, marked);
  addMarked(blocks, marked);
  return marked;
}

function addMarked(blocks: readonly SeenBlock[], marked: SeenBlock[]): void {
  for (const placed of blocks) if (isSet(placed.block['cache_control'])) marked.push(placed);
}

function findMarked(view: BodyView, isWrong: (placed: SeenBlock) => boolean, message: string): readonly Finding[] {
  return view
    .once(readMarked)
    .filter(isWrong)
    .map((placed) => ({ path: pathOf(placed), message }));
}

function isEmptyText({ block, type }: SeenBlock): boolean {
  return type === 'text' && asText(block['text']) === '';
}

function isSet(mark: unknown): boolean {
  return mark !== undefined && mark !== null;
}
