/** Reasoning that goes back: whole, sealed, and with the item it led to. */
import { asArray, asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { eachItem, isModelItem, itemAt, itemsFrom, type PlacedItem } from './item-view.ts';

export const reasoningRules: readonly Rule[] = [
  {
    id: 'OAR-008',
    level: 'error',
    scope: 'message',
    text: 'A reasoning item is followed by the item it led to.',
    fix: 'Leave out reasoning that led to nothing.',
    find: (view) =>
      reasoningBefore(view).flatMap(({ path, next }) =>
        next !== undefined && isModelItem(next) ? [] : [{ path, message: 'No item of the model follows it.' }],
      ),
  },
  {
    id: 'OAR-010',
    level: 'error',
    scope: 'message',
    text: 'With `store: false` nothing is kept: reasoning needs its encrypted content, and no item can be referred to.',
    fix: 'Send items whole, with the encrypted content that `include` asks for, or leave them out.',
    find: eachItem((placed, { body }) => (body['store'] === false ? findReference(placed) : [])),
  },
  {
    id: 'OAR-015',
    level: 'error',
    scope: 'message',
    text: 'A reasoning item has a list `summary`, and no content.',
    fix: 'Send `summary: []` and the encrypted content alone.',
    find: eachItem(findReasoningParts),
  },
  {
    id: 'OAR-030',
    level: 'error',
    scope: 'message',
    text: 'A message that follows reasoning with an id keeps its own id.',
    fix: 'Keep both ids, or leave out the reasoning.',
    find: (view) =>
      reasoningBefore(view).flatMap(({ item, next }) =>
        asText(item['id']) !== '' && next?.type === 'message' && isModelItem(next) && asText(next.item['id']) === ''
          ? [{ path: next.path, message: 'It has no id, but the reasoning before it has.' }]
          : [],
      ),
  },
];

interface Followed extends PlacedItem {
  readonly next: PlacedItem | undefined;
}

/** Reasoning from `from` on, with what follows it; the last item before `from` too, because what follows is new. */
function reasoningBefore(view: BodyView): readonly Followed[] {
  return itemsFrom(view, Math.max(0, view.from - 1))
    .filter(({ type }) => type === 'reasoning')
    .map((placed) => ({ ...placed, next: itemAt(view.list, placed.at + 1) }));
}

function findReference({ path, type, item }: PlacedItem): readonly Finding[] {
  if (type === 'item_reference') return [{ path, message: 'It refers to an item that is not kept.' }];
  if (type !== 'reasoning' || asText(item['encrypted_content']) !== '') return [];
  return [{ path, message: 'It has no encrypted_content.' }];
}

function findReasoningParts({ path, type, item }: PlacedItem): readonly Finding[] {
  if (type !== 'reasoning') return [];
  return [
    ...(Array.isArray(item['summary']) ? [] : [{ path: `${path}.summary`, message: 'There is no list.' }]),
    ...(asArray(item['content']).length === 0 ? [] : [{ path: `${path}.content`, message: 'It is not empty.' }]),
  ];
}
